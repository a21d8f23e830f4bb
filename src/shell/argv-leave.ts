/** Processes whose command line is none of our business: agents, editors, tool servers, launchers, runners. */

const AGENTS = new Set(
  'claude claude-code codex opencode pi pi-rpc omp gemini gemini-cli qwen copilot cursor-agent aider goose crush amp hermes grok droid kiro kiro-cli auggie cline openhands plandex codebuff cody claude-agent-acp codex-acp'.split(
    ' ',
  ),
);
const EDITORS = new Set(
  'vim nvim vi view gvim mvim emacs emacsclient nano pico micro helix hx kak code code-insiders cursor windsurf zed subl atom idea pycharm webstorm goland clion rubymine phpstorm rider fleet studio lapce'.split(
    ' ',
  ),
);
const MULTIPLEXERS = new Set('tmux screen zellij byobu abduco dtach mosh-server sshd login getty agetty'.split(' '));
const SANDBOXES = new Set('bwrap codex-linux-sandbox sandbox-exec firejail srt'.split(' '));
const CONTAINERS = new Set(
  'containerd-shim containerd-shim-runc-v2 runc crun conmon dockerd containerd docker-proxy docker-init'.split(' '),
);
const CI_RUNNERS = new Set(
  'gitlab-runner buildkite-agent circleci-agent act_runner act drone-runner drone-agent woodpecker-agent teamcity-agent concourse'.split(
    ' ',
  ),
);
const LANGUAGE_SERVERS = new Set(
  'gopls rust-analyzer clangd pyright pyright-langserver pylsp jdtls sourcekit-lsp lua-language-server omnisharp metals elixir-ls solargraph ruby-lsp zls texlab marksman terraform-ls kotlin-language-server tsserver'.split(
    ' ',
  ),
);
const AGENT_PACKAGE =
  /@anthropic-ai\/claude-(?:code|agent)|\/claude-code\/cli\.js$|@openai\/codex|@google\/gemini-cli|\/gemini-cli\/|@github\/copilot|pi-coding-agent|opencode-ai|@qwen-code\/|@sourcegraph\/amp|cursor-agent|claude-agent-acp|claude-code-acp|codex-acp/;
const CI_STEP =
  /\/(?:_temp|_runner_file_commands)\/[0-9a-f-]{36}\.sh$|\/Runner\.(?:Listener|Worker)$|^Runner\.(?:Listener|Worker)$/;
const RUNTIMES =
  /^(?:node|nodejs|npx|npm|pnpm|yarn|bun|bunx|deno|uv|uvx|pipx|python[\d.]*|pypy[\d.]*|java|dotnet|ruby|docker|podman|php)$/;
const TOOL_SERVER = /(?:^|[/@_.-])mcp(?:[/@_.-]|$)|modelcontextprotocol/i;
/** The bridges of a sandbox's proxy: on the host's side and inside. */
const SANDBOX_BRIDGE = /^UNIX-(?:LISTEN|CONNECT):\S*\/claude-(?:http|socks)-/;

/** Flags that begin a program text of another language, for each interpreter. */
const INLINE: readonly (readonly [interpreter: RegExp, flag: RegExp])[] = [
  [/^(?:python|pypy)[\d.]*$/, /^-[a-zA-Z]*c$/],
  [/^(?:node|nodejs|bun)$/, /^(?:-e|-p|-pe|--eval|--print)$/],
  [/^perl[\d.]*$/, /^-[a-zA-Z]*[eE]$/],
  [/^(?:ruby|lua|luajit|Rscript|osascript|elixir|swipl|guile|emacs)$/, /^-[a-zA-Z]*e$/],
  [/^php[\d.]*$/, /^-r$/],
];

/**
 * Why a program is left alone, from its name (without folder and suffix) and the words after it; undefined when it is not.
 * Some of them quote commands in their argv (settings, prompts, search patterns), which nobody runs.
 */
export function leaveReason(name: string, words: readonly string[]): string | undefined {
  return leaveByName(name) ?? leaveByWords(name, words);
}

function leaveByName(name: string): string | undefined {
  if (AGENTS.has(name)) return 'an agent: what its arguments quote is not run';
  if (EDITORS.has(name) || /^(?:Cursor|Code|Windsurf|Electron|Zed)\b/.test(name))
    return 'an editor: what its arguments quote is not run';
  if (MULTIPLEXERS.has(name)) return 'a terminal session';
  if (SANDBOXES.has(name)) return 'a sandbox launcher: the innermost process carries the command';
  if (CONTAINERS.has(name)) return 'a part of the container engine';
  if (CI_RUNNERS.has(name)) return 'a runner of continuous integration';
  if (LANGUAGE_SERVERS.has(name) || /-(?:language-server|langserver|lsp)$/.test(name)) return 'a language server';
  return undefined;
}

function leaveByWords(name: string, words: readonly string[]): string | undefined {
  if (words.some((word) => word === '--stdio' || word === '-stdio')) return 'a tool or language server over stdio';
  if (CI_STEP.test(name) || words.some((word) => CI_STEP.test(word))) return 'a step of continuous integration';
  if (name === 'socat' && words.some((word) => SANDBOX_BRIDGE.test(word))) return 'a helper of the sandbox itself';
  if (/^mcp[-_]|[-_]mcp(?:[-_]server)?$/.test(name)) return 'a tool server';
  if (!RUNTIMES.test(name)) return inlineReason(name, words);
  if (runsAgent(words)) return 'an agent: what its arguments quote is not run';
  const inline = inlineReason(name, words);
  if (inline !== undefined) return inline;
  return isToolServer(name, words) ? 'a tool server' : undefined;
}

/** A package, module, script or image called after the protocol; a project folder of that name says nothing. */
function isToolServer(name: string, words: readonly string[]): boolean {
  if (/^(?:docker|podman)$/.test(name)) return words[0] === 'run' && words.some((word) => word.startsWith('mcp/'));
  const runsPackage = /^(?:exec|x|dlx|run|tool)$/.test(words[0] ?? '');
  if (/^(?:npm|pnpm|yarn)$/.test(name) && !/^(?:exec|x|dlx)$/.test(words[0] ?? '')) return false;
  if (/^(?:uv|pipx)$/.test(name) && !runsPackage) return false;
  const plain = words.filter((word) => !word.startsWith('-')).slice(0, 4);
  return plain.some((word) => TOOL_SERVER.test(subjectOf(word)));
}

/** `node /usr/bin/gemini`, `npx @openai/codex`, `python3 -m aider`: the program that the runtime is given. */
function runsAgent(words: readonly string[]): boolean {
  const plain = words.filter((word) => !word.startsWith('-'));
  return AGENTS.has(baseName(plain[0] ?? '')) || plain.some((word) => AGENT_PACKAGE.test(word));
}

/** A package's path inside an installation, a script's own name, or the word itself; a folder is no subject. */
function subjectOf(word: string): string {
  const inPackages = /(?:node_modules|site-packages)\/(.*)$/.exec(word)?.[1];
  if (inPackages !== undefined) return inPackages;
  if (!/^(?:[/~.]|\w:\\)/.test(word)) return word;
  return /\.(?:[cm]?[jt]s|py|rb|jar|phar)$/.test(word) ? baseName(word) : '';
}

function inlineReason(name: string, words: readonly string[]): string | undefined {
  const row = INLINE.find(([interpreter]) => interpreter.test(name));
  if (row === undefined) return undefined;
  for (const word of words) {
    if (row[1].test(word)) return 'a program text of another language';
    if (!word.startsWith('-')) return undefined;
  }
  return undefined;
}

const LAUNCH_PREFIX =
  /^\s*(?:(?:[A-Za-z_]\w*=(?:'[^']*'|"[^"]*"|\S*)\s+)|(?:exec|nohup|command|env|nice)\s+(?:-\S+\s+)*|(?:cd\s+(?:'[^']*'|"[^"]*"|[^\s;&|]+)\s*(?:&&|;)\s*)|(?:g?timeout\s+(?:-\S+\s+)*[\d.]+[smhd]?\s+))+/;

/** Whether a shell text does nothing but launch an agent (`cd x && claude -p ... < prompt.md`). */
export function launchesAgent(text: string): boolean {
  const bare = text.replace(LAUNCH_PREFIX, '').trim();
  if (/[;\n]|&&|\|\|/.test(bare.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"/g, ''))) return false;
  const word = /^[^\s;&|<>()'"]+/.exec(bare)?.[0] ?? '';
  return (
    AGENTS.has(baseName(word)) || AGENT_PACKAGE.test(/^(?:node|npx|bunx)\s+(?:-\S+\s+)*(\S+)/.exec(bare)?.[1] ?? '')
  );
}

/** The last part of a path, without a Windows suffix. */
export function baseName(word: string): string {
  return word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).replace(/\.exe$/i, '');
}
