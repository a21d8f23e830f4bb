/** Programs that start another one again on each change, or keep it running. */

import type { ProgramRow } from '../program-row.ts';
import { conditional, finite, quick, words } from '../program-row.ts';
import { DAEMON, HELP, HELP_SHORT, SERVES, SUBCOMMAND, WATCHES } from './outcomes.ts';

const AGAIN = 'it runs its command again on each change and never ends';

export const reloaders: readonly ProgramRow[] = [
  {
    names: words(`
      nodemon ts-node-dev tsnd node-dev supervisor bacon air modd gow wgo CompileDaemon watchfiles watchmedo hupper
      jurigged watchman-make pytest-watch ptw when-changed chokidar onchange rerun npm-watch ghcid
    `),
    options: 'w: e: x: i: c: d: watch= exec= ext= ignore= config= delay= command=',
    cases: [HELP_SHORT, { first: ['init', 'version'], is: SUBCOMMAND }],
    otherwise: WATCHES,
    catches: [
      'nodemon',
      'nodemon server.js',
      'nodemon --exec "npm test"',
      'air',
      'watchmedo auto-restart -- python x.py',
      'ptw',
      'air -c .air.toml',
    ],
    spares: ['nodemon --version', 'air init'],
  },
  {
    names: ['tsx', 'ts-node', 'ts-node-esm', 'babel-node'],
    options: 'r: e: p? require= import= tsconfig= loader= env-file= P: O: project=',
    cases: [
      { first: ['watch'], is: WATCHES },
      { has: 'watch', is: WATCHES },
    ],
    catches: ['tsx watch src/server.ts', 'tsx --watch a.ts'],
    spares: ['tsx src/build.ts', 'ts-node a.ts'],
  },
  {
    names: ['watchexec'],
    options:
      'w: W: e: f: i: s: d: r? E: j: o: watch= watch-non-recursive= exts= filter= filter-file= ignore= ignore-file= signal= debounce= delay-run= shell= wrap-process= stop-signal= stop-timeout= emit-events-to= on-busy-update= env= restart? workdir= color= fs-events= map-signal= watch-file=',
    cases: [{ has: 'help|version|h|V|manual|completions', is: quick('it prints its help') }],
    runs: { as: 'shell', effect: { repeats: true }, nothing: WATCHES, reason: AGAIN },
    catches: ['watchexec -e js npm test', 'watchexec -r -- cargo run', 'watchexec make'],
    spares: ['watchexec --version'],
  },
  {
    names: ['entr'],
    runs: {
      text: '-s',
      effect: { repeats: true },
      when: [{ has: 'z', effect: { repeatsUntil: 'entr -z ends with the first run, which waits for a change' } }],
      reason: AGAIN,
    },
    catches: ['entr make', 'entr -r npm start', 'entr -z make', 'entr -s "make test"', 'entr -cs "make test"'],
    spares: ['entr'],
  },
  {
    names: ['pm2'],
    options: 'n: i: lines= name= e: o: l: format= max-memory-restart= cron= interpreter=',
    cases: [
      HELP,
      { first: ['logs', 'log'], has: 'nostream', is: quick('it prints what is there') },
      {
        first: ['logs', 'log', 'monit', 'dashboard', 'dash', 'attach'],
        is: {
          bound: 'endless',
          role: 'follow',
          reason: 'it follows logs',
          remedy: 'pm2 logs --nostream --lines <count>',
        },
      },
      { first: ['start', 'restart', 'reload', 'resurrect'], has: 'no-daemon|attach', is: SERVES },
      { first: ['start', 'serve', 'resurrect'], is: DAEMON },
    ],
    catches: ['pm2 logs', 'pm2 start app.js', 'pm2 monit', 'pm2 start npm -- start'],
    spares: ['pm2 list', 'pm2 stop all', 'pm2 delete app', 'pm2 logs --nostream --lines 20', 'pm2 restart app'],
  },
  {
    names: ['pm2-runtime', 'pm2-docker', 'pm2-dev'],
    cases: [HELP],
    otherwise: SERVES,
    catches: ['pm2-runtime app.js'],
    spares: ['pm2-runtime --version'],
  },
  {
    names: ['forever'],
    options: 'l: o: e: c: p: m: uid=',
    cases: [
      HELP,
      { first: ['stop', 'stopall', 'list', 'restartall', 'cleanlogs', 'columns', 'config'], is: SUBCOMMAND },
      { first: ['start'], is: DAEMON },
      { first: ['logs'], has: 'f', is: conditional('it follows logs') },
      { first: ['logs'], is: finite('it prints logs') },
    ],
    otherwise: SERVES,
    catches: ['forever start app.js', 'forever app.js', 'forever logs -f'],
    spares: ['forever list', 'forever stopall'],
  },
];
