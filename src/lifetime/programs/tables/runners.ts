/** Package managers and runners that start a project's scripts or a package's program. */

import type { Case, ProgramNode, ProgramRow } from '../program-row.ts';
import { finite, quick, slow, words } from '../program-row.ts';
import { DEV_SERVER, HELP, SUBCOMMAND, WATCHES } from './outcomes.ts';
import { reloaders } from './reloaders.ts';
import { webTools } from './web-tools.ts';

/** Names by which projects call the scripts that serve or watch. `dev:setup` and the like end. */
const SERVER_SCRIPT =
  /^(?:(?:dev|develop|start|serve|server|watch|preview|storybook|livereload)(?::(?!(?:build|test|tests|lint|setup|install|check|clean|seed|migrate|deploy|down|stop|reset|typecheck|init|e2e|ci|generate|gen|deps|create|drop|prepare)$)[\w:.*-]+)?|(?:dev|start|serve|watch)-(?:server|dev|client|web|api|app|ui|frontend|backend|all|local|docs|storybook|css|js|ts)|[\w.-]+:(?:dev|serve|watch|start))$/;
/** `build:dev` builds for development. */
const FINITE_SCRIPT =
  /^(?:build|compile|bundle|lint|test|deploy|release|install|docker|db|migrate|seed|format|generate|codegen|typecheck|clean|prepare|setup)[:.-](?:dev|start|serve|server)$/;

const TOOL_SCRIPT =
  /^(?:tauri|expo|vite|next|nuxt|astro|ng|nx|nest|remix|gatsby|storybook|wrangler|vercel|docusaurus|electron-vite|ionic|sst|cap|webpack|rsbuild)$/;

const WATCHING: readonly Case[] = [
  { has: 'watch|watchAll|watch-all', is: WATCHES },
  // behind `--` options belong to the script
  { some: /^--watch(?:All)?$/, is: WATCHES },
];
const SCRIPT_CASES: readonly Case[] = [
  HELP,
  ...WATCHING,
  { some: /^--watch(?:-?all)?=false$|^--no-watch$|^--once$/i, is: finite('it is told not to watch') },
  { first: FINITE_SCRIPT, is: finite('a build script ends by itself') },
  { first: SERVER_SCRIPT, is: DEV_SERVER },
  // a script that is called after the tool that it runs
  { first: TOOL_SCRIPT, second: /^(?:dev|develop|serve|start|preview|watch)$/, is: DEV_SERVER },
];
const SCRIPT: ProgramNode = { cases: SCRIPT_CASES };
const START: ProgramNode = { cases: [HELP], otherwise: DEV_SERVER };
const TEST: ProgramNode = { cases: WATCHING };
const INSTALL: ProgramNode = {
  cases: [
    { has: 'help|dry-run|version', is: quick('it only shows what it would do') },
    { has: 'offline', is: finite('it takes what is there already') },
  ],
  otherwise: slow('an install fetches over the network'),
};
const PRINTS: ProgramNode = { otherwise: quick('it prints and ends') };
const RUNS: ProgramNode = { runs: { effect: { externalOnly: true } } };

/** Programs of the JavaScript world that yarn, pnpm and bun run by their name alone. */
const TOOLS: ReadonlySet<string> = new Set([
  ...[...webTools, ...reloaders].flatMap((row) => row.names),
  ...words('http-server live-server json-server browser-sync lite-server concurrently'),
]);
/** What `yarn NAME` runs when NAME is no script that tells: a tool, else a script of which nothing is known. */
const BINARY: ProgramNode['runs'] = {
  only: TOOLS,
  effect: { externalOnly: true },
  nothing: finite('what the script does is unknown'),
};

const NPM_OPTIONS =
  'w: C: c: p: workspace= prefix= loglevel= registry= userconfig= cache= tag= script-shell= omit= include= package= call=';
const PNPM_OPTIONS =
  'C: F: filter= dir= prefix= reporter= loglevel= registry= store-dir= stream? workspace-concurrency=';
const YARN_OPTIONS = 'cwd= mutex= cache-folder= modules-folder= registry= include= exclude= from= since? j: jobs=';
const NPX: ProgramNode = {
  options: 'p: c: w: package= workspace= call= cache= userconfig= registry= node-arg= loglevel= prefix= shell=',
  runs: { text: '-c|--call', effect: { externalOnly: true } },
};
const YARN_SUBS: NonNullable<ProgramNode['subs']> = {
  run: SCRIPT,
  start: START,
  test: TEST,
  'install|add|upgrade|up|global|import|link|upgrade-interactive': INSTALL,
  exec: RUNS,
  dlx: { options: 'p: package=', ...RUNS },
  'list|why|info|config|versions|outdated|licenses|bin|dir|help|version': PRINTS,
};

export const runners: readonly ProgramRow[] = [
  {
    names: ['npm', 'cnpm', 'tnpm'],
    options: NPM_OPTIONS,
    subs: {
      'run|run-script|rum|urn': SCRIPT,
      start: START,
      'test|t|tst': TEST,
      'install|i|in|ins|add|ci|clean-install|ic|install-clean|install-test|it|cit|update|up|upgrade|rebuild|dedupe|ddp':
        INSTALL,
      'exec|x': NPX,
      'init|create|innit': { otherwise: finite('it makes a project') },
      'ls|list|view|v|info|show|outdated|config|get|set|root|prefix|bin|whoami|version|help|explain|why|pkg|query':
        PRINTS,
    },
    catches: [
      'npm run dev',
      'npm --prefix web run dev',
      'npm run dev --workspace web',
      'npm -w ui run start:dev',
      'npm start',
      'npm install',
      'npm ci',
      'npm i -D nodemon',
      'npm exec vite',
      'npm exec -- vite',
      'npm exec -c "vite"',
      'npm run test -- --watch',
      'npm run build:watch',
      'npm run watch',
      'npm test -- --watchAll',
      'npm run dev-server',
      'npm run tauri dev',
      'npm run tauri -- dev',
    ],
    spares: [
      'npm test',
      'npm run build',
      'npm run build:dev',
      'npm run install-hooks',
      'npm ls',
      'npm run lint',
      'npm run',
      'npm run dev:setup',
      'npm test -- --watch=false',
      'npm view x version',
      'npm uninstall x',
      'npm ci --offline',
      'npm run start:ci',
      'npm audit',
    ],
  },
  {
    names: ['pnpm'],
    options: PNPM_OPTIONS,
    subs: {
      'run|run-script': SCRIPT,
      start: START,
      'test|t|tst': TEST,
      'install|i|add|update|up|upgrade|fetch|import|rebuild|deploy': INSTALL,
      exec: { options: PNPM_OPTIONS, ...RUNS },
      dlx: { options: 'package=', ...RUNS },
      'list|ls|why|outdated|root|bin|config|store|licenses|audit': PRINTS,
    },
    cases: SCRIPT_CASES,
    runs: BINARY,
    catches: [
      'pnpm vite',
      'pnpm tsc --watch',
      'pnpm turbo dev',
      'pnpm dev',
      'pnpm run dev',
      'pnpm --filter web dev',
      'pnpm -r run watch',
      'pnpm -w dev',
      'pnpm install',
      'pnpm add -w x',
      'pnpm exec vite',
      'pnpm dlx create-x',
      'pnpm -C web start',
      'pnpm -F web run dev',
    ],
    spares: ['pnpm test', 'pnpm build', 'pnpm run compile', 'pnpm list', 'pnpm lint', 'pnpm build:dev'],
  },
  {
    names: ['yarn', 'yarnpkg'],
    options: YARN_OPTIONS,
    subs: {
      ...YARN_SUBS,
      workspace: { drop: 1, subs: YARN_SUBS, cases: SCRIPT_CASES, runs: BINARY },
      workspaces: {
        subs: { foreach: { options: YARN_OPTIONS, subs: { run: SCRIPT, exec: RUNS } }, run: SCRIPT, focus: INSTALL },
      },
    },
    cases: [HELP, { words: [0, 0], is: slow('bare yarn installs') }, ...SCRIPT_CASES],
    runs: BINARY,
    catches: [
      'yarn next dev',
      'yarn jest --watch',
      'yarn tauri dev',
      'yarn dev',
      'yarn run dev',
      'yarn',
      'yarn --frozen-lockfile',
      'yarn install',
      'yarn add -D nodemon',
      'yarn start',
      'yarn dev --port 5194',
      'yarn dlx x',
      'yarn --cwd web dev',
      'yarn exec vite',
      'yarn workspace web dev',
      'yarn workspace web run start',
      'yarn workspaces foreach -A run dev',
    ],
    spares: [
      'yarn test',
      'yarn build',
      'yarn lint',
      'yarn --version',
      'yarn why x',
      'yarn remove x',
      'yarn workspace web build',
    ],
  },
  {
    names: ['bun'],
    options:
      'c: r: e: p: F: d: l: cwd= config= preload= env-file= filter= port= define= print= eval= loader= external= target= outdir= outfile= sourcemap= conditions=',
    subs: {
      run: { cases: [{ has: 'watch|hot', is: WATCHES }, ...SCRIPT_CASES] },
      'test|build': { cases: [{ has: 'watch|hot', is: WATCHES }] },
      'install|i|add|a|update|upgrade|create|c': INSTALL,
      x: { options: 'p: package=', ...RUNS },
      'pm|outdated|why|info': PRINTS,
    },
    cases: [HELP, { has: 'watch|hot', is: WATCHES }, ...SCRIPT_CASES],
    runs: BINARY,
    catches: [
      'bun vite',
      'bun dev',
      'bun run dev',
      'bun --watch x.ts',
      'bun --hot x.ts',
      'bun test --watch src',
      'bun install',
      'bun add x',
      'bun x vite',
      'bun start',
      'bun run --watch x.ts',
      'bun --cwd web run dev',
      'bun run --filter web dev',
    ],
    spares: ['bun test', 'bun run build', 'bun x.ts', 'bun build a.ts', 'bun pm ls'],
  },
  {
    names: ['npx', 'bunx', 'pnpx'],
    ...NPX,
    cases: [{ has: 'version|help', words: [0, 0], is: quick('it prints its help') }],
    catches: [
      'npx vite',
      'npx -y tsc -p . --watch',
      'npx --yes -p typescript tsc -w',
      'bunx vite',
      'npx -- vite',
      'npx -c "tsc -w"',
    ],
    spares: ['npx', 'npx --version'],
  },
  {
    names: ['nr', 'run-p', 'run-s', 'npm-run-all', 'npm-run-all2', 'wireit'],
    options: 'max-parallel=',
    cases: [{ some: SERVER_SCRIPT, is: DEV_SERVER }],
    catches: ['nr dev', 'run-p dev:*', 'npm-run-all --parallel build watch'],
    spares: ['nr build', 'run-s clean build'],
  },
  {
    names: ['uv'],
    options: 'directory= project= config-file= cache-dir= color=',
    subs: {
      run: {
        options:
          'p: w: with= with-editable= with-requirements= extra= group= only-group= no-group= no-extra= package= env-file= python= refresh-package= upgrade-package= index= default-index= index-url= extra-index-url= directory= project= m: module=',
        cases: [
          {
            value: ['m|module', ['http.server', 'uvicorn', 'flask', 'gunicorn', 'streamlit', 'celery', 'jupyter']],
            is: DEV_SERVER,
          },
        ],
        runs: { effect: { externalOnly: true } },
      },
      'sync|add|lock': INSTALL,
      pip: { subs: { 'install|sync|download': INSTALL } },
      tool: {
        subs: { run: { options: 'p: w: from= with= python= index-url=', ...RUNS }, 'install|upgrade': INSTALL },
      },
      python: { subs: { 'install|upgrade': INSTALL } },
    },
    catches: [
      'uv run uvicorn api:app',
      'uv run --with x pytest --watch',
      'uv sync',
      'uv add x',
      'uv pip install x',
      'uv tool run x serve',
      'uv --directory a run flask run',
      'uv run -- flask run',
      'uv run -m http.server',
    ],
    spares: ['uv pip list', 'uv version', 'uv tool list'],
  },
  {
    names: ['uvx'],
    options: 'p: w: from= with= python= index-url=',
    cases: [{ has: 'version|help', words: [0, 0], is: quick('it prints its help') }],
    ...RUNS,
    catches: ['uvx mkdocs serve', 'uvx --from x y'],
    spares: ['uvx --version'],
  },
  {
    names: ['poetry', 'pipenv', 'pdm', 'hatch', 'rye', 'pixi', 'poe'],
    options: 'C: P: e: p: project= directory= manifest-path= env=',
    subs: {
      run: {
        options: 'e: p: env= manifest-path=',
        cases: [{ first: SERVER_SCRIPT, words: [1, 1], is: DEV_SERVER }],
        runs: { effect: { externalOnly: true } },
      },
      'install|add|update|lock|sync|self|upgrade': INSTALL,
      env: { subs: { run: { options: 'e:', runs: { effect: { externalOnly: true } } } } },
    },
    catches: [
      'poetry run flask run',
      'pipenv run python -m http.server',
      'poetry install',
      'pipenv install',
      'hatch run serve',
      'pixi run tail -f x',
      'pdm run dev',
    ],
    spares: ['poetry show', 'poetry build', 'pipenv graph', 'poetry env info'],
  },
  {
    names: words(`
      mise rtx asdf direnv devbox pkgx fnm volta rbenv pyenv nodenv goenv rustup sdk jenv ghcup juliaup swiftly
    `),
    options: 'C: E: e: j: config= env= cd= jobs=',
    subs: {
      'exec|x': {
        options: 'c: using= command=',
        runs: { dashes: 'if-there', text: '-c|--command', effect: { externalOnly: true } },
      },
      'run|r': {
        options: 'node= npm= yarn= using= install=',
        cases: [{ first: SERVER_SCRIPT, words: [1, 1], is: DEV_SERVER }],
        runs: { dashes: 'if-there', effect: { externalOnly: true } },
      },
      'install|i|upgrade|update|use|up|add|sync|self-update': {
        cases: [{ has: 'help|dry-run|version', is: SUBCOMMAND }],
        otherwise: slow('an install fetches over the network'),
      },
      'toolchain|component|target|plugin|plugins': { subs: { 'install|add|update': INSTALL } },
      'watch|w': { otherwise: WATCHES },
    },
    catches: [
      'mise exec -- tail -f x',
      'mise exec node@20 -- vite',
      'mise install',
      'mise run dev',
      'mise x -c "tail -f y"',
      'rustup toolchain install stable',
      'pyenv install 3.12',
      'mise watch build',
      'pyenv exec tail -f x',
      'direnv exec . tail -f x',
    ],
    spares: ['mise ls', 'rustup show', 'pyenv versions', 'direnv allow'],
  },
  {
    names: ['nvm'],
    subs: {
      'install|i': INSTALL,
      'exec|run': {
        options: 'silent?',
        runs: { skipWords: /^(?:v?\d[\d.]*|lts\/.*|stable|default|system|current)$/, effect: { externalOnly: true } },
      },
    },
    catches: ['nvm install 20', 'nvm exec 20 vite', 'nvm exec vite'],
    spares: ['nvm ls', 'nvm use 20', 'nvm exec 20'],
  },
  {
    names: ['guix', 'flox', 'devenv'],
    subs: {
      'shell|environment|activate|time-machine': {
        runs: { dashes: 'only', effect: { externalOnly: true }, nothing: finite('a shell ends with its input') },
      },
      'install|pull|upgrade|update': INSTALL,
    },
    catches: ['guix shell jq -- tail -f x', 'flox activate -- vite', 'devenv shell -- vite', 'guix install x'],
    spares: ['guix shell', 'devenv info'],
  },
  {
    names: ['make', 'gmake', 'bmake', 'just', 'task', 'inv', 'doit'],
    options: 'C: f: I: o: d: t: directory= file= justfile= working-directory= taskfile= dir=',
    cases: [
      HELP,
      { has: 'n|dry-run|just-print|recon|q|question|list|summary', is: quick('it runs nothing') },
      { has: 'watch', is: WATCHES },
      {
        first: /^(?:serve|server|watch|livehtml|runserver|devserver|dev-server|start-dev|run-dev|storybook)$/,
        is: DEV_SERVER,
      },
    ],
    catches: ['make serve', 'make -C docs livehtml', 'just watch', 'make -j4 watch', 'task --watch build'],
    spares: ['make', 'make docs', 'make check', 'make -n serve', 'make -j 8 all', 'make dev', 'just test'],
  },
];
