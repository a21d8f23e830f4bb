/** Proves that the plugin for Claude Code registers the same hooks as the installation, and names this version. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { REGISTRATIONS } from '../../src/hosts/registration.ts';

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

it('registers what the installation registers', () => {
  const registration = REGISTRATIONS['claude-code'];
  if (registration?.kind !== 'shared-file') throw new Error('expected a shared file');
  const command = 'sh "${CLAUDE_PLUGIN_ROOT}/lifetime-watch-hook.sh"';
  const hooks: Record<string, unknown[]> = {};
  for (const { event, matcher, handler } of registration.hooks({ command, plugins: '' })) {
    hooks[event] = [...(hooks[event] ?? []), matcher === null ? { hooks: [handler] } : { matcher, hooks: [handler] }];
  }
  expect(read('assets/claude-code/hooks/hooks.json').hooks).toEqual(hooks);
});

it('names the version of the package', () => {
  const { name, version } = read('package.json');
  expect(read('assets/claude-code/.claude-plugin/plugin.json')).toMatchObject({ name, version });
  expect(read('assets/claude-code/.claude-plugin/marketplace.json').plugins).toMatchObject([{ name, source: './' }]);
});

it('is found by Pi through the package', () => {
  const { pi, keywords } = read('package.json');
  expect(keywords).toContain('pi-package');
  for (const extension of pi.extensions)
    expect(readFileSync(new URL(`../../${extension}`, import.meta.url))).toBeTruthy();
});
