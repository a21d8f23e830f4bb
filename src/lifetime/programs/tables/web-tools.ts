/** Development servers, bundlers and watchers of the JavaScript world, and makers of static sites. */

import type { Case, ProgramNode, ProgramRow } from '../program-row.ts';
import { conditional, counted, endless, finite, server, slow, words } from '../program-row.ts';
import { DAEMON, DEV_SERVER, HELP, HELP_SHORT, SUBCOMMAND, WATCH_FLAG, WATCHES } from './outcomes.ts';

const SERVE: ProgramNode = { options: 'p: c: port= config= host= H: hostname=', cases: [HELP], otherwise: DEV_SERVER };
const FOLLOWS: ProgramNode = { cases: [HELP], otherwise: conditional('it follows logs') };
const WATCH: ProgramNode = { cases: [HELP], otherwise: WATCHES };
const LOGS: ProgramNode = { cases: [{ has: 'f|follow|t|tail', is: endless('it follows logs') }] };
const LONG_WATCH: Case = { has: 'watch|watchAll|watch-all', is: WATCHES };

export const webTools: readonly ProgramRow[] = [
  {
    names: ['vite', 'wmr', 'snowpack'],
    options: 'c: m: l: config= mode= base= port= logLevel= outDir=',
    subs: {
      build: { options: 'w? outDir= mode=', cases: [HELP, { has: 'w|watch', is: WATCHES }] },
      'optimize|init|add': { otherwise: SUBCOMMAND },
    },
    cases: [HELP],
    otherwise: DEV_SERVER,
    catches: ['vite', 'vite dev', 'vite preview', 'vite --port 3000', 'vite build --watch', 'vite web --port 1'],
    spares: ['vite build', 'vite --version', 'vite optimize'],
  },
  {
    names: words(`
      next nuxt nuxi astro remix react-router gatsby docusaurus vue-cli-service react-scripts craco blitz redwood rw
      strapi medusa directus sanity  quasar ember webpack webpack-cli rspack rsbuild vinxi electron-vite
      vitepress vuepress slidev rspress histoire ladle farm umi web-dev-server wds storybook sb trunk dx partykit
      wxt plasmo electron-forge docsify mockoon-cli mastra react-native vike hardhat encore wails tauri func garden
      skaffold devspace
    `),
    options: 'p: c: port= config= host= mode=',
    subs: {
      'dev|develop|serve|server|preview|start|storybook|node|host|log-android|log-ios': {
        ...SERVE,
        cases: [HELP, { first: ['stop', 'list', 'status'], is: SUBCOMMAND }],
      },
      watch: WATCH,
    },
    cases: [HELP, WATCH_FLAG, { has: 'serve', is: DEV_SERVER }],
    catches: [
      'next dev',
      'next start -p 3000',
      'astro dev',
      'webpack serve',
      'webpack --watch',
      'webpack -w',
      'storybook dev -p 6006',
      'react-scripts start',
      'tauri dev',
      'vitepress dev docs',
      'rsbuild dev',
      'hardhat node',
      'skaffold dev',
    ],
    spares: [
      'next build',
      'astro check',
      'webpack',
      'storybook build',
      'gatsby clean',
      'next lint',
      'skaffold run',
      'slidev export',
    ],
  },
  {
    names: words(`
      ng nest expo eleventy hugo zola mdbook hexo cobalt netlify ntl prism redocly shopify tinacms genkit web-ext
    `),
    options: 'p: c: s: d: port= config= host= project= configuration= source= destination=',
    subs: {
      'serve|s|server|dev|start|preview|preview-docs|mock|dev:exec': SERVE,
      watch: WATCH,
      'app|theme|hydrogen': { subs: { 'dev|preview|log|logs': SERVE } },
      'logs:function|logs:deploy': FOLLOWS,
    },
    cases: [HELP, WATCH_FLAG, { has: 'serve', is: DEV_SERVER }],
    catches: [
      'ng serve',
      'ng build --watch',
      'nest start --watch',
      'expo start',
      'hugo server',
      'hugo -w',
      'eleventy --serve',
      'mdbook serve',
      'netlify dev',
      'shopify theme dev',
      'hexo s',
    ],
    spares: ['ng build', 'ng test --no-watch', 'hugo', 'expo export', 'nest build', 'zola build', 'eleventy'],
  },
  {
    names: ['wrangler'],
    options: 'c: config= env= e:',
    subs: {
      dev: SERVE,
      tail: FOLLOWS,
      pages: { subs: { dev: SERVE, deployment: { subs: { tail: FOLLOWS } } } },
    },
    catches: ['wrangler dev', 'wrangler tail', 'wrangler pages dev dist', 'wrangler pages deployment tail'],
    spares: ['wrangler deploy', 'wrangler d1 execute x'],
  },
  {
    names: ['vercel', 'vc'],
    options: 'A: Q: t: S: local-config= token= scope= cwd=',
    subs: { dev: SERVE, 'logs|log': { cases: [{ has: 'f|follow', is: endless('it follows logs') }] } },
    catches: ['vercel dev', 'vercel logs x --follow'],
    spares: ['vercel deploy', 'vercel env pull', 'vercel --prod'],
  },
  {
    names: ['firebase'],
    options: 'P: project= only= config= port= p:',
    subs: {
      'serve|emulators:start|apphosting:emulator': SERVE,
      'emulators:exec|deploy': { otherwise: SUBCOMMAND },
    },
    catches: ['firebase emulators:start --only firestore', 'firebase serve'],
    spares: ['firebase deploy', 'firebase emulators:exec "npm test"'],
  },
  {
    names: ['sam', 'sls', 'serverless', 'sst', 'amplify', 'cdk', 'cdklocal'],
    options: 's: r: t: stage= region= profile= template= template-file= config-env=',
    subs: {
      local: { subs: { 'start-api|start-lambda': SERVE } },
      sync: { cases: [{ has: 'watch', is: WATCHES }] },
      logs: LOGS,
      'offline|dev': { cases: [HELP], otherwise: DEV_SERVER },
      watch: WATCH,
      sandbox: {
        cases: [
          { has: 'once', is: counted('--once ends it') },
          { first: ['delete', 'secret'], is: SUBCOMMAND },
        ],
        otherwise: WATCHES,
      },
    },
    catches: [
      'sam local start-api',
      'sam logs -n x --tail',
      'serverless offline',
      'sst dev',
      'cdk watch',
      'sam sync --watch',
    ],
    spares: ['sam build', 'sam local invoke', 'sst deploy', 'cdk deploy', 'sam logs -n x'],
  },
  {
    names: ['supabase', 'convex'],
    subs: {
      functions: { subs: { serve: SERVE } },
      dev: {
        cases: [HELP, { has: 'once|until-success', is: counted('it ends after one push') }],
        otherwise: DEV_SERVER,
      },
      logs: FOLLOWS,
    },
    catches: ['supabase functions serve', 'convex dev', 'convex logs'],
    spares: ['supabase start', 'supabase db push', 'convex dev --once', 'convex deploy'],
  },
  {
    names: ['tilt', 'okteto', 'telepresence'],
    subs: {
      'up|logs': {
        cases: [
          { has: 'stream', is: endless('it follows logs') },
          { has: 'help|detach|d', is: SUBCOMMAND },
        ],
        otherwise: DEV_SERVER,
      },
    },
    catches: ['tilt up', 'okteto up'],
    spares: ['tilt down', 'tilt ci', 'okteto deploy'],
  },
  {
    names: ['shadow-cljs', 'ionic'],
    subs: { 'watch|server|serve|s': SERVE },
    catches: ['shadow-cljs watch app', 'ionic serve'],
    spares: ['shadow-cljs release app', 'ionic start x blank'],
  },
  {
    names: ['n8n'],
    subs: {
      'start|worker|webhook': SERVE,
      'execute|export:workflow|import:workflow|export:credentials|import:credentials|license:info|user-management:reset':
        {
          otherwise: SUBCOMMAND,
        },
    },
    cases: [HELP],
    otherwise: DEV_SERVER,
    catches: ['n8n', 'n8n start'],
    spares: ['n8n execute --id 4', 'n8n --version'],
  },
  {
    names: ['parcel'],
    subs: { 'build|help': { cases: [WATCH_FLAG] } },
    cases: [HELP],
    otherwise: DEV_SERVER,
    catches: ['parcel index.html', 'parcel watch x', 'parcel serve x'],
    spares: ['parcel build index.html'],
  },
  {
    names: words(`
      tsc tsgo vue-tsc rollup rolldown babel swc sass postcss tailwindcss tailwind mocha ava graphql-codegen tsup
      tsdown rslib stylus coffee unocss rescript pyright basedpyright spago panda
    `),
    options: 'p: o: i: t: f: d: r: project= format= outDir= output= input=',
    cases: [HELP, WATCH_FLAG],
    catches: [
      'tsc -w',
      'tsc -p . --watch',
      'tsc --build --watch',
      'tsc -b -w',
      'rollup -cw',
      'sass --watch a:b',
      'tailwindcss -i a -o b --watch',
      'mocha -w',
      'babel src -d lib -w',
      'pyright --watch',
    ],
    spares: ['tsc -p .', 'tsc --noEmit', 'rollup -c', 'mocha', 'tsc --watch=false'],
  },
  {
    names: words(`
      jest svelte-check relay-compiler ruff knip elm-test typedoc unbuild esbuild gotestsum dune buf lake mypy
      bazel buck2 wtr web-test-runner stencil templ karma
    `),
    options: 'c: t: p: k: m: config= testNamePattern= project= servedir= outdir= outfile=',
    cases: [HELP, LONG_WATCH, { has: 'serve|servedir', is: DEV_SERVER }],
    catches: [
      'jest --watch src/',
      'jest --watchAll',
      'esbuild a.js --watch',
      'esbuild --servedir=www',
      'dune build --watch',
    ],
    spares: ['jest', 'jest --watch=false', 'jest -w 4', 'karma start', 'ruff check .'],
  },
  {
    names: ['pytest', 'py.test'],
    options: 'k: m: c: p: n: W: r: o: rootdir= cov= maxfail= timeout= durations= tb= basetemp= junitxml= ignore=',
    cases: [HELP, { has: 'f|looponfail|watch', is: WATCHES }],
    catches: ['pytest -f', 'pytest --looponfail'],
    spares: ['pytest -q', 'pytest dev', 'pytest -k watch'],
  },
  {
    names: ['stack'],
    options: 'resolver= stack-yaml= work-dir= ghc-options=',
    subs: {
      'setup|update|upgrade': { otherwise: slow('it fetches over the network') },
      'exec|runghc': { runs: { dashes: 'if-there', effect: { externalOnly: true } } },
    },
    cases: [HELP, { has: 'file-watch|file-watch-poll', is: WATCHES }],
    catches: ['stack build --file-watch', 'stack setup', 'stack exec -- tail -f x'],
    spares: ['stack build', 'stack test --fast'],
  },
  {
    names: ['ibazel'],
    cases: [HELP],
    otherwise: WATCHES,
    catches: ['ibazel test //...', 'ibazel run //x'],
    spares: ['ibazel --help'],
  },
  {
    names: ['meteor'],
    options: 'p: port= settings=',
    subs: {
      'add|update|npm|create': { otherwise: slow('it fetches over the network') },
      test: { cases: [{ has: 'once', is: finite('it runs once') }], otherwise: DEV_SERVER },
    },
    cases: [HELP, { words: [0, 0], is: DEV_SERVER }, { first: ['run', 'debug', 'test-packages'], is: DEV_SERVER }],
    catches: ['meteor', 'meteor --port 4000', 'meteor run', 'meteor update'],
    spares: ['meteor build out', 'meteor list', 'meteor --version'],
  },
  {
    names: ['electron', 'electronmon'],
    cases: [HELP_SHORT, { words: [0, 0], is: finite('without an application it has nothing to do') }],
    otherwise: conditional('it stays until its window is closed'),
    catches: ['electron .', 'electron dist/main.js'],
    spares: ['electron --version'],
  },
  {
    names: ['elm', 'elm-reactor'],
    subs: { reactor: { otherwise: DEV_SERVER } },
    cases: [HELP],
    catches: ['elm reactor', 'elm reactor --port=8001'],
    spares: ['elm make src/Main.elm'],
  },
  {
    names: ['adonis', 'ace'],
    subs: { serve: { otherwise: DEV_SERVER } },
    cases: [HELP],
    catches: ['adonis serve --dev'],
    spares: ['ace migration:run'],
  },
  {
    names: ['vitest', 'ginkgo', 'typst', 'quarto', 'gulp', 'grunt', 'phpunit-watcher'],
    options: 'c: t: p: config= testNamePattern= project=',
    subs: {
      'watch|dev': { cases: [HELP], otherwise: WATCHES },
      'serve|preview': { cases: [HELP], otherwise: DEV_SERVER },
      run: { cases: [LONG_WATCH] },
    },
    cases: [HELP, { has: 'run', is: finite('it runs once') }, LONG_WATCH, { has: 'w|ui', is: WATCHES }],
    catches: [
      'vitest --watch',
      'vitest -w',
      'vitest watch',
      'vitest dev',
      'vitest --ui',
      'gulp watch',
      'typst watch a.typ',
      'ginkgo watch',
    ],
    spares: ['vitest run', 'vitest', 'vitest run --watch=false', 'vitest --run', 'gulp', 'typst compile a.typ'],
  },
  {
    names: ['latexmk'],
    cases: [{ has: 'pvc', is: WATCHES }],
    singleDash: true,
    catches: ['latexmk -pdf -pvc a.tex'],
    spares: ['latexmk -pdf a.tex'],
  },
  {
    names: ['playwright', 'cypress', 'puppeteer'],
    subs: {
      'install|install-deps|browsers': {
        cases: [
          { has: 'dry-run|list|help', is: SUBCOMMAND },
          { first: ['list', 'clear'], is: SUBCOMMAND },
        ],
        otherwise: slow('it fetches browsers over the network'),
      },
      'open|codegen|show-report|show-trace|run-server': {
        cases: [HELP],
        otherwise: server('it stays open until it is closed'),
      },
      test: { cases: [{ has: 'ui|debug', is: server('it stays open until it is closed') }] },
    },
    catches: [
      'playwright install',
      'playwright install --with-deps chromium',
      'cypress open',
      'playwright show-report',
      'playwright test --ui',
    ],
    spares: ['playwright test', 'cypress run', 'playwright install --dry-run'],
  },
  {
    names: ['nx', 'turbo', 'moon', 'lerna', 'rush', 'lage'],
    options: 'p: t: filter= scope= projects= target= configuration=',
    subs: {
      'run|r|run-many|exec': {
        options: 't: target= filter= scope=',
        cases: [
          { has: 'watch', is: WATCHES },
          { first: /^(?:[\w@/.-]+:)?(?:dev|serve|start|watch|storybook|preview)$/, is: DEV_SERVER },
          { value: ['t|target|targets', /^(?:dev|serve|start|watch|storybook|preview)$/], is: DEV_SERVER },
        ],
      },
      'dev|serve|start|watch|preview|storybook|dev-server': { cases: [HELP], otherwise: DEV_SERVER },
      graph: { cases: [{ has: 'file|print', is: SUBCOMMAND }], otherwise: DEV_SERVER },
    },
    cases: [{ has: 'watch', is: WATCHES }],
    catches: [
      'nx serve web',
      'turbo run dev',
      'turbo dev',
      'nx run web:serve',
      'lerna run dev',
      'nx run-many -t serve',
      'turbo watch build',
    ],
    spares: ['nx build web', 'turbo run build', 'lerna run test', 'nx affected -t test', 'turbo prune'],
  },
  {
    names: ['prisma', 'drizzle-kit'],
    subs: {
      studio: { otherwise: DEV_SERVER },
      dev: {
        cases: [
          { has: 'd|detach', is: DAEMON },
          { first: ['ls', 'stop', 'rm'], is: SUBCOMMAND },
        ],
        otherwise: DEV_SERVER,
      },
    },
    cases: [{ has: 'watch', is: WATCHES }],
    catches: ['prisma studio', 'drizzle-kit studio', 'prisma generate --watch'],
    spares: ['prisma migrate deploy', 'prisma generate', 'drizzle-kit push'],
  },
  {
    names: ['deno'],
    options: 'c: config= import-map= lock= env-file= location=',
    subs: {
      'serve|lsp|jupyter': { otherwise: server('it serves until it is stopped') },
      task: { cases: [{ first: /^(?:dev|start|serve|watch|preview)(?::.*)?$/, is: DEV_SERVER }] },
      'install|cache|add|upgrade|i': { otherwise: slow('it fetches over the network') },
    },
    cases: [HELP, { has: 'watch|watch-hmr', is: WATCHES }],
    catches: ['deno serve x.ts', 'deno task dev', 'deno run --watch x.ts', 'deno install x', 'deno test --watch'],
    spares: ['deno test', 'deno run x.ts', 'deno task build', 'deno fmt'],
  },
];
