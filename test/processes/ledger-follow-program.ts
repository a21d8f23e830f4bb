/** `ledger show --follow --json` as a process of its own. */
import { command } from '../../src/commands/ledger.ts';

await command.run(['show', '--follow', '--json', '--last', '0'], {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  whenReaderLeaves: () => undefined,
  env: process.env,
  cwd: '/',
  stdin: process.stdin,
  stdoutIsTerminal: false,
  columns: 80,
});
