// What a process's command line says, whatever host wrapped it and whoever printed it.
import { describe, expect, it } from 'vitest';
import { type ProcessLine, type Recovered, recoverScript } from '../../src/shell/argv.ts';

const text = (line: string): ProcessLine => ({ text: line });
const argv = (...words: string[]): ProcessLine => ({ argv: words });
const seen = (line: ProcessLine): string => {
  const found: Recovered = recoverScript(line);
  switch (found.kind) {
    case 'script':
      return `${found.dialect}${found.host === undefined ? '' : `/${found.host}`}: ${found.text}`;
    case 'program':
    case 'text':
      return `${found.kind}: ${found.words.join(' | ')}`;
    case 'hidden':
      return `hidden by ${found.host}`;
    case 'leave':
      return `leave: ${found.reason}`;
  }
};

const SNAP = 'source /h/.claude/shell-snapshots/snapshot-bash-17-a1b2c3.sh 2>/dev/null || true';
const ZSNAP = 'source /h/.claude/shell-snapshots/snapshot-zsh-17-a1b2c3.sh 2>/dev/null || true';
const UNALIAS = "{ \\builtin unalias -- 'which'; \\builtin unset -f -- 'which'; } >/dev/null 2>&1 || true";
const TAIL = '< /dev/null && pwd -P >| /tmp/claude-1a2b-cwd';

describe('Claude Code', () => {
  const bash = (payload: string, tail = ` ${TAIL}`) =>
    `${SNAP} && \\builtin shopt -u extglob 2>/dev/null || true && ${UNALIAS} && eval ${payload}${tail}`;
  const payloads: readonly (readonly [name: string, payload: string, command: string])[] = [
    ['single quotes', `'until test -f q; do sleep 5; done'`, 'until test -f q; do sleep 5; done'],
    ["quotes as '\"'\"'", `'grep '"'"'a b'"'"' f'`, "grep 'a b' f"],
    ["quotes as '\\''", `'grep '\\''a b'\\'' f'`, "grep 'a b' f"],
    ['double quotes', `"echo \\"\\$HOME\\" \\\`id\\\`"`, 'echo "$HOME" `id`'],
    ['ANSI quotes', `$'echo a\\nsleep 3'`, 'echo a\nsleep 3'],
    ['real newlines', `'echo a\nsleep 3'`, 'echo a\nsleep 3'],
    ['one bare word', 'pwd', 'pwd'],
    ['an eval inside', `'true && eval "tail -f x" && pwd'`, 'true && eval "tail -f x" && pwd'],
    [
      'the tail quoted inside',
      `'echo "< /dev/null && pwd -P >| /tmp/claude-0-cwd"; yes'`,
      'echo "< /dev/null && pwd -P >| /tmp/claude-0-cwd"; yes',
    ],
  ];
  it.each(payloads)('%s', (_, payload, command) => {
    expect(seen(argv('/bin/bash', '-c', bash(payload)))).toBe(`bash/claude-code: ${command}`);
    expect(seen(text(`/bin/bash -c ${bash(payload)}`))).toBe(`bash/claude-code: ${command}`);
  });

  const tails: readonly (readonly [name: string, tail: string])[] = [
    ['none', ''],
    ['the redirect alone', ' < /dev/null'],
    ['an escaped redirect', ' \\< /dev/null && pwd -P >| /tmp/claude-20f3-cwd'],
    ['no redirect', ' && pwd -P >| /tmp/claude-20f3-cwd'],
    ['another folder', ' < /dev/null && pwd -P >| /var/folders/x y/T/claude-20f3-cwd'],
    ['no blank before the path', ' < /dev/null && pwd -P >|/tmp/claude-20f3-cwd'],
  ];
  it.each(tails)('tail: %s', (_, tail) => {
    expect(seen(argv('bash', '-c', bash(`'tail -f x'`, tail)))).toBe('bash/claude-code: tail -f x');
  });

  const others: readonly (readonly [name: string, line: ProcessLine, expected: string])[] = [
    [
      'zsh',
      text(
        `/bin/zsh -c ${ZSNAP} && setopt NO_EXTENDED_GLOB NO_BARE_GLOB_QUAL 2>/dev/null || true && eval 'repeat 4 { sleep 5 }' ${TAIL}`,
      ),
      'zsh/claude-code: repeat 4 { sleep 5 }',
    ],
    [
      'older zsh, -c -l',
      argv(
        '/usr/bin/zsh',
        '-c',
        '-l',
        `source /h/x.claude/shell-snapshots/s.sh && setopt NO_EXTENDED_GLOB 2>/dev/null || true && eval 'git status' \\< /dev/null && pwd -P >| /tmp/claude-2-cwd`,
      ),
      'zsh/claude-code: git status',
    ],
    [
      'another config folder',
      argv('bash', '-c', `source /tmp/cfg/shell-snapshots/s1.sh && eval 'yes'`),
      'bash/claude-code: yes',
    ],
    [
      'a config folder with a blank',
      argv('bash', '-c', `source '/tmp/my cfg/shell-snapshots/s1.sh' && eval 'yes'`),
      'bash/claude-code: yes',
    ],
    ['bash.exe', argv('bash.exe', '-c', bash(`'yes'`)), 'bash/claude-code: yes'],
    [
      'a shell below Program Files',
      text(`C:\\Program Files\\Git\\bin\\bash.exe -c ${bash(`'yes'`)}`),
      'bash/claude-code: yes',
    ],
    [
      'the redirect inside the eval',
      argv('bash', '-c', bash(`'ps ax < /dev/null | grep x'`, ' && pwd -P >| /tmp/claude-7-cwd')),
      'bash/claude-code: ps ax < /dev/null | grep x',
    ],
    ['no snapshot at all', text('/bin/zsh -c eval make && pwd -P >| /tmp/claude-d9da-cwd'), 'zsh/claude-code: make'],
    ['a prefix program', argv('/usr/local/bin/prefix', bash(`'yes'`)), 'bash/claude-code: yes'],
    ['the bare wrapper', text(bash(`'tail -f x'`)), 'bash/claude-code: tail -f x'],
    [
      'a snapshot and nothing else',
      text('/bin/zsh -c source /h/.claude-two/shell-snapshots/snapshot-zsh-7.sh'),
      'hidden by claude-code',
    ],
    [
      'newlines as macOS prints them',
      text(`/bin/zsh -c ${ZSNAP} && eval 'echo a\\012sleep 900' ${TAIL}`),
      'zsh/claude-code: echo a\nsleep 900',
    ],
    [
      'the bridges of the sandbox',
      text('/bin/bash -c socat TCP-LISTEN:3128,fork UNIX-CONNECT:/tmp/claude-http-9a.sock &'),
      'leave: a helper of the sandbox itself',
    ],
    [
      'the bridges and the command',
      argv(
        'bash',
        '-c',
        `socat TCP-LISTEN:3128,fork,reuseaddr UNIX-CONNECT:/tmp/claude-http-9.sock >/dev/null 2>&1 &\ntrap "kill %1 %2 2>/dev/null; exit" EXIT\neval '${bash(`'"'"'yes'"'"'`)}'`,
      ),
      'bash/claude-code: yes',
    ],
  ];
  it.each(others)('%s', (_, line, expected) => {
    expect(seen(line)).toBe(expected);
  });

  it('says when the payload was cut', () => {
    expect(recoverScript(text(`/bin/bash -c ${SNAP} && eval 'until test -f q; do sl`))).toMatchObject({
      text: 'until test -f q; do sl',
      complete: false,
    });
  });

  it('is not seen in a project that evaluates something after sourcing a file', () => {
    expect(seen(argv('bash', '-c', 'source env.sh && eval "$(tool hook)" && tail -f x'))).toBe(
      'bash: source env.sh && eval "$(tool hook)" && tail -f x',
    );
  });
});

describe('other hosts', () => {
  const gemini = `shopt -u promptvars nullglob extglob nocaseglob dotglob; _bgpids_file=/tmp/gemini-shell-a1/bgpids.tmp\n(\ntrap 'jobs -p > "$_bgpids_file"' EXIT\nuntil nc -z h 1; do (sleep 2); done\n)\n__code=$?\nexit $__code`;
  const cursor =
    'snap=$(command cat <&3) && builtin shopt -s extglob && builtin eval -- "$snap" && { builtin set +u 2>/dev/null || true; builtin eval "$1" < /dev/null; }; COMMAND_EXIT_CODE=$?; dump_bash_state >&4; builtin exit $COMMAND_EXIT_CODE';
  const hermes = `source /h/hermes-snap-f6.sh >/dev/null 2>&1 || true\nbuiltin cd -- /w || exit 126\neval 'echo '\\''hi'\\''; tail -f x'\n__hermes_ec=$?\npwd -P > /h/hermes-cwd-f6.txt\nexit $__hermes_ec`;
  const copilot = '__copilot_pid_path=$1; shift; exec "$@"';
  const cases: readonly (readonly [name: string, line: ProcessLine, expected: string])[] = [
    ['Gemini', argv('/usr/bin/bash', '-c', gemini), 'bash/gemini-cli: until nc -z h 1; do (sleep 2); done'],
    [
      'Gemini, newlines lost',
      text(`/usr/bin/bash -c ${gemini.replaceAll('\n', ' ')}`),
      'bash/gemini-cli: until nc -z h 1; do (sleep 2); done',
    ],
    [
      'Gemini, the older form',
      text('bash -c { tail -f a.log; }; __code=$?; pgrep -g 0 >/tmp/shell_pgrep_5d.tmp 2>&1; exit $__code;'),
      'bash/gemini-cli: tail -f a.log',
    ],
    [
      'Gemini, the older form on lines',
      argv(
        'bash',
        '-c',
        'shopt -u promptvars nullglob; {\ntail -f a.log\n}; __code=$?; pgrep -g 0 >/tmp/p.tmp 2>&1; exit $__code;',
      ),
      'bash/gemini-cli: tail -f a.log',
    ],
    ['Codex', argv('/bin/bash', '-lc', 'while :; do x; done'), 'bash: while :; do x; done'],
    [
      'Codex behind its snapshot',
      argv(
        '/bin/bash',
        '-c',
        `__CODEX_SNAPSHOT_OVERRIDE_SET_0="\${A+x}"\n\nif . '/h/.codex/shell_snapshots/s.sh' >/dev/null 2>&1; then :; fi\n\nexec '/bin/bash' -c 'echo '"'"'hi'"'"'; yes' 'one'`,
      ),
      "bash/codex: echo 'hi'; yes",
    ],
    [
      'Codex, the sandbox around it',
      argv('bwrap', '--as-pid-1', '--new-session', '--', '/bin/bash', '-c', 'while :; do x; done'),
      'leave: a sandbox launcher: the innermost process carries the command',
    ],
    [
      'Codex, its sandbox program',
      argv('/h/.codex/tmp/arg0/codex-linux-sandbox', '--', '/bin/bash', '-c', 'yes'),
      'leave: a sandbox launcher: the innermost process carries the command',
    ],
    ['Copilot', argv('/bin/bash', '--norc', '--noprofile', '-c', 'yes'), 'bash: yes'],
    [
      'Copilot detached',
      argv(
        'sh',
        '-c',
        copilot,
        'copilot-detached-supervisor',
        '/tmp/a.pid',
        '/tmp/a.exit',
        '/bin/bash',
        '--norc',
        '--noprofile',
        '-c',
        'yes',
      ),
      'sh/copilot-cli: yes',
    ],
    [
      'Copilot detached, joined',
      text(
        `sh -c ${copilot} copilot-detached-supervisor /tmp/a.pid /tmp/a.exit /bin/bash --norc --noprofile -c until [ -f x ]; do sleep 1; done`,
      ),
      'sh/copilot-cli: until [ -f x ]; do sleep 1; done',
    ],
    ['Cursor', argv('/bin/bash', '-O', 'extglob', '-c', cursor, '--', 'yes'), 'bash/cursor: yes'],
    [
      'Cursor, joined',
      text(`/bin/bash -O extglob -c ${cursor} -- cd "/w x" && tail -f y`),
      'bash/cursor: cd "/w x" && tail -f y',
    ],
    [
      'Cursor, nothing to see',
      text('/bin/zsh -c snap=$(command cat <&3); eval "$snap"; eval "$__agent_cmd"'),
      'hidden by cursor',
    ],
    ['Cursor, the start', argv('zsh', '--command', 'snap=$(command cat <&3)'), 'hidden by cursor'],
    ['Hermes', argv('bash', '-c', hermes), "bash/hermes: echo 'hi'; tail -f x"],
    [
      'Hermes, newlines lost',
      text(`/usr/bin/bash -c ${hermes.replaceAll('\n', ' ')}`),
      "bash/hermes: echo 'hi'; tail -f x",
    ],
    ['OpenCode and Pi', argv('/bin/bash', '-c', 'tail -f x'), 'bash: tail -f x'],
  ];
  it.each(cases)('%s', (_, line, expected) => {
    expect(seen(line)).toBe(expected);
  });
});

describe('shells', () => {
  const cases: readonly (readonly [line: ProcessLine, expected: string])[] = [
    [argv('bash', '-c', 'echo "$1"', 'name', 'a b'), 'bash: echo "$1"'],
    [argv('bash', '-euo', 'pipefail', '-c', 'yes'), 'bash: yes'],
    [argv('zsh', '-o', 'extendedglob', '-c', 'yes'), 'zsh: yes'],
    [argv('dash', '-c', 'yes'), 'sh: yes'],
    [argv('bash', '-c', '--', 'yes'), 'bash: yes'],
    [text('/bin/zsh -lc while true; do x; done'), 'zsh: while true; do x; done'],
    [text('bash --norc --noprofile -c echo a  b'), 'bash: echo a  b'],
    [argv('bash', '/tmp/wait.sh', '30'), 'program: bash | /tmp/wait.sh | 30'],
    [argv('-bash'), 'leave: a login shell'],
    [text('-zsh'), 'leave: a login shell'],
    [argv('bash', '--login'), 'leave: an interactive or login shell'],
    [argv('zsh', '-il'), 'leave: an interactive or login shell'],
    [argv('bash', '-s', 'x'), 'leave: an interactive or login shell'],
    [argv('fish', '-c', 'while true; end'), 'leave: a shell whose language is not analysed'],
    [argv('bash', '-c', ''), 'leave: a shell without a command'],
  ];
  it.each(cases)('%j -> %s', (line, expected) => {
    expect(seen(line)).toBe(expected);
  });

  it('keeps the words after the text of exact argv', () => {
    expect(recoverScript(argv('sh', '-c', 'sleep "$1"', 'sh', '900'))).toMatchObject({ words: ['sh', '900'] });
  });
});

describe('program lines', () => {
  const cases: readonly (readonly [line: ProcessLine, expected: string])[] = [
    [argv('sleep', '900'), 'program: sleep | 900'],
    [argv('grep', '-r', 'while true; do', '.'), 'program: grep | -r | while true; do | .'],
    [text('ping -c 5 127.0.0.1'), 'text: ping | -c | 5 | 127.0.0.1'],
    [
      argv('timeout', '300', 'bash', '-c', 'until x; do y; done'),
      'program: timeout | 300 | bash | -c | until x; do y; done',
    ],
    [text('timeout 300 bash -c until x; do y; done'), 'text: timeout | 300 | bash | -c | until x; do y; done'],
    [
      text('sudo -u svc /bin/sh -ec while :; do x; done'),
      'text: sudo | -u | svc | /bin/sh | -ec | while :; do x; done',
    ],
    [text('su svc -c tail -f x'), 'text: su | svc | -c | tail -f x'],
    [text('docker exec web sh -c tail -f x'), 'text: docker | exec | web | sh | -c | tail -f x'],
    [
      text('gh issue create -b seen: while [ ! -f x ]; do sleep 3; done'),
      'text: gh | issue | create | -b | seen: | while | [ | ! | -f | x | ]; | do | sleep | 3; | done',
    ],
    [argv('npm run dev -w ui', '', '', ''), 'text: npm | run | dev | -w | ui'],
    [argv('nginx: master process nginx -g daemon off;'), 'leave: a process title'],
    [
      argv('timeout', '60', '/bin/bash', '-c', `${SNAP} && eval 'yes'`),
      `program: timeout | 60 | /bin/bash | -c | ${SNAP} && eval 'yes'`,
    ],
  ];
  it.each(cases)('%j -> %s', (line, expected) => {
    expect(seen(line)).toBe(expected);
  });
});

describe('a row that is a shell text itself', () => {
  it.each([
    'until [ -e x ] 2>/dev/null; do sleep 6; done',
    'n=0; until x; do y; done',
    'cd /w && tail -f x',
    '{ sleep 9; } &',
    '(while :; do :; done)',
    'sleep 1200; echo up',
    'for i in 1 2; do x; done',
  ])('%s', (line) => {
    expect(seen(text(line))).toBe(`bash: ${line}`);
  });
});

describe('left alone', () => {
  const lines: readonly (readonly [line: ProcessLine, reason: RegExp])[] = [
    [argv('claude', '--settings', '{"hooks":{"Stop":[{"command":"while true; do sleep 5; done"}]}}'), /agent/],
    [text('codex -c check_updates=false'), /agent/],
    [argv('gemini', '-p', 'explain: tail -f x | while read l; do echo $l; done'), /agent/],
    [argv('node', '/usr/lib/node_modules/@google/gemini-cli/bundle/gemini.js', '--yolo'), /agent/],
    [text('/opt/agent/bin/claude.exe --bg-pty-host /tmp/x'), /agent/],
    [text('/bin/sh -c claude --print --model m1 < /tmp/prompt.md'), /launcher of an agent/],
    [argv('bash', '-c', 'cd /w && exec timeout 600 claude -p "a; b"'), /launcher of an agent/],
    [argv('vim', '+/while true; do', 'poll.sh'), /editor/],
    [text('emacs --eval (insert "while true; do sleep 1; done")'), /editor/],
    [text('/Applications/Cursor.app/Contents/MacOS/Cursor Helper --type=utility'), /editor/],
    [argv('npx', '-y', '@modelcontextprotocol/server-memory'), /tool server/],
    [argv('uvx', 'mcp-server-fetch'), /tool server/],
    [text('npm exec @playwright/mcp@latest'), /tool server/],
    [argv('python3', '-m', 'mcp_server_git'), /tool server/],
    [argv('node', '--no-warnings', '/usr/bin/gemini', '-p', 'x'), /agent/],
    [argv('socat', 'TCP-LISTEN:3128,fork,reuseaddr', 'UNIX-CONNECT:/tmp/claude-http-9a.sock'), /sandbox/],
    [text('socat UNIX-LISTEN:/tmp/claude-socks-9a.sock,fork,reuseaddr TCP:localhost:1080'), /sandbox/],
    [text('/bin/bash --init-file /opt/editor/shell-integration.sh'), /login shell/],
    [argv('docker', 'run', '-i', '--rm', 'mcp/fetch'), /tool server/],
    [text('node /opt/mcp/fs-server.js --stdio /tmp'), /stdio/],
    [text('typescript-language-server --stdio'), /language server/],
    [argv('/usr/bin/gopls', 'serve'), /language server/],
    [argv('python3', '-c', 'while True: pass'), /another language/],
    [argv('node', '-e', 'setInterval(()=>{}, 1)'), /another language/],
    [
      text('/usr/bin/bash -e /home/runner/work/_temp/0e1c7c39-6b8d-4d6e-8f57-3a1f9e3a2b10.sh'),
      /continuous integration/,
    ],
    [argv('/home/runner/bin/Runner.Worker', 'spawnclient'), /continuous integration/],
    [argv('tmux', 'new', '-d', '-s', 'web', 'npm run dev'), /terminal session/],
    [argv(), /no command line/],
    [text(''), /no command line/],
  ];
  it.each(lines)('%j', (line, reason) => {
    const found = recoverScript(line);
    expect(found.kind === 'leave' ? found.reason : found.kind).toMatch(reason);
  });

  const judged: readonly ProcessLine[] = [
    argv('bash', '-c', 'claude -p x; tail -f y'),
    argv('bash', '-c', 'while true; do claude -p x; sleep 60; done'),
    argv('node', '/home/u/mcp/node_modules/.bin/vite'),
    argv('npm', 'run', 'dev', '-w', 'mcp'),
    argv('docker', 'logs', '-f', 'mcp-server'),
    argv('python3', 'app.py', '-c', 'x'),
    argv('socat', 'TCP-LISTEN:80,fork', 'TCP:h:80'),
  ];
  it.each(judged)('but not %j', (line) => {
    expect(recoverScript(line).kind).not.toBe('leave');
  });
});
