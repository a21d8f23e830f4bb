/** Clients of forges and clouds: they look, fetch, or follow logs and builds. */

import type { Case, Outcome, ProgramNode, ProgramRow } from '../program-row.ts';
import { conditional, endless, finite, quick, server, slow } from '../program-row.ts';
import { HELP } from './outcomes.ts';

const FOLLOWS_LOGS = endless('it follows logs');
/** Remote CI work has a time limit of its own, and its own watch is the right way to wait for it. */
const CI: Outcome = {
  bound: 'finite',
  role: 'ordinary',
  waitsForCi: true,
  reason: 'it ends with the run that it watches',
};

const CLOUD_OPTIONS = 'project= region= zone= name= n: g: resource-group= format= limit= account= command=';
const CLOUD_CASES: readonly Case[] = [
  HELP,
  { some: ['tail', 'stream-logs', 'log-tail'], is: FOLLOWS_LOGS },
  { some: ['logs', 'log'], has: 'follow|f|stream', is: FOLLOWS_LOGS },
  {
    some: ['start-iap-tunnel', 'proxy', 'port-forward', 'emulators', 'emulator'],
    is: server('it stays open until it is stopped'),
  },
  { some: ['clone'], is: slow('a clone may take minutes') },
  {
    first: ['components', 'extension'],
    second: ['install', 'update', 'add'],
    is: slow('an install fetches over the network'),
  },
];
const GCLOUD_SUBS: NonNullable<ProgramNode['subs']> = {
  builds: {
    subs: { log: { cases: [{ has: 'stream', is: { ...CI, reason: 'it ends with the build that it follows' } }] } },
  },
  compute: {
    subs: {
      ssh: {
        options: CLOUD_OPTIONS,
        runs: {
          dashes: 'only',
          text: '--command',
          effect: { elsewhere: true },
          nothing: finite('a session ends with its input'),
        },
      },
    },
    cases: CLOUD_CASES,
  },
};

const LOOK = quick('it looks once');
/** Subcommands of a forge's client that only look. */
const LOOKS: Readonly<Record<string, ProgramNode>> = {
  'view|list|ls|status|diff|show': { otherwise: LOOK },
};

export const cloudClients: readonly ProgramRow[] = [
  {
    names: ['gh'],
    options: 'R: repo= L: limit= json= q: jq= t: template= b: w: f: F: H: X: i: interval=',
    subs: {
      run: {
        subs: { watch: { otherwise: CI }, download: { otherwise: slow('it fetches over the network') }, ...LOOKS },
      },
      pr: { subs: { checks: { cases: [{ has: 'watch', is: CI }], otherwise: LOOK }, ...LOOKS } },
      'issue|workflow|label|secret|variable|gist|search|auth|project|ruleset|cache': { subs: LOOKS },
      'codespace|cs': { subs: { logs: { cases: [{ has: 'f|follow', is: FOLLOWS_LOGS }] } } },
      webhook: { subs: { forward: { otherwise: server('it forwards until it is stopped') } } },
      repo: { subs: { clone: { otherwise: slow('a clone may take minutes') }, ...LOOKS } },
      release: { subs: { ...LOOKS, download: { otherwise: slow('it fetches over the network') } } },
      extension: { subs: { 'install|upgrade': { otherwise: slow('it fetches over the network') } } },
    },
    catches: [
      'gh repo clone a/b',
      'gh release download v1',
      'gh webhook forward --repo=a/b',
      'gh -R a/b run download 4',
    ],
    spares: [
      'gh run watch 42 --exit-status',
      'gh pr checks 4 --watch',
      'gh run list',
      'gh pr view 4 --json state',
      'gh issue create -t x -b y',
    ],
  },
  {
    names: ['glab'],
    options: 'R: repo= b: branch= p: F: output= t: d: title= description=',
    subs: {
      'ci|pipe|pipeline': {
        subs: {
          trace: { otherwise: { ...CI, reason: 'it ends with the job that it follows' } },
          status: { cases: [{ has: 'live|l', is: CI }], otherwise: LOOK },
          view: { otherwise: endless('it refreshes without end') },
          'list|get': { otherwise: LOOK },
        },
      },
      'mr|issue|release|label|variable': { subs: LOOKS },
      'repo|project': { subs: { clone: { otherwise: slow('a clone may take minutes') } } },
    },
    catches: ['glab ci view', 'glab repo clone a/b'],
    spares: ['glab ci status', 'glab ci trace 88', 'glab mr view 12 -F json', 'glab ci status --live'],
  },
  {
    names: ['heroku', 'dokku', 'render', 'scalingo', 'clever', 'eb', 'gigalixir', 'platform'],
    options: 'a: app= n: num= s: source= d: dyno= p: r: remote= ps= lines=',
    subs: {
      'run|run:inside': {
        options: 'a: app= s: size= e: env= type= r: remote=',
        runs: { as: 'shell', effect: { elsewhere: true } },
      },
    },
    cases: [
      HELP,
      { first: ['logs', 'log', 'logs:tail'], has: 'tail|t|follow|f|stream', is: FOLLOWS_LOGS },
      { first: ['logs:tail'], is: FOLLOWS_LOGS },
      { first: ['local', 'ps:exec', 'proxy'], is: server('it stays open until it is stopped') },
    ],
    catches: [
      'heroku logs --tail',
      'heroku logs -t -a x',
      'heroku local web',
      'dokku logs app -t',
      'heroku run -a x tail -f y',
    ],
    spares: ['heroku ps', 'heroku logs -n 50', 'eb logs'],
  },
  {
    // these follow unless they are told not to
    names: ['fly', 'flyctl', 'railway', 'cf'],
    options:
      'a: app= c: config= r: region= i: machine= instance= o: org= s: service= e: environment= lines= d: deployment=',
    subs: {
      ssh: {
        subs: {
          console: {
            options: 'C: command= a: app=',
            runs: {
              dashes: 'only',
              text: '-C|--command',
              effect: { elsewhere: true },
              nothing: finite('a session ends with its input'),
            },
          },
        },
      },
    },
    cases: [
      HELP,
      { first: ['logs'], has: 'no-tail|n|recent|lines', is: quick('it prints what is there') },
      { first: ['logs'], is: FOLLOWS_LOGS },
      { first: ['proxy', 'wireguard'], is: server('it stays open until it is stopped') },
    ],
    catches: [
      'fly logs',
      'fly logs -a x',
      'fly proxy 5432',
      'fly ssh console -C "tail -f x"',
      'cf logs app',
      'railway logs',
    ],
    spares: ['fly status', 'fly logs --no-tail', 'cf logs app --recent', 'fly deploy', 'railway up'],
  },
  {
    names: ['doctl', 'koyeb', 'northflank', 'qovery'],
    options: 'app= type= context= c:',
    cases: [HELP, { some: ['logs', 'log'], has: 'follow|f|tail', is: FOLLOWS_LOGS }],
    catches: ['doctl apps logs x --follow'],
    spares: ['doctl apps logs x', 'doctl compute droplet list'],
  },
  {
    names: ['stripe', 'twilio', 'hookdeck', 'pulumi'],
    options: 'forward-to= events= api-key= project-name= s: stack=',
    cases: [
      HELP,
      { first: ['listen'], is: server('it listens until it is stopped') },
      { first: ['logs', 'log'], has: 'f|follow', is: FOLLOWS_LOGS },
      { first: ['logs'], second: ['tail'], is: FOLLOWS_LOGS },
      { first: ['run', 'activity'], is: server('it stays connected until it is stopped') },
      { first: ['watch'], is: endless('it runs again on each change and never ends') },
    ],
    catches: ['stripe listen --forward-to localhost:3000', 'stripe logs tail', 'pulumi logs -f', 'pulumi watch'],
    spares: ['stripe trigger x', 'pulumi preview'],
  },
  {
    names: ['aws'],
    options:
      'region= profile= output= query= endpoint-url= log-group-name= since= format= filter-pattern= cli-read-timeout= cli-connect-timeout=',
    cases: [
      { first: ['logs'], second: ['tail'], has: 'follow', is: FOLLOWS_LOGS },
      { first: ['logs'], second: ['start-live-tail'], is: endless('a live tail goes on for hours') },
      { first: ['ssm'], second: ['start-session'], is: conditional('a session stays open until it is closed') },
    ],
    catches: [
      'aws logs tail /x --follow',
      'aws --profile p logs tail /x --follow --since 5m',
      'aws ssm start-session --target i-1',
    ],
    spares: ['aws logs tail /x --since 5m', 'aws s3 ls', 'aws ecs wait services-stable --services x'],
  },
  {
    names: ['gcloud'],
    options: CLOUD_OPTIONS,
    subs: {
      'beta|alpha|preview': { options: CLOUD_OPTIONS, subs: GCLOUD_SUBS, cases: CLOUD_CASES },
      ...GCLOUD_SUBS,
    },
    cases: CLOUD_CASES,
    catches: [
      'gcloud logging tail "x"',
      'gcloud beta run services logs tail x',
      'gcloud run services proxy x',
      'gcloud compute start-iap-tunnel vm 22',
      'gcloud compute ssh vm --zone z --command "tail -f x"',
      'gcloud beta compute ssh vm -- -N',
    ],
    spares: ['gcloud logging read x --limit 5', 'gcloud builds submit', 'gcloud compute ssh vm'],
  },
  {
    names: ['az', 'oci', 'ibmcloud', 'aliyun'],
    options: CLOUD_OPTIONS,
    cases: CLOUD_CASES,
    catches: ['az webapp log tail -n x', 'az containerapp logs show -n x --follow', 'az extension add -n x'],
    spares: ['az group list', 'az vm list'],
  },
];
