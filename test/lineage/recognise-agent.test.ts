/** Proves that an agent is known by the program that runs, and by nothing that its command line quotes. */
import { describe, expect, it } from 'vitest';
import { hosts } from '../../src/hosts/registry.ts';
import { recogniseAgent } from '../../src/lineage/recognise-agent.ts';
import { running } from './table.ts';

const hostOf = (argv: readonly string[], comm = argv[0] ?? '') =>
  recogniseAgent(running(60, { argv, comm }), hosts)?.id;

describe('recogniseAgent', () => {
  it.each<[string, readonly string[], string | undefined]>([
    ['claude-code', ['claude'], undefined],
    ['claude-code', ['/usr/local/bin/claude', '-p', 'x'], 'node'],
    ['claude-code', ['/opt/agent/bin/claude.exe', '--bg-pty-host'], 'claude'],
    ['claude-code', ['node', '/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js'], 'node'],
    ['claude-code', ['node', '--max-old-space-size=4096', '/x/@anthropic-ai/claude-code/cli.js'], 'node'],
    ['codex', ['codex', '-c', 'check_updates=false'], undefined],
    ['codex', ['node', '/usr/bin/codex.js'], 'node'],
    ['gemini-cli', ['node', '/x/@google/gemini-cli/bundle/gemini.js'], 'node'],
    ['copilot', ['/opt/copilot'], 'MainThread'],
    ['opencode', ['opencode', 'run'], undefined],
    ['pi', ['pi'], undefined],
    ['hermes', ['python3', '/usr/bin/hermes'], 'python3'],
  ])('knows %s: %j', (id, argv, comm) => {
    expect(hostOf(argv, comm)).toBe(id);
  });

  it.each<readonly string[]>([
    ['vim', 'claude'],
    ['bash', '-c', 'claude -p x'],
    ['pgrep', '-f', '/usr/bin/claude'],
    ['pkill', '-f', 'claude'],
    ['tail', '-f', '/var/log/claude'],
    ['node', '-e', '/usr/bin/claude'],
    ['node', '/srv/app/cli.js', '/usr/bin/claude'],
    ['python3', '-m', 'http.server', '/home/claude'],
    ['/home/claude/bin/server'],
    ['chrome', '--user-agent=codex'],
    [],
    [''],
  ])('knows nobody in %j', (...argv) => {
    expect(hostOf(argv)).toBeUndefined();
  });

  it('does not trust a name that a process gave itself', () => {
    expect(hostOf(['sleep', '5'], 'claude')).toBeUndefined();
  });

  it('reads the line that ps prints, where there is nothing better', () => {
    const record = running(60, { argv: null, argvText: '/usr/bin/claude -p fix codex', comm: 'claude' });
    expect(recogniseAgent(record, hosts)?.id).toBe('claude-code');
  });
});
