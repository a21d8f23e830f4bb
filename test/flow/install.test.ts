/** Proves what installing changes in a host's settings and that uninstalling takes out exactly that, over files in memory. */
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { KnownError } from '../../src/errors.ts';
import { applyPlan, backupOf, planInstall, planUninstall, registrationOf } from '../../src/flow/install.ts';
import { OWN_MARK, REGISTRATIONS } from '../../src/hosts/registration.ts';
import { hosts } from '../../src/hosts/registry.ts';
import type { HostFiles } from '../../src/system/host-files.ts';

const target = { command: `sh '/opt/it''s here/${OWN_MARK}.sh'`, plugins: '/opt/plugins' };
const newer = { ...target, command: `sh '/opt/newer/${OWN_MARK}.sh'` };

function machine(contents: Readonly<Record<string, string>> = {}, env: Readonly<Record<string, string>> = {}) {
  const texts = new Map(Object.entries(contents));
  const files: HostFiles = {
    read: (path) => texts.get(path) ?? null,
    write: (path, text) => texts.set(path, text),
    remove: (path) => texts.delete(path),
  };
  const request = { scope: { kind: 'user' } as const, env: { HOME: '/home/ada', ...env }, files };
  return {
    texts,
    install: (host: string, where = target) => applyPlan(planInstall({ host, target: where, ...request }), files),
    uninstall: (host: string, where = target) => applyPlan(planUninstall({ host, target: where, ...request }), files),
    plan: (host: string) => planInstall({ host, target, ...request }),
    planProject: (host: string) =>
      planInstall({ host, target, ...request, scope: { kind: 'project', root: '/home/ada/app' } }),
  };
}

const claude = '/home/ada/.claude/settings.json';
const settings = `{
    // what I like
    "model": "opus", /* for now */
    "hooks": {
        "PreToolUse": [
            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "my-guard" }] }, // mine
        ],
        "Notification": []
    },
    "env": { "B": "2", "A": "1" }
}
`;

describe('where it goes', () => {
  it.each([
    ['claude-code', claude, '/home/ada/app/.claude/settings.local.json'],
    ['codex', '/home/ada/.codex/hooks.json', '/home/ada/app/.codex/hooks.json'],
    ['opencode', `/home/ada/.config/opencode/plugins/${OWN_MARK}.js`, `/home/ada/app/.opencode/plugins/${OWN_MARK}.js`],
    ['pi', `/home/ada/.pi/agent/extensions/${OWN_MARK}.js`, `/home/ada/app/.pi/extensions/${OWN_MARK}.js`],
    ['omp', `/home/ada/.omp/agent/extensions/${OWN_MARK}.js`, `/home/ada/app/.omp/extensions/${OWN_MARK}.js`],
    ['gemini-cli', '/home/ada/.gemini/settings.json', '/home/ada/app/.gemini/settings.json'],
    ['copilot', `/home/ada/.copilot/hooks/${OWN_MARK}.json`, `/home/ada/app/.github/hooks/${OWN_MARK}.json`],
    ['cursor', '/home/ada/.cursor/hooks.json', '/home/ada/app/.cursor/hooks.json'],
  ])('%s: %s, in a project %s', (host, user, project) => {
    expect(machine().plan(host).file).toBe(user);
    expect(machine().planProject(host).file).toBe(project);
  });

  it.each([
    ['claude-code', { CLAUDE_CONFIG_DIR: '/cfg' }, '/cfg/settings.json'],
    ['codex', { CODEX_HOME: '/cfg' }, '/cfg/hooks.json'],
    ['opencode', { XDG_CONFIG_HOME: '/cfg' }, `/cfg/opencode/plugins/${OWN_MARK}.js`],
    ['claude-code', { CLAUDE_CONFIG_DIR: 'relative' }, claude],
  ])('%s under %j: %s', (host, env, file) => {
    expect(machine({}, env).plan(host).file).toBe(file);
  });

  it('says how the host without a way to be installed is set up, and knows no others', () => {
    expect(() => machine().plan('hermes')).toThrow(/hermes: is set up by hand: name 'lifetime-watch hook hermes'/);
    expect(() => machine().plan('emacs')).toThrow(/unknown host 'emacs'/);
    expect([...Object.keys(REGISTRATIONS), 'hermes'].sort()).toEqual(hosts.map(({ id }) => id).sort());
  });
});

describe('what is added', () => {
  it('is a group for each event, in the style of the file, and nothing else moves', () => {
    const { texts, install } = machine({ [claude]: settings });
    install('claude-code');
    const text = texts.get(claude) ?? '';
    expect(text).toContain('    // what I like\n    "model": "opus", /* for now */\n');
    expect(text).toContain('"command": "my-guard" }] }, // mine');
    expect(text).toContain('"env": { "B": "2", "A": "1" }\n}\n');
    const { hooks, ...rest } = parse(text);
    expect(rest).toEqual({ model: 'opus', env: { B: '2', A: '1' } });
    expect(hooks.PreToolUse[0]).toEqual({ matcher: 'Bash', hooks: [{ type: 'command', command: 'my-guard' }] });
    expect(hooks.PreToolUse[1]).toEqual({
      matcher: 'Bash|Monitor|Agent|Task|SendMessage|Workflow',
      hooks: [{ type: 'command', command: `${target.command} claude-code || exit 0`, timeout: 10 }],
    });
    expect(Object.keys(hooks)).toEqual(expect.arrayContaining(['SubagentStart', 'Stop', 'SessionStart', 'SessionEnd']));
    expect(texts.get(backupOf(claude))).toBe(settings);
  });

  it('is a flat list where the host wants one, beside what the file must have', () => {
    const { texts, install } = machine();
    install('cursor');
    const { version, hooks } = JSON.parse(texts.get('/home/ada/.cursor/hooks.json') ?? '');
    expect(version).toBe(1);
    expect(hooks.preToolUse).toEqual([
      { type: 'command', command: `${target.command} cursor || exit 0`, timeout: 10, matcher: 'Shell' },
    ]);
  });

  it('is milliseconds for Gemini CLI', () => {
    const { texts, install } = machine();
    install('gemini-cli');
    const { hooks } = JSON.parse(texts.get('/home/ada/.gemini/settings.json') ?? '');
    expect(hooks.BeforeTool[0].hooks[0].timeout).toBe(10_000);
  });

  it('is a file of its own for in-process hosts, which survives a package that is gone', () => {
    const { texts, install } = machine();
    install('opencode');
    const text = texts.get(`/home/ada/.config/opencode/plugins/${OWN_MARK}.js`);
    expect(text).toContain('"/opt/plugins/opencode.js"');
    expect(text).toContain('catch {\n    return {};');
  });

  it('takes the place of an older one', () => {
    const { texts, install, uninstall } = machine({ [claude]: settings });
    install('claude-code');
    install('claude-code', newer);
    const text = texts.get(claude) ?? '';
    expect(text).not.toContain(target.command);
    expect(text.match(/opt\/newer/g)).toHaveLength(10);
    uninstall('claude-code', newer);
    expect(texts.get(claude)).toBe(settings);
  });
});

describe('what is refused', () => {
  it.each([
    ['{ "model": "opus", }}', ':1:'],
    ['{\n  "hooks": [\n', ':3:1: cannot be parsed'],
    ['[]', ':1:1: expected an object'],
    ['{\n  "hooks": []\n}', ':2:12: expected an object at hooks, got array'],
    ['{ "hooks": { "PreToolUse": {} } }', ':1:28: expected a list at hooks.PreToolUse, got object'],
  ])('%j with its place, and nothing is changed', (text, message) => {
    const { texts, install } = machine({ [claude]: text });
    expect(() => install('claude-code')).toThrow(KnownError);
    expect(() => install('claude-code')).toThrow(`${claude}${message}`);
    expect([...texts]).toEqual([[claude, text]]);
  });
});

describe('there and back', () => {
  const every = Object.keys(REGISTRATIONS);

  it.each(every)('%s: nothing is left where nothing was', (host) => {
    const { texts, install, uninstall } = machine();
    install(host);
    expect(texts.size).toBe(1);
    uninstall(host);
    expect([...texts]).toEqual([]);
  });

  it.each(every)('%s: twice is once, and never is never', (host) => {
    const { texts, install, uninstall } = machine();
    uninstall(host);
    expect([...texts]).toEqual([]);
    install(host);
    const once = [...texts];
    install(host);
    expect([...texts]).toEqual(once);
  });

  const odd = ['', '\n', '{}', ' {\n}\n', '\uFEFF{"a":1}\r\n', '{"hooks":{}}', '{\r\n\t"a": 1\r\n}\r\n', settings];
  it.each(odd)('%j comes back byte for byte', (text) => {
    const { texts, install, uninstall } = machine({ [claude]: text });
    install('claude-code');
    expect(texts.get(claude)).not.toBe(text);
    uninstall('claude-code');
    expect([...texts]).toEqual([[claude, text]]);
  });

  it.each(['{"a":1}', '{\r\n\t"a": 1\r\n}\r\n', settings])('%j comes back without a backup too', (text) => {
    const { texts, install, uninstall } = machine({ [claude]: text });
    install('claude-code');
    texts.delete(backupOf(claude));
    uninstall('claude-code');
    expect(texts.get(claude)).toBe(text);
  });

  it('keeps what was changed in between, and takes out only what is ours', () => {
    const { texts, install, uninstall } = machine({ [claude]: settings });
    install('claude-code');
    texts.set(claude, (texts.get(claude) ?? '').replace('"opus"', '"haiku"'));
    uninstall('claude-code');
    expect(parse(texts.get(claude) ?? '')).toEqual(parse(settings.replace('"opus"', '"haiku"')));
    expect(texts.get(claude)).toContain('// mine');
  });

  it('leaves a handler of somebody else in our group', () => {
    const { texts, install, uninstall } = machine();
    install('claude-code');
    const shared = parse(texts.get(claude) ?? '');
    shared.hooks.Stop[0].hooks.push({ type: 'command', command: 'bell' });
    texts.set(claude, JSON.stringify(shared));
    uninstall('claude-code');
    expect(parse(texts.get(claude) ?? '')).toEqual({
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'bell' }] }] },
    });
  });

  it('holds for any settings', () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const groups = fc.array(fc.record({ hooks: fc.array(fc.record({ command: fc.string() })) }), { maxLength: 3 });
    const hooks = fc.dictionary(fc.constantFrom('PreToolUse', 'Stop', 'Other'), groups);
    const file = fc
      .tuple(fc.dictionary(fc.string(), json), fc.option(hooks), fc.constantFrom(0, 2, '\t'))
      .map(([members, own, indent]) =>
        JSON.stringify({ ...members, ...(own === null ? {} : { hooks: own }) }, null, indent),
      );
    fc.assert(
      fc.property(file, (text) => {
        const before = JSON.parse(text);
        fc.pre(before.hooks === undefined || !Array.isArray(before.hooks));
        fc.pre(typeof (before.hooks ?? {}) === 'object' && before.hooks !== null);
        const { texts, install, uninstall } = machine({ [claude]: text });
        install('claude-code');
        const after = JSON.parse(texts.get(claude) ?? '');
        expect(Object.keys(after).filter((key) => key !== 'hooks')).toEqual(
          Object.keys(before).filter((key) => key !== 'hooks'),
        );
        uninstall('claude-code');
        expect(texts.get(claude)).toBe(text);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the line that a host runs', () => {
  it('ends with 0 when the front is gone: hosts take 2 for a refusal', () => {
    const gone = { command: "sh '/nowhere/lifetime-watch-hook.sh'", plugins: '/nowhere' };
    const registration = registrationOf('claude-code');
    const hooks = registration.kind === 'shared-file' ? registration.hooks(gone) : [];
    for (const { handler } of hooks) {
      expect(spawnSync('sh', ['-c', String(handler.command)], { stdio: 'ignore' }).status).toBe(0);
    }
    expect(hooks.length).toBeGreaterThan(5);
  });
});
