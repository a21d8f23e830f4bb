/** Network servers, databases and daemons, tunnels, and small programs that serve a folder. */

import type { ProgramNode, ProgramRow } from '../program-row.ts';
import { conditional, endless, finite, quick, words } from '../program-row.ts';
import { DAEMON, HELP, HELP_SHORT, SERVES } from './outcomes.ts';

const SERVING: ProgramNode = {
  cases: [HELP, { has: 'd|D|daemon|detach|detached|background', is: DAEMON }],
  otherwise: SERVES,
};

/** Logs of an allocation, which `-f` follows. */
const FOLLOWS: ProgramNode = {
  options: 'task= n= c= job=',
  singleDash: true,
  cases: [{ has: 'f', is: endless('it follows logs') }],
};

export const daemons: readonly ProgramRow[] = [
  {
    // modules of Python, run by `python -m`
    names: [
      'http.server',
      'SimpleHTTPServer',
      'pyftpdlib',
      'aiosmtpd',
      'xmlrpc.server',
      'vllm.entrypoints.openai.api_server',
      'llama_cpp.server',
      'sglang.launch_server',
    ],
    cases: [{ has: 'h|help', is: quick('it prints its help') }],
    otherwise: SERVES,
    catches: ['http.server', 'http.server 8000 -d web'],
    spares: ['http.server --help'],
  },
  {
    names: ['redis-server', 'valkey-server', 'keydb-server'],
    options: 'daemonize= port= test-memory=',
    cases: [
      HELP,
      { has: 'v|h|test-memory', is: quick('it prints and ends') },
      { value: ['daemonize', ['yes']], is: DAEMON },
    ],
    otherwise: SERVES,
    catches: ['redis-server', 'redis-server --port 7000', 'redis-server --daemonize yes'],
    spares: ['redis-server --version', 'redis-server -v'],
  },
  {
    names: words(`
      memcached haproxy stunnel lighttpd unbound mosquitto privoxy tinyproxy vsftpd
    `),
    options: 'c: f: p: l: m: u: t: n: N: L: a: b: s:',
    cases: [
      HELP_SHORT,
      { has: 'c', and: 'V', is: quick('it checks its settings') },
      { has: 'd|daemon|daemonize|D', is: DAEMON },
    ],
    otherwise: SERVES,
    catches: ['memcached', 'memcached -d -p 11211', 'haproxy -f h.cfg', 'mosquitto -c m.conf'],
    spares: ['memcached --help', 'memcached -V'],
  },
  {
    names: ['dnsmasq'],
    options: 'C: p: u: conf-file= port=',
    cases: [
      HELP,
      { has: 'test|v|w', is: quick('it checks and ends') },
      { has: 'd|k|no-daemon|keep-in-foreground', is: SERVES },
    ],
    otherwise: DAEMON,
    catches: ['dnsmasq', 'dnsmasq -k'],
    spares: ['dnsmasq --test'],
  },
  {
    names: ['mongod', 'mongos'],
    options: 'f: config= dbpath= logpath= port= bind_ip=',
    cases: [HELP, { has: 'fork', is: DAEMON }, { has: 'shutdown', is: quick('it stops a server') }],
    otherwise: SERVES,
    catches: ['mongod', 'mongod --dbpath /tmp/db', 'mongod --fork --logpath x'],
    spares: ['mongod --version', 'mongod --shutdown'],
  },
  {
    names: ['mysqld', 'mysqld_safe', 'mariadbd', 'mariadbd-safe', 'postgres'],
    options: 'D: p: c: C: k: port= config= datadir=',
    cases: [
      HELP_SHORT,
      {
        has: 'initialize|initialize-insecure|single|boot|check|C|describe-config|validate-config',
        is: finite('it prepares or checks and ends'),
      },
      { has: 'daemonize', is: DAEMON },
    ],
    otherwise: SERVES,
    catches: ['mysqld --datadir=/tmp/d', 'postgres -D /tmp/pg', 'mysqld --daemonize'],
    spares: ['mysqld --initialize', 'postgres --version'],
  },
  {
    names: words(`
      clickhouse-server etcd nats-server rabbitmq-server prometheus grafana-server alertmanager node_exporter loki
      promtail otelcol telegraf fluentd fluent-bit logstash filebeat elasticsearch opensearch meilisearch qdrant
      typesense-server zookeeper-server-start zookeeper-server-start.sh kafka-server-start kafka-server-start.sh
      influxd dockerd containerd buildkitd kubelet smbd coredns syncthing slapd php-fpm mediamtx turnserver
      livekit-server llama-server chromedriver geckodriver tsserver Xvfb Xephyr Xvnc x11vnc weston anvil ganache
      solana-test-validator geth bitcoind openvpn traefik envoy weaviate rethinkdb rqlited verdaccio
    `),
    options: 'C? p: c: f: port= config= config.file=',
    cases: [
      { has: 'help|version|V', is: quick('it prints its help') },
      {
        first: [
          'version',
          'help',
          'healthcheck',
          'init',
          'account',
          'attach',
          'console',
          'validate',
          'check',
          'generate',
          'snapshot',
          'restore',
        ],
        is: finite('an ordinary subcommand'),
      },
      { has: 'configtest|check-config|check|verify-config|dry-run|t', is: finite('it checks and ends') },
      { has: 'd|daemon|daemonize|detached|detach|fork|deploy', is: DAEMON },
    ],
    otherwise: SERVES,
    catches: [
      'prometheus --config.file=x',
      'Xvfb :99 -screen 0 1x1x24',
      'etcd',
      'chromedriver --port=9515',
      'elasticsearch -d',
      'traefik',
    ],
    spares: ['prometheus --version', 'elasticsearch --help', 'traefik version', 'geth attach'],
  },
  {
    names: ['nginx', 'openresty', 'angie'],
    singleDash: true,
    options: 'c: g: p: s: e:',
    cases: [
      { has: 't|T|v|V|h|?', is: quick('it checks and ends') },
      { has: 's', is: quick('it signals a running server') },
      { value: ['g', /daemon\s+off/], is: SERVES },
    ],
    otherwise: DAEMON,
    catches: ['nginx -g "daemon off;"', 'nginx', 'nginx -c /tmp/n.conf'],
    spares: ['nginx -t', 'nginx -s reload', 'nginx -v'],
  },
  {
    names: ['httpd', 'apache2', 'apachectl', 'apache2ctl'],
    options: 'D: d: f: C: c: k: E:',
    cases: [
      { has: 't|v|V|h|l|L|S|M', is: quick('it checks and ends') },
      { value: ['k', ['stop', 'graceful', 'restart', 'graceful-stop']], is: quick('it signals a running server') },
      { value: ['D', ['FOREGROUND', 'NO_DETACH']], is: SERVES },
      { has: 'X', is: SERVES },
      {
        first: ['stop', 'restart', 'graceful', 'configtest', 'status', 'fullstatus', 'graceful-stop'],
        is: quick('it signals a running server'),
      },
    ],
    otherwise: DAEMON,
    catches: ['httpd -D FOREGROUND', 'httpd', 'apache2 -X', 'apachectl -k start'],
    spares: ['httpd -t', 'apachectl configtest', 'apachectl -k stop'],
  },
  {
    names: ['sshd'],
    options: 'f: h: p: o: E: b: C: c: g: k: u:',
    cases: [
      { has: 't|T|V|G', is: quick('it checks and ends') },
      { has: 'D|d', is: SERVES },
    ],
    otherwise: DAEMON,
    catches: ['sshd -D', '/usr/sbin/sshd', 'sshd -D -p 2222'],
    spares: ['sshd -t'],
  },
  {
    names: ['cron', 'crond', 'rsyslogd', 'cupsd', 'avahi-daemon', 'pulseaudio', 'supervisord'],
    options: 'c: l: L: config-file= configuration=',
    cases: [
      HELP_SHORT,
      { has: 'k|kill|check', is: quick('it asks a running daemon') },
      { has: 'f|foreground|n|nodaemon|nofork', is: SERVES },
    ],
    otherwise: DAEMON,
    catches: ['cron -f', 'supervisord -n', 'crond', 'supervisord -c s.conf'],
    spares: ['supervisord --version'],
  },
  {
    names: ['caddy', 'frankenphp'],
    subs: {
      'run|file-server|reverse-proxy|respond|php-server': { cases: [HELP], otherwise: SERVES },
      start: { otherwise: DAEMON },
    },
    catches: ['caddy run', 'caddy file-server --listen :2015', 'caddy start', 'caddy reverse-proxy --to :9'],
    spares: ['caddy validate', 'caddy stop', 'caddy reload'],
  },
  {
    names: words(`
      minio cockroach surreal pocketbase chroma dolt ipfs inngest inngest-cli kong gitea forgejo
      weed turso centrifugo
    `),
    options: 'config= config-path= port= p: host= h:',
    subs: {
      'server|serve|agent|start|start-single-node|web|daemon|sql-server|dev|demo': SERVING,
      run: {
        options: 'port= path= host=',
        cases: [{ first: /./, is: finite('an ordinary subcommand') }],
        otherwise: SERVING.otherwise ?? SERVES,
      },
    },
    catches: [
      'minio server /tmp/d',
      'cockroach start-single-node --insecure',
      'surreal start',
      'chroma run',
      'dolt sql-server',
    ],
    spares: ['minio --version', 'cockroach sql', 'dolt sql -q "select 1"'],
  },
  {
    names: ['vault', 'consul', 'nomad', 'boundary'],
    singleDash: true,
    options: 'config= config-dir= data-dir= bind= address= node=',
    subs: {
      'server|agent|proxy|dev': { ...SERVING, singleDash: true, cases: [HELP] },
      'monitor|watch': { singleDash: true, cases: [HELP], otherwise: endless('it reports until it is stopped') },
      alloc: { subs: { logs: FOLLOWS, fs: FOLLOWS } },
      logs: FOLLOWS,
    },
    catches: [
      'vault server -dev',
      'consul agent -dev',
      'nomad agent -config x',
      'nomad alloc logs -f 8a',
      'nomad monitor',
      'consul watch -type=key -key=x cat',
    ],
    spares: ['nomad alloc logs 8a', 'vault status', 'consul members', 'nomad run job.nomad', 'vault server -help'],
  },
  {
    names: ['temporal', 'localstack', 'neo4j', 'dapr'],
    options: 'port= p: app-id=',
    subs: {
      server: { subs: { 'start-dev|start': SERVING } },
      'console|dashboard|start': SERVING,
    },
    catches: ['temporal server start-dev', 'localstack start', 'localstack start -d', 'neo4j console'],
    spares: ['temporal workflow list', 'localstack stop', 'neo4j status'],
  },
  {
    names: words(`
      live-server http-server serve servor sirv browser-sync json-server simple-http-server miniserve dufs devd
      mailpit mailhog MailHog maildev localtunnel lt smee code-server openvscode-server ttyd gotty wetty webfsd
      toxiproxy-server wiremock mockserver moto_server dask-scheduler s6-svscan runsvdir luigid twistd darkhttpd thttpd mitmproxy mitmdump mitmweb selenium-server selenium-standalone appium sshuttle chisel frpc frps cloud-sql-proxy
      cloud_sql_proxy lite-server start-storybook functions-framework elm-live next-server
      webpack-dev-server
    `),
    options: 'p: a: l: port= host= config= c: r: M: listen=',
    cases: [
      HELP,
      {
        first: ['reload', 'recipe', 'init', 'driver', 'plugin', 'setup', 'verify', 'status', 'install'],
        is: finite('an ordinary subcommand'),
      },
      { has: 'D|daemon', is: DAEMON },
    ],
    otherwise: SERVES,
    catches: [
      'live-server',
      'http-server -p 8080 dist',
      'serve -s build',
      'json-server db.json',
      'mailpit',
      'sshuttle -r gw 10.0.0.0/8',
    ],
    spares: ['serve --version', 'http-server --help', 'appium driver list'],
  },
  {
    names: words(`
      chromium chromium-browser google-chrome google-chrome-stable chrome chrome-headless-shell msedge brave-browser
    `),
    cases: [
      HELP,
      { has: 'dump-dom|screenshot|print-to-pdf|product-version', is: finite('it renders one page') },
      {
        has: 'remote-debugging-port|remote-debugging-pipe',
        is: { ...SERVES, reason: 'a browser under remote control stays open' },
      },
    ],
    options: 'remote-debugging-port= user-data-dir= window-size= proxy-server=',
    catches: ['chromium --headless --remote-debugging-port=9222 about:blank'],
    spares: ['google-chrome --headless --screenshot https://x', 'chromium --version'],
  },
  {
    names: ['emulator', 'qemu-system-x86_64', 'qemu-system-aarch64'],
    singleDash: true,
    options: 'avd= port= gpu= m= smp= drive= hda= cdrom= netdev= device= kernel= append= initrd= memory= cores=',
    cases: [HELP, { has: 'list-avds|version|daemonize', is: finite('it prints and ends') }],
    otherwise: { ...SERVES, reason: 'a virtual machine runs until it is switched off' },
    catches: ['emulator -avd Pixel -no-window', 'qemu-system-x86_64 -m 2G -hda x.img'],
    spares: ['emulator -list-avds', 'qemu-system-x86_64 --version'],
  },
  {
    names: ['openocd'],
    options: 'f: file= s: search= d? debug? l: log_output= c: command=',
    cases: [HELP, { value: ['c', /\b(?:exit|shutdown)\b/], is: finite('its commands end it') }],
    otherwise: { ...SERVES, reason: 'it serves debuggers until it is stopped' },
    catches: ['openocd -f board/st_nucleo_f4.cfg', 'openocd -f a.cfg -c init'],
    spares: [
      'openocd --version',
      'openocd -f a.cfg -c "program fw.elf verify reset exit"',
      'openocd -c init -c shutdown',
    ],
  },
  {
    names: ['ray'],
    options: 'address= port= head?',
    cases: [
      { first: ['start'], has: 'block', is: SERVES },
      { first: ['start'], is: DAEMON },
    ],
    catches: ['ray start --head --block', 'ray start --head'],
    spares: ['ray status', 'ray stop'],
  },
  {
    names: ['autossh'],
    options: 'M: B: b: c: D: E: e: F: I: i: J: L: l: m: O: o: p: Q: R: S: W: w:',
    cases: [
      { has: 'V', is: quick('it prints its version') },
      { has: 'f', is: DAEMON },
    ],
    otherwise: { ...SERVES, reason: 'it reconnects until it is stopped' },
    catches: ['autossh -M 0 -N gw.example', 'autossh -f -M 0 gw.example'],
    spares: ['autossh -V'],
  },
  {
    names: ['ngrok', 'cloudflared', 'zrok', 'loclx', 'devtunnel', 'bore', 'tunnelmole', 'tmole'],
    options: 'config= url= p: to= port=',
    cases: [
      HELP,
      {
        first: [
          'tunnel',
          'share',
          'host',
          'http',
          'tcp',
          'tls',
          'start',
          'start-all',
          'proxy-dns',
          'local',
          'server',
          'run',
        ],
        second: ['list', 'create', 'delete', 'login', 'route', 'info', 'cleanup', 'token', 'ingress', 'show'],
        is: finite('an ordinary subcommand'),
      },
      {
        first: [
          'tunnel',
          'share',
          'host',
          'http',
          'tcp',
          'tls',
          'start',
          'start-all',
          'proxy-dns',
          'local',
          'server',
          'run',
          'access',
        ],
        is: { ...SERVES, reason: 'a tunnel stays open until it is stopped' },
      },
      { first: /^\d+$/, is: { ...SERVES, reason: 'a tunnel stays open until it is stopped' } },
    ],
    catches: [
      'ngrok http 3000',
      'cloudflared tunnel --url http://127.0.0.1:1',
      'cloudflared tunnel run x',
      'bore local 3000 --to bore.pub',
    ],
    spares: ['ngrok config check', 'cloudflared tunnel list', 'ngrok --version'],
  },
  {
    names: ['tailscale'],
    subs: {
      'serve|funnel': {
        cases: [
          { has: 'bg', is: quick('it hands the work to the daemon') },
          { first: ['status', 'reset', 'off', 'get-config', 'set-config'], is: quick('it asks or tells the daemon') },
        ],
        otherwise: SERVES,
      },
    },
    catches: ['tailscale funnel 3000', 'tailscale serve 80'],
    spares: ['tailscale status', 'tailscale serve --bg 80', 'tailscale serve status'],
  },
  {
    names: ['pg_ctl', 'pg_ctlcluster'],
    options: 'D: l: o: t: m: pgdata= log= timeout=',
    cases: [{ some: ['start', 'restart'], is: DAEMON }],
    catches: ['pg_ctl -D /tmp/pg start', 'pg_ctl -D d -l log restart'],
    spares: ['pg_ctl -D d stop', 'pg_ctl status'],
  },
  {
    names: ['iperf', 'iperf3'],
    options: 'c: p: t: n: B: i: P: b: client= port= time= interval=',
    cases: [
      HELP_SHORT,
      { has: 's|server', and: '1|one-off', is: conditional('it serves one client, who may never come') },
      { has: 's|server', and: 'D|daemon', is: DAEMON },
      { has: 's|server', is: SERVES },
    ],
    catches: ['iperf3 -s', 'iperf3 -s -D', 'iperf3 -s -1'],
    spares: ['iperf3 -c host -t 5', 'iperf3 --version'],
  },
  {
    names: ['jupyter', 'jupyter-lab', 'jupyter-notebook', 'jupyter-server'],
    options: 'port= ip= notebook-dir= config=',
    cases: [
      HELP,
      {
        first: [
          'nbconvert',
          'kernelspec',
          'execute',
          'troubleshoot',
          'labextension',
          'serverextension',
          'trust',
          'run',
          'migrate',
          'nbextension',
          'bundlerextension',
        ],
        is: finite('an ordinary subcommand'),
      },
      {
        some: ['list', 'stop', 'build', 'clean', 'path', 'paths', 'password', 'workspaces', 'extension'],
        is: finite('an ordinary subcommand'),
      },
      { has: 'paths|config-dir|data-dir|runtime-dir|generate-config', is: quick('it prints and ends') },
    ],
    otherwise: SERVES,
    catches: ['jupyter lab --no-browser', 'jupyter notebook', 'jupyter-lab'],
    spares: ['jupyter nbconvert x.ipynb', 'jupyter server list', 'jupyter lab build', 'jupyter --paths'],
  },
];
