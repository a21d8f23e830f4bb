/** Docker, Podman and Compose. What runs in an image is unknown unless a command is given. */

import type { Outcome, ProgramNode, ProgramRow } from '../program-row.ts';
import { conditional, counted, endless, finite, quick, server, slow } from '../program-row.ts';

const RUN_OPTIONS =
  'a: c: e: h: l: m: p: u: v: w: add-host= annotation= arch= attach= authfile= blkio-weight= cap-add= cap-drop= cgroup-parent= cgroupns= cgroups= cidfile= conmon-pidfile= cpu-period= cpu-quota= cpu-shares= cpus= cpuset-cpus= cpuset-mems= detach-keys= device= device-cgroup-rule= dns= dns-option= dns-search= entrypoint= env= env-file= expose= gpus= group-add= health-cmd= health-interval= health-retries= health-start-period= health-timeout= hostname= image-volume= ip= ip6= ipc= isolation= kernel-memory= label= label-file= link= log-driver= log-opt= mac-address= memory= memory-reservation= memory-swap= mount= name= net= network= network-alias= oom-score-adj= os= pid= pidfile= pids-limit= platform= pod= preserve-fds= publish= pull= restart= runtime= secret= security-opt= shm-size= stop-signal= stop-timeout= storage-opt= sysctl= systemd= timeout= tmpfs= tz= ulimit= umask= user= userns= uts= volume= volume-driver= volumes-from= workdir=';
/** Decided: what a detached container runs is its image's affair and its engine can stop it by name, so it counts as ordinary. */
const DETACHED: Outcome = {
  bound: 'finite',
  returnsAtOnce: true,
  reason: 'the container goes on after the command has returned, until it is stopped through its engine',
};
const SERVER_IMAGE =
  /^(?:[\w.-]+(?::\d+)?\/)*(?:nginx|httpd|caddy|traefik|haproxy|redis|valkey|memcached|postgres|postgis|mysql|mariadb|mongo|rabbitmq|nats|eclipse-mosquitto|minio|elasticsearch|opensearch|kibana|grafana|prometheus|registry|localstack|mailhog|mailpit|keycloak|vault|consul|etcd|zookeeper|kafka|redpanda|clickhouse-server|neo4j|influxdb|ollama|wordpress|adminer|pgadmin4|portainer|jenkins|sonarqube|gitea|n8n|verdaccio)(?:[:@].*)?$/;

const RUN: ProgramNode = {
  options: RUN_OPTIONS,
  cases: [
    { has: 'help', is: quick('it prints its help') },
    { has: 'd|detach', lacks: 'entrypoint', words: [0, 1], is: DETACHED },
    { first: SERVER_IMAGE, lacks: 'entrypoint', words: [1, 1], is: server('that image serves until it is stopped') },
    { lacks: 'entrypoint', words: [0, 1], is: finite('what its image runs is unknown') },
  ],
  runs: {
    skip: 1,
    entry: 'entrypoint',
    // podman run --timeout; docker has no such option
    limit: { option: 'timeout', unit: 'seconds' },
    effect: { elsewhere: true, externalOnly: true },
    when: [{ has: 'd|detach', effect: { returnsAtOnce: true, detaches: true } }],
  },
};
const EXEC: ProgramNode = {
  options: 'e: u: w: l? detach-keys= env= env-file= user= workdir= preserve-fds= index=',
  runs: {
    skip: 1,
    effect: { elsewhere: true, externalOnly: true },
    when: [{ has: 'd|detach', effect: { returnsAtOnce: true, detaches: true } }],
  },
};
const LOGS: ProgramNode = {
  options: 'n: since= tail= until= index=',
  cases: [{ has: 'f|follow', is: conditional('it follows the log until the container ends') }],
  otherwise: quick('it prints the log'),
};
const STATS: ProgramNode = {
  cases: [{ has: 'no-stream', is: quick('it prints one sample') }],
  otherwise: endless('it refreshes without end', 'docker stats --no-stream'),
};
const WAIT: ProgramNode = { otherwise: conditional('it waits until the container ends, however long that takes') };
const ATTACH: ProgramNode = { otherwise: conditional('it stays attached until the container ends') };
const START: ProgramNode = {
  cases: [{ has: 'a|attach|i|interactive', is: conditional('it stays attached until the container ends') }],
};
const EVENTS: ProgramNode = {
  options: 'f: filter= format= since= until=',
  cases: [{ has: 'until', is: counted('--until ends it') }],
  otherwise: endless('it reports events without end', 'docker events --until <time>'),
};
const PULL: ProgramNode = { otherwise: slow('an image pull may take minutes') };

const UP: ProgramNode = {
  options: 't: exit-code-from= attach= no-attach= scale= timeout= wait-timeout= pull=',
  cases: [
    { has: 'help|dry-run', is: quick('it prints its help') },
    {
      has: 'd|detach|wait|no-start',
      is: { ...DETACHED, reason: 'the services go on after the command has returned, until `compose down`' },
    },
    {
      has: 'abort-on-container-exit|exit-code-from|abort-on-container-failure',
      is: finite('it ends with the first container that ends'),
    },
  ],
  otherwise: server('the attached services go on until they are stopped', 'docker compose up -d'),
};
const COMPOSE: ProgramNode = {
  options:
    'f: p: H: file= profile= project-name= project-directory= env-file= ansi= parallel= progress= host= context= log-level=',
  subs: {
    up: UP,
    logs: LOGS,
    exec: EXEC,
    run: {
      options: RUN_OPTIONS,
      cases: [
        { has: 'd|detach', words: [0, 1], is: DETACHED },
        { words: [0, 1], is: finite('what the service runs is unknown') },
      ],
      runs: {
        skip: 1,
        effect: { elsewhere: true, externalOnly: true },
        when: [{ has: 'd|detach', effect: { returnsAtOnce: true, detaches: true } }],
      },
    },
    watch: {
      cases: [{ has: 'dry-run', is: quick('it prints and ends') }],
      otherwise: endless('it rebuilds on each change and never ends'),
    },
    events: EVENTS,
    stats: STATS,
    attach: ATTACH,
    wait: WAIT,
    pull: PULL,
    'ps|ls|config|version|images|port|top|kill|stop|down|rm|pause|unpause': {
      otherwise: quick('it asks or tells the engine'),
    },
  },
};

const ENGINE: NonNullable<ProgramNode['subs']> = {
  run: RUN,
  exec: EXEC,
  logs: LOGS,
  attach: ATTACH,
  wait: WAIT,
  start: START,
  stats: STATS,
  events: EVENTS,
  pull: PULL,
  compose: COMPOSE,
  container: { subs: { run: RUN, exec: EXEC, logs: LOGS, attach: ATTACH, wait: WAIT, start: START, stats: STATS } },
  image: { subs: { pull: PULL } },
  system: { subs: { events: EVENTS } },
  service: { subs: { logs: LOGS } },
  model: { subs: { pull: PULL } },
  machine: { subs: { 'init|start': { otherwise: finite('it starts a machine') } } },
  'ps|images|inspect|version|info|port|top|kill|stop|rm|rmi|network|volume|context|tag|cp|rename|pause|unpause|diff|history':
    { otherwise: quick('it asks or tells the engine') },
};

export const containers: readonly ProgramRow[] = [
  {
    names: ['docker', 'podman', 'nerdctl', 'finch', 'docker.io'],
    options:
      'c: H: l: config= context= host= log-level= tlscacert= tlscert= tlskey= connection= url= root= runroot= namespace= n: address=',
    subs: ENGINE,
    catches: [
      'docker logs -f web',
      'docker -H x logs web --follow',
      'docker compose -f a.yml logs --follow api',
      'docker compose up',
      'docker run -d img',
      'docker run alpine tail -f x',
      'docker exec -it -u 1 web sh -c "tail -f x"',
      'docker stats',
      'docker events',
      'docker wait job',
      'docker pull x',
      'docker run --rm -p 80:80 nginx:1.27',
      'podman logs -f x',
      'docker compose --profile x watch',
      'docker compose up -d',
      'docker attach x',
      'docker run --rm --entrypoint tail img -f x',
      'docker run --entrypoint=sh img -c "tail -f x"',
    ],
    spares: [
      'docker ps -a',
      'docker logs web',
      'docker logs --tail 50 web',
      'docker stats --no-stream',
      'docker build -f x .',
      'docker run --rm img',
      'docker compose up --exit-code-from t',
      'docker compose down',
      'docker compose ps',
      'docker events --until 1m',
    ],
  },
  {
    names: ['docker-compose', 'podman-compose'],
    options: COMPOSE.options ?? '',
    subs: COMPOSE.subs ?? {},
    catches: [
      'docker-compose up',
      'docker-compose -f a.yml logs -f',
      'docker-compose up -d',
      'docker-compose exec web tail -f x',
    ],
    spares: ['docker-compose ps', 'docker-compose down -v', 'docker-compose build'],
  },
  {
    names: ['lxc', 'incus'],
    options: 'project= T? n? env= cwd= user= group= mode=',
    subs: {
      exec: {
        options: 'env= cwd= user= group= mode=',
        runs: { skip: 1, effect: { elsewhere: true, externalOnly: true } },
      },
      monitor: { otherwise: endless('it reports events without end') },
      console: {
        cases: [{ has: 'show-log', is: quick('it prints the log') }],
        otherwise: conditional('it stays attached'),
      },
    },
    catches: ['lxc exec web -- tail -f x', 'lxc monitor', 'incus exec web tail -f x'],
    spares: ['lxc list', 'incus info'],
  },
  {
    names: ['minikube', 'microk8s', 'k3d', 'kind', 'k3s', 'colima', 'orb', 'multipass', 'limactl', 'lima'],
    options: 'p: profile= d: workdir= name= config= wait= m: user= u:',
    subs: {
      'tunnel|dashboard|mount|server|agent': {
        cases: [{ has: 'help', is: quick('it prints its help') }],
        otherwise: { bound: 'endless', role: 'server', reason: 'it stays until it is stopped' },
      },
      logs: { cases: [{ has: 'f|follow', is: endless('it follows logs') }] },
      ssh: {
        runs: {
          dashes: 'if-there',
          as: 'shell',
          effect: { elsewhere: true },
          nothing: finite('a session ends with its input'),
        },
      },
      'exec|shell': { options: 'workdir= d:', runs: { skip: 1, effect: { elsewhere: true, externalOnly: true } } },
    },
    catches: [
      'minikube tunnel',
      'minikube dashboard',
      'k3s server',
      'minikube logs -f',
      'minikube ssh -- tail -f x',
      'multipass exec vm -- tail -f x',
      'limactl shell vm tail -f x',
    ],
    spares: ['minikube status', 'kind create cluster', 'colima list', 'minikube start'],
  },
  {
    names: ['vagrant'],
    cases: [
      { first: ['rsync-auto'], is: endless('it copies on each change and never ends') },
      { first: ['box'], second: ['add', 'update'], is: slow('it fetches an image') },
    ],
    catches: ['vagrant rsync-auto', 'vagrant box add x'],
    spares: ['vagrant status', 'vagrant up'],
  },
];
