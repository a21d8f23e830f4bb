/** Package managers and runners that start a project's scripts or a package's program. */

import type { Case, ProgramNode, ProgramRow } from '../program-row.ts';
import { finite, quick, slow } from '../program-row.ts';
import { DEV_SERVER, HELP, WATCHES } from './outcomes.ts';

/** Names by which projects call the scripts that serve or watch; `dev:setup` and the like end. */
export const SERVER_SCRIPT =
  /^(?:(?:dev|develop|start|serve|server|watch|preview|storybook|livereload|hot)(?:[:.-](?!(?:build|test|lint|setup|install|check|clean|seed|migrate|deploy|down|stop|reset|typecheck|init|e2e|generate|gen|deps|db:\w+)$)[\w:.-]+)?|[\w.-]+:(?:dev|serve|watch|start))$/;
/** `build:dev` builds for development. */
const BUILD_SCRIPT =
  /^(?:build|compile|bundle|lint|test|deploy|release|install|docker|db|migrate|seed|format|generate|codegen|typecheck|clean)[:.-](?:dev|start|serve|server)$/;

const WATCHING: Case = { has: 'watch|watchAll|watch-all', is: WATCHES };
const SCRIPT: ProgramNode = {
  cases: [
    HELP,
    WATCHING,
    { some: /^--watch(?:All)?$/, is: WATCHES },
    { first: BUILD_SCRIPT, is: finite('a build script ends by itself') },
    { first: SERVER_SCRIPT, is: DEV_SERVER },
  ],
};
const INSTALL: ProgramNode = {
  cases: [{ has: 'help|dry-run|version', is: quick('it only shows what it would do') }],
  otherwise: slow('an install fetches over the network'),
};
const RUNS: ProgramNode = { runs: { effect: { externalOnly: true }, dashes: 'if-there' } };
const START: ProgramNode = { cases: [HELP], otherwise: DEV_SERVER };
const TEST: ProgramNode = { cases: [WATCHING, { some: /^--watch(?:All)?$/, is: WATCHES }] };

const NPM_OPTIONS =
  'w: C: c: p: workspace= prefix= loglevel= registry= userconfig= cache= tag= script-shell= omit= include= package= call= filter= F: dir= cwd= mode= reporter= elide-lines=';
const NPX_OPTIONS =
  'p: c: w: package= workspace= call= cache= userconfig= registry= node-arg= node-options= loglevel= prefix= shell= bun?';

export const runners: readonly ProgramRow[] = [
  {
    names: ['npm', 'cnpm', 'tnpm'],
    options: NPM_OPTIONS,
    subs: {
      'run|run-script|rum|urn': SCRIPT,
      start: START,
      'test|t|tst': TEST,
      'install|i|in|ins|add|ci|clean-install|ic|install-clean|install-test|it|cit|update|up|upgrade|link|rebuild|audit|dedupe|ddp':
        INSTALL,
      'exec|x': { ...RUNS, options: NPX_OPTIONS },
      'init|create|innit': { otherwise: finite('it makes a project') },
      'ls|list|view|v|info|show|outdated|config|get|set|root|prefix|bin|whoami|version|help|explain|why|pkg|query': {
        otherwise: quick('it prints and ends'),
      },
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
      'npm run test -- --watch',
      'npm run build:watch',
      'npm run watch',
      'npm test -- --watchAll',
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
    ],
  },
  {
    names: ['pnpm'],
    options: NPM_OPTIONS,
    subs: {
      'run|run-script': SCRIPT,
      start: START,
      'test|t|tst': TEST,
      'install|i|add|update|up|upgrade|fetch|import|rebuild|link|deploy': INSTALL,
      exec: { ...RUNS, options: NPX_OPTIONS },
      dlx: { ...RUNS, options: NPX_OPTIONS },
    },
    cases: SCRIPT.cases ?? [],
    catches: [
      'pnpm dev',
      'pnpm run dev',
      'pnpm --filter web dev',
      'pnpm -r run watch',
      'pnpm install',
      'pnpm add x',
      'pnpm exec vite',
      'pnpm dlx create-x',
      'pnpm -C web start',
    ],
    spares: ['pnpm test', 'pnpm build', 'pnpm run compile', 'pnpm list', 'pnpm lint', 'pnpm build:dev'],
  },
  {
    names: ['yarn', 'yarnpkg'],
    options: NPM_OPTIONS,
    cases: [HELP, { words: [0, 0], is: slow('bare yarn installs') }, ...(SCRIPT.cases ?? [])],
    subs: {
      run: SCRIPT,
      start: START,
      test: TEST,
      'install|add|upgrade|up|global|import|link|upgrade-interactive': INSTALL,
      'exec|dlx': { ...RUNS, options: NPX_OPTIONS },
      workspace: { options: '', runs: { skip: 1, effect: {} } },
      workspaces: { subs: { 'foreach|run': SCRIPT, focus: INSTALL } },
    },
    catches: [
      'yarn dev',
      'yarn run dev',
      'yarn',
      'yarn install',
      'yarn add -D nodemon',
      'yarn start',
      'yarn dev --port 5194',
      'yarn dlx x',
      'yarn --cwd web dev',
      'yarn exec vite',
    ],
    spares: ['yarn test', 'yarn build', 'yarn lint', 'yarn --version', 'yarn why x', 'yarn remove x'],
  },
  {
    names: ['bun'],
    options:
      'cwd= c: config= r: preload= env-file= e: p: filter= F: port= define= d: print= eval= loader= l: external= target= outdir= outfile= sourcemap= conditions= hot? smol? b?',
    cases: [HELP, { has: 'watch|hot', is: WATCHES }, ...(SCRIPT.cases ?? [])],
    subs: {
      run: { cases: [{ has: 'watch|hot', is: WATCHES }, ...(SCRIPT.cases ?? [])] },
      test: { cases: [{ has: 'watch|hot', is: WATCHES }] },
      build: { cases: [{ has: 'watch', is: WATCHES }] },
      'install|i|add|a|update|upgrade|link|create|c': INSTALL,
      x: { ...RUNS, options: NPX_OPTIONS },
    },
    catches: [
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
    ],
    spares: ['bun test', 'bun run build', 'bun x.ts', 'bun build a.ts', 'bun pm ls'],
  },
  {
    names: ['npx', 'bunx', 'pnpx', 'nlx'],
    options: NPX_OPTIONS,
    cases: [
      { has: 'version|help', words: [0, 0], is: quick('it prints its help') },
      { has: 'c|call', is: finite('what it calls is not looked into') },
    ],
    runs: { effect: { externalOnly: true } },
    catches: ['npx vite', 'npx -y tsc -p . --watch', 'npx --yes -p typescript tsc -w', 'bunx vite', 'npx -- vite'],
    spares: ['npx', 'npx --version'],
  },
  {
    names: ['corepack', 'nr'],
    subs: { 'yarn|pnpm|npm': { otherwise: finite('a package manager') } },
    cases: [{ first: SERVER_SCRIPT, is: DEV_SERVER }],
    catches: ['nr dev'],
    spares: ['nr build', 'corepack enable'],
  },
  {
    names: ['uv'],
    options: 'p: directory= project= config-file= cache-dir= color= python= index-url=',
    subs: {
      run: {
        options:
          'p: w: m? with= with-editable= with-requirements= extra= group= only-group= package= env-file= python= refresh-package= index= default-index= index-url= extra-index-url= no-group= no-extra= upgrade-package= isolated? script? s? module?',
        runs: { effect: { externalOnly: true } },
      },
      'sync|add|lock': INSTALL,
      pip: { subs: { 'install|sync|compile|download': INSTALL } },
      tool: {
        subs: {
          run: { options: 'p: w: from= with= python= index-url=', runs: { effect: { externalOnly: true } } },
          'install|upgrade': INSTALL,
        },
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
    ],
    spares: ['uv pip list', 'uv version', 'uv tool list'],
  },
  {
    names: ['uvx'],
    options: 'p: w: from= with= python= index-url=',
    cases: [{ has: 'version|help', words: [0, 0], is: quick('it prints its help') }],
    runs: { effect: { externalOnly: true } },
    catches: ['uvx mkdocs serve', 'uvx --from x y'],
    spares: ['uvx --version'],
  },
  {
    names: ['poetry', 'pipenv', 'pdm', 'hatch', 'rye', 'pixi'],
    options: 'C: P: e: p: project= directory= manifest-path= env=',
    subs: {
      run: { options: 'e: env= manifest-path=', runs: { effect: { externalOnly: true } } },
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
    ],
    spares: ['poetry show', 'poetry build', 'pipenv graph', 'poetry env info'],
  },
  {
    names: [
      'mise',
      'rtx',
      'asdf',
      'direnv',
      'devbox',
      'devenv',
      'flox',
      'pkgx',
      'hermit',
      'nvm',
      'fnm',
      'volta',
      'rbenv',
      'pyenv',
      'nodenv',
      'goenv',
      'rustup',
      'sdk',
      'jenv',
      'ghcup',
      'juliaup',
      'swiftly',
    ],
    options: 'C: E: e: j: c: config= env= using= cd= jobs= command=',
    subs: {
      'exec|x': {
        options: 'using= c: command=',
        runs: { dashes: 'if-there', skip: 0, effect: { externalOnly: true } },
      },
      'run|r': {
        cases: [{ first: SERVER_SCRIPT, is: DEV_SERVER }],
        options: 'using= c: command= node= npm= yarn=',
        runs: { dashes: 'if-there', effect: { externalOnly: true } },
      },
      'install|i|upgrade|update|use|up|add|sync|self-update': INSTALL,
      'toolchain|component|target|plugin|plugins': { subs: { 'install|add|update': INSTALL } },
      'watch|w': { otherwise: WATCHES },
    },
    catches: [
      'mise exec -- tail -f x',
      'mise exec node@20 -- vite',
      'mise install',
      'mise run dev',
      'rustup toolchain install stable',
      'pyenv install 3.12',
      'nvm install 20',
      'mise watch build',
      'pyenv exec tail -f x',
    ],
    spares: ['mise ls', 'rustup show', 'pyenv versions', 'nvm ls', 'direnv allow'],
  },
  {
    names: [
      'make',
      'gmake',
      'just',
      'task',
      'invoke',
      'inv',
      'doit',
      'nox',
      'tox',
      'poe',
      'mage',
      'ninja',
      'cmake',
      'meson',
      'scons',
      'bmake',
    ],
    options: 'C: f: j? I: o: l? W? d: t: b: directory= file= jobs? justfile= working-directory= taskfile= dir=',
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
