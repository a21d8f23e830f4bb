/** Application servers and frameworks of Python, Ruby, PHP, Elixir, Java, .NET and others. */

import type { ProgramNode, ProgramRow } from '../program-row.ts';
import { counted, finite, limited, quick, slow, words } from '../program-row.ts';
import { DAEMON, DEV_SERVER, HELP, HELP_SHORT, SERVES, SUBCOMMAND, WATCHES } from './outcomes.ts';

const FETCHES = slow('it fetches over the network');
const SERVING: ProgramNode = { cases: [HELP], otherwise: SERVES };
const SERVER_COMMANDS = ['s', 'server', 'serve', 'start', 'up', 'dev', 'preview', 'jobs:work', 'solid_queue:start'];
const PHP_CONSOLE = ['artisan', './artisan', 'bin/console', './bin/console', 'spark', './spark'];
const PHP_SERVING = [
  'serve',
  'queue:work',
  'queue:listen',
  'horizon',
  'octane:start',
  'schedule:work',
  'reverb:start',
  'pail',
  'messenger:consume',
  'server:run',
  'server:start',
];
const PHP_LIMITS = 'stop-when-empty|once|time-limit|limit|max-time|max-jobs';

export const appServers: readonly ProgramRow[] = [
  {
    names: ['uvicorn', 'hypercorn', 'daphne', 'waitress-serve', 'granian', 'uwsgi', 'gunicorn'],
    options: 'b: w: k: c: p: d: bind= config= port= host= workers=',
    cases: [
      { has: 'help|version|check-config|print-config', is: quick('it prints and ends') },
      { has: 'D|daemon|daemonize', is: DAEMON },
    ],
    otherwise: SERVES,
    catches: [
      'uvicorn api:app --reload --port 8302',
      'gunicorn app:api --bind 127.0.0.1:5577',
      'gunicorn -D app:api',
      'uwsgi --http :9090',
    ],
    spares: ['uvicorn --version', 'gunicorn --check-config app:api'],
  },
  {
    names: words(`
      streamlit chainlit shiny fastapi marimo reflex solara litestar superset sanic
    `),
    options: 'port= host= p: h: app= config=',
    subs: {
      'run|dev|edit|tutorial': SERVING,
      'init|export|convert|deploy|db|fab|routes|schema|version|cache|config|create|hello|login|check|env': {
        otherwise: SUBCOMMAND,
      },
    },
    catches: ['streamlit run app.py', 'fastapi dev main.py', 'reflex run', 'marimo edit x.py'],
    spares: ['streamlit --version', 'marimo export html x.py', 'superset db upgrade'],
  },
  {
    names: words(`
      panel bokeh vllm lektor nikola mkdocs langgraph open-webui dagster airflow mlflow aim label-studio
    `),
    options: 'port= host= p: h: f: config=',
    subs: {
      'dev|serve|server|ui|gateway|webserver|scheduler|standalone|triggerer|api-server|up|start|auto': SERVING,
      celery: { subs: { 'worker|flower': SERVING } },
    },
    catches: ['mkdocs serve', 'airflow webserver', 'vllm serve x', 'dagster dev', 'mlflow ui', 'airflow celery worker'],
    spares: ['mkdocs build', 'airflow db init', 'mlflow run .', 'dagster job execute -f x', 'nikola build'],
  },
  {
    names: ['prefect'],
    subs: {
      'server|worker|agent': {
        subs: {
          start: {
            options: 'p: pool= port= host= q:',
            cases: [HELP, { has: 'background|b', is: DAEMON }],
            otherwise: SERVES,
          },
        },
      },
    },
    catches: ['prefect server start', 'prefect worker start --pool x'],
    spares: ['prefect worker ls', 'prefect version', 'prefect deployment run x'],
  },
  {
    names: ['tensorboard', 'datasette', 'litellm', 'voila', 'sphinx-autobuild', 'gradio'],
    options: 'port= host= p: logdir= config=',
    cases: [
      HELP,
      {
        first: [
          'publish',
          'package',
          'install',
          'uninstall',
          'plugins',
          'inspect',
          'create-token',
          'dev',
          'cc',
          'deploy',
          'sketch',
        ],
        is: SUBCOMMAND,
      },
      { has: 'inspect|get|create|health|test', is: SUBCOMMAND },
    ],
    otherwise: SERVES,
    catches: ['tensorboard --logdir x', 'datasette x.db', 'sphinx-autobuild docs out'],
    spares: ['datasette publish x', 'tensorboard --inspect --logdir x'],
  },
  {
    names: ['celery', 'rq', 'dramatiq', 'huey_consumer', 'huey_consumer.py', 'arq', 'flower', 'taskiq'],
    options: 'A: app= b: broker= workdir= c: n: Q: l: loglevel= u: url=',
    cases: [
      HELP,
      { has: 'burst|check', is: finite('it ends when the queue is empty') },
      { first: ['worker', 'beat', 'flower', 'events'], has: 'detach|D', is: DAEMON },
      {
        first: [
          'inspect',
          'control',
          'status',
          'purge',
          'call',
          'result',
          'report',
          'list',
          'info',
          'empty',
          'requeue',
          'enqueue',
          'graph',
          'shell',
          'migrate',
          'amqp',
          'logtool',
          'upgrade',
          'suspend',
          'resume',
          'cron',
        ],
        is: SUBCOMMAND,
      },
      { first: ['multi'], second: ['start', 'restart'], is: DAEMON },
      { first: ['multi'], is: SUBCOMMAND },
    ],
    otherwise: SERVES,
    catches: [
      'celery -A proj worker',
      'celery -A proj beat --detach',
      'rq worker default',
      'dramatiq app',
      'celery multi start w1',
    ],
    spares: ['celery -A proj inspect active', 'rq worker --burst', 'rq info'],
  },
  {
    names: ['locust'],
    options: 't: f: u: r: H: run-time= users= spawn-rate= host=',
    cases: [
      HELP_SHORT,
      { has: 't|run-time', is: limited('t|run-time', 'go') },
      { has: 'l|list|show-task-ratio', is: quick('it prints and ends') },
    ],
    otherwise: SERVES,
    catches: ['locust', 'locust --headless -u 5'],
    spares: ['locust --headless -t 30s', 'locust -l'],
  },
  {
    names: ['flask', 'quart', 'django-admin', 'manage.py'],
    options: 'A: e: app= env-file= settings= pythonpath=',
    subs: {
      'run|runserver|runserver_plus|serve': { cases: [HELP], otherwise: DEV_SERVER },
      'qcluster|rqworker|run_huey|livereload|testserver|process_tasks|db_worker': SERVING,
    },
    catches: ['flask run', 'flask --app srv run --port 8043', 'manage.py runserver 0:8000', 'django-admin runserver'],
    spares: ['flask routes', 'manage.py migrate', 'manage.py test', 'flask db upgrade'],
  },
  {
    names: words(`
      rails hanami jekyll middleman bridgetown foreman overmind hivemind honcho goreman process-compose
    `),
    options: 'b: p: e: P: C: f: t: u: port= binding= environment= procfile= config=',
    cases: [
      HELP,
      { first: SERVER_COMMANDS, has: 'd|daemon|D|detach|detached|daemonize', is: DAEMON },
      { first: SERVER_COMMANDS, is: DEV_SERVER },
      { first: ['build', 'b'], has: 'watch|w', is: WATCHES },
    ],
    catches: [
      'rails s',
      'rails server -p 3000',
      'rails s -d',
      'jekyll serve',
      'foreman start',
      'overmind start',
      'jekyll build --watch',
    ],
    spares: ['rails db:migrate', 'rails test', 'jekyll build', 'foreman check'],
  },
  {
    names: words(`
      puma unicorn thin rackup shotgun sidekiq falcon guard bin/dev
    `),
    options: 'b: p: e: P: C: f: t: q: c: r: o: s: port= config= environment=',
    cases: [
      HELP_SHORT,
      {
        first: ['stop', 'restart', 'status', 'init', 'list', 'install', 'show', 'config', 'help', 'notifiers'],
        is: SUBCOMMAND,
      },
      { has: 'd|daemon|D|daemonize', is: DAEMON },
    ],
    otherwise: SERVES,
    catches: ['puma', 'puma -C config/puma.rb', 'rackup config.ru', 'sidekiq', 'guard', 'rackup -D', 'bin/dev'],
    spares: ['puma --version', 'thin stop', 'guard init'],
  },
  {
    names: ['rake'],
    cases: [
      {
        first: ['jobs:work', 'resque:work', 'solid_queue:start', 'sneakers:run', 'preview', 'serve', 'server'],
        is: SERVES,
      },
    ],
    catches: ['rake jobs:work', 'rake resque:work'],
    spares: ['rake test', 'rake db:migrate'],
  },
  {
    names: ['php'],
    options: 'S: t: d: c: f: r: B: R: F: E: z: server= docroot= define= php-ini= file= run=',
    cases: [
      { has: 'S|server', is: SERVES },
      { first: PHP_CONSOLE, has: PHP_LIMITS, is: counted('a limit is given') },
      { first: PHP_CONSOLE, second: PHP_SERVING, is: SERVES },
    ],
    catches: ['php -S 127.0.0.1:8054 -t web', 'php artisan serve', 'php artisan queue:work', 'php -t web -S x:1'],
    spares: ['php artisan migrate', 'php -v', 'php x.php', 'php artisan queue:work --once', 'php -r "echo 1;"'],
  },
  {
    names: ['artisan', 'bin/console'],
    cases: [
      { has: PHP_LIMITS, is: counted('a limit is given') },
      { first: PHP_SERVING, is: SERVES },
    ],
    catches: ['./artisan serve', 'bin/console messenger:consume async'],
    spares: ['./artisan migrate', 'bin/console cache:clear'],
  },
  {
    names: ['symfony', 'wp', 'drush', 'sail'],
    options: 'port= host= path=',
    cases: [
      {
        first: ['server:start', 'serve', 'server', 'rs', 'runserver', 'local:server:start'],
        has: 'd|daemon|no-wait',
        is: DAEMON,
      },
      {
        first: ['server:start', 'serve', 'server', 'server:log', 'rs', 'runserver', 'local:server:start', 'share'],
        is: SERVES,
      },
      { first: ['up'], lacks: 'd|detach', is: SERVES },
    ],
    catches: ['symfony serve', 'symfony serve -d', 'wp server', 'drush rs', 'sail up'],
    spares: ['symfony check:requirements', 'wp plugin list', 'sail up -d'],
  },
  {
    names: ['mix', 'iex', 'rebar3', 'lein', 'sbt', 'clj', 'clojure'],
    options: 'S: e:',
    cases: [
      { has: 'S', is: SERVES },
      { first: ['phx.server', 'phoenix.server', 'ring', 'figwheel'], is: SERVES },
      { some: /^~|^test\.watch$/, is: WATCHES },
      { first: ['deps.get', 'deps.update', 'local.hex', 'local.rebar', 'archive.install', 'deps'], is: FETCHES },
    ],
    catches: ['mix phx.server', 'mix test.watch', 'iex -S mix', 'lein ring server', 'sbt "~compile"', 'mix deps.get'],
    spares: ['mix test', 'mix compile', 'sbt compile', 'lein test'],
  },
  {
    names: ['gradle', 'gradlew', 'mvn', 'mvnw', 'mvnd', 'quarkus', 'grails', 'mn'],
    options: 'b: p: c: f: P? D? s: pl= projects= file= init-script= x:',
    cases: [
      HELP,
      { has: 't|continuous', is: WATCHES },
      {
        some: /(?:^|:)(?:bootRun|quarkusDev|runServer|appRun|jettyRun|tomcatRun|run-app|asciidoctorServe)$/,
        is: DEV_SERVER,
      },
      {
        some: /(?:^|:)(?:spring-boot:run|quarkus:dev|jetty:run|tomcat7:run|liberty:dev|mn:run|payara-micro:start)$/,
        is: DEV_SERVER,
      },
      { first: ['dev', 'run-app'], is: DEV_SERVER },
      { some: /^dependency:(?:go-offline|resolve|get)/, is: FETCHES },
    ],
    catches: [
      'gradle bootRun',
      './gradlew :web:bootRun',
      'mvn spring-boot:run',
      'mvn -q quarkus:dev',
      'quarkus dev',
      'gradle test --continuous',
      'gradle -t test',
      './mvnw spring-boot:run',
    ],
    spares: ['gradle test', 'mvn verify -pl core', 'mvn -q -DskipTests package', './gradlew build'],
  },
  {
    names: ['dotnet'],
    options: 'project= p: c: f: configuration= framework=',
    subs: {
      watch: { cases: [{ has: 'help|list', is: quick('it prints its help') }], otherwise: WATCHES },
      'restore|add': { otherwise: FETCHES },
      tool: { subs: { 'install|update|restore': { otherwise: FETCHES } } },
    },
    catches: ['dotnet watch run', 'dotnet watch --project api', 'dotnet restore', 'dotnet tool install -g x'],
    spares: ['dotnet build', 'dotnet test', 'dotnet --info', 'dotnet run'],
  },
  {
    names: ['swift'],
    subs: { package: { subs: { 'resolve|update': { otherwise: FETCHES } } } },
    catches: ['swift package resolve'],
    spares: ['swift build', 'swift test'],
  },
  {
    names: ['flutter', 'dart'],
    subs: {
      'run|attach|logs': {
        cases: [
          HELP,
          { first: /\.dart$/, is: finite('what the script does is unknown') },
          { first: /^[\w.]+:[\w.]+$/, is: finite('what the package does is unknown') },
        ],
        otherwise: { ...DEV_SERVER, reason: 'it stays attached to the application' },
      },
      pub: { subs: { 'get|upgrade|add|downgrade': { otherwise: FETCHES } } },
    },
    catches: ['flutter run -d chrome', 'flutter logs', 'flutter pub get'],
    spares: ['flutter test', 'flutter build apk', 'dart analyze', 'dart run bin/x.dart', 'dart run build_runner:build'],
  },
];
