/** Installs, downloads, image pulls and clones: they end, but may take minutes or hang on the network. */

import type { ProgramNode, ProgramRow } from '../program-row.ts';
import { counted, finite, quick, slow, words } from '../program-row.ts';

const OFFLINE = { has: 'offline|no-index', is: finite('it takes what is there already') };
const INSTALL: ProgramNode = {
  cases: [{ has: 'help|version|dry-run|n|simulate|s|h', is: quick('it only shows what it would do') }, OFFLINE],
  otherwise: slow('an install fetches over the network'),
};
/** `-s`, `-n`, `-h` mean other things here */
const FETCH: ProgramNode = {
  cases: [{ has: 'help|dry-run', is: quick('it only shows what it would do') }, OFFLINE],
  otherwise: slow('it fetches over the network'),
};

export const slowPrograms: readonly ProgramRow[] = [
  {
    names: ['pip', 'pip3', 'pipx', 'pip3.11', 'pip3.12', 'pip3.13'],
    options: 'r: c: e: t: i: f: timeout= retries= proxy= index-url= extra-index-url= cache-dir= log= python=',
    subs: {
      'install|download|wheel|upgrade|reinstall|inject': FETCH,
      run: { runs: { effect: { externalOnly: true } } },
    },
    catches: [
      'pip install -r requirements.txt',
      'pip3 install x',
      'pip -q download x',
      'pipx install ruff',
      'pipx run ruff check',
    ],
    spares: [
      'pip list --format=freeze',
      'pip show x',
      'pip freeze',
      'pip uninstall -y x',
      'pip install --help',
      'pip install --no-index ./a.whl',
    ],
  },
  {
    names: ['apt', 'apt-get', 'aptitude', 'apt-fast'],
    options: 'o: c: t: a: target-release= option= config-file=',
    subs: {
      'install|update|upgrade|dist-upgrade|full-upgrade|build-dep|reinstall|download|source|safe-upgrade': INSTALL,
    },
    catches: ['apt-get install jq', 'apt-get -y update', 'apt-get -o A=b install -y x', 'apt install -y x'],
    spares: ['apt list --installed', 'apt-get remove x', 'apt-get install -s jq', 'apt-get clean'],
  },
  {
    names: words(`
      dnf yum microdnf zypper dnf5 tdnf urpmi swupd eopkg xbps-install slackpkg
    `),
    options: 'c: d: e: x: R: enablerepo= disablerepo= releasever= installroot=',
    subs: {
      'install|in|update|up|upgrade|dup|dist-upgrade|groupinstall|reinstall|builddep|makecache|refresh|ref|download|localinstall|distro-sync':
        FETCH,
    },
    catches: ['dnf install -y jq', 'yum -y update', 'zypper in jq'],
    spares: ['dnf list installed', 'yum info jq'],
  },
  {
    names: ['apk'],
    options: 'p: X: t: repository= root= virtual=',
    subs: { 'add|update|upgrade|fetch|fix': FETCH },
    catches: ['apk add --no-cache curl', 'apk update'],
    spares: ['apk info', 'apk del curl'],
  },
  {
    names: ['pacman', 'yay', 'paru', 'pamac'],
    options: 'r: b: root= dbpath= config=',
    cases: [
      { has: 'Q|query|R|remove|D|T|F', is: finite('it looks at the local data') },
      { has: 'S|sync|U|upgrade', lacks: 's|i|l|search|info', is: slow('an install fetches over the network') },
    ],
    catches: ['pacman -S jq', 'pacman -Syu --noconfirm', 'yay -S x'],
    spares: ['pacman -Q', 'pacman -Ss jq', 'pacman -Rns jq'],
  },
  {
    names: ['brew'],
    subs: {
      'install|upgrade|update|reinstall|fetch|tap|bundle|up': FETCH,
    },
    catches: ['brew install jq', 'brew update', 'brew upgrade', 'brew bundle'],
    spares: ['brew list', 'brew info jq', 'brew services list', 'brew --prefix', 'brew cleanup'],
  },
  {
    names: words(`
      port nix-env nix-channel emerge pkg pkg_add snap flatpak choco winget scoop conda mamba micromamba opkg
      tlmgr softwareupdate mas
    `),
    options: 'n: p: c: f: name= prefix= channel= file= python=',
    subs: {
      'install|upgrade|selfupdate|sync|update|add|refresh|pull|reinstall': FETCH,
      env: { subs: { 'create|update': FETCH } },
      create: FETCH,
      run: { options: 'n: p: name= prefix= cwd= env=', runs: { effect: { externalOnly: true } } },
    },
    cases: [{ has: 'i|install|iA|A|u|upgrade|update', is: slow('an install fetches over the network') }],
    catches: [
      'conda install -y numpy',
      'conda env create -f e.yml',
      'conda create -n x python',
      'conda run -n x tail -f y',
      'snap install x',
      'nix-env -iA nixpkgs.jq',
      'choco install jq',
      'softwareupdate -i -a',
    ],
    spares: ['conda list', 'conda env list', 'snap list', 'conda info'],
  },
  {
    names: ['gem', 'pod', 'carthage'],
    options: 'v: i: n: version=',
    subs: { 'install|update|fetch|bootstrap|i': FETCH },
    catches: ['gem install rails', 'pod install'],
    spares: ['gem list', 'pod deintegrate'],
  },
  {
    names: ['bundle', 'bundler'],
    options: 'path= gemfile= jobs= j:',
    subs: {
      'install|update|add|package|cache': FETCH,
      'exec|e': { options: 'gemfile=', runs: { effect: { externalOnly: true } } },
    },
    cases: [
      { has: 'help|version|v|h', is: quick('it prints and ends') },
      { words: [0, 0], is: slow('bare bundle installs') },
    ],
    catches: ['bundle', 'bundle install', 'bundle update', 'bundle exec rails s', 'bundle exec jekyll serve'],
    spares: ['bundle list', 'bundle --version'],
  },
  {
    names: ['composer'],
    options: 'd: working-dir=',
    subs: {
      'install|i|update|u|upgrade|require|req|r|create-project|global': FETCH,
      exec: { runs: { effect: { externalOnly: true } } },
    },
    catches: ['composer install', 'composer require x/y', 'composer -d app update'],
    spares: ['composer show', 'composer validate', 'composer dump-autoload'],
  },
  {
    names: ['go'],
    options: 'C:',
    subs: {
      mod: { subs: { 'download|tidy|vendor': FETCH } },
      'get|install': FETCH,
    },
    catches: ['go mod download', 'go mod tidy', 'go get ./...', 'go install x@latest', 'go -C app mod download'],
    spares: ['go test ./...', 'go build ./...', 'go mod graph', 'go vet ./...', 'go run .', 'go env'],
  },
  {
    names: ['cargo'],
    plus: true,
    options: 'C: Z: color= config= manifest-path=',
    subs: {
      'install|fetch|update|binstall|vendor|upgrade': FETCH,
      watch: { otherwise: { bound: 'endless', role: 'follow', reason: 'it runs again on each change' } },
      bacon: { otherwise: { bound: 'endless', role: 'follow', reason: 'it runs again on each change' } },
      'leptos|shuttle|tauri|dx|lambda': {
        cases: [
          {
            first: ['watch', 'serve', 'run', 'dev'],
            is: { bound: 'endless', role: 'server', reason: 'a development server goes on' },
          },
        ],
      },
      'with|expand|flamegraph': { otherwise: finite('an ordinary program ends by itself') },
    },
    catches: [
      'cargo install ripgrep',
      'cargo fetch',
      'cargo watch -x check',
      'cargo +nightly install x',
      'cargo tauri dev',
      'cargo leptos watch',
    ],
    spares: ['cargo build', 'cargo test --workspace', 'cargo run', 'cargo check', 'cargo install --help'],
  },
  {
    names: words(`
      opam cabal luarocks cpan cpanm shards nimble dub vcpkg conan krew terraform tofu terragrunt
      ansible-galaxy pre-commit nuget packer spack
    `),
    options: 'C: chdir= g: python=',
    subs: {
      'install|update|upgrade|self-update|fetch|download|restore|sync|add|init|bootstrap|deps|pull|install-hooks|autoupdate':
        {
          cases: [{ has: 'help|dry-run', is: quick('it only shows what it would do') }],
          otherwise: slow('it fetches over the network'),
        },
      exec: { runs: { effect: { externalOnly: true } } },
    },
    catches: [
      'terraform init',
      'opam install x',
      'cabal update',
      'ansible-galaxy install x',
      'pre-commit install-hooks',
    ],
    spares: ['terraform plan', 'cabal build', 'pre-commit run', 'opam list', 'terraform init --help'],
  },
  {
    names: ['git'],
    options: 'C: c: git-dir= work-tree= namespace= exec-path? config-env= attr-source=',
    subs: {
      clone: FETCH,
      submodule: { cases: [{ some: ['update', 'add'], is: slow('it clones over the network') }] },
      lfs: {
        cases: [{ some: ['pull', 'fetch', 'clone', 'checkout'], is: slow('it fetches large files over the network') }],
      },
      'daemon|instaweb|web--browse': {
        cases: [{ some: ['stop'], is: finite('it stops the server') }],
        otherwise: { bound: 'endless', role: 'server', reason: 'it serves until it is stopped' },
      },
      'fsmonitor--daemon': {
        cases: [{ first: ['run'], is: { bound: 'endless', role: 'server', reason: 'it serves until it is stopped' } }],
      },
      'status|rev-parse|branch|remote|show-ref|config|symbolic-ref|describe|add|stash|tag|diff|show|log|ls-files|cat-file|rev-list|merge-base|name-rev|for-each-ref|check-ignore|worktree|switch|checkout|restore|reset|mv|rm|init|var|version|help|shortlog|reflog|blame|grep|notes':
        {
          otherwise: quick('it looks at the local repository'),
        },
    },
    catches: [
      'git clone https://x.example/y.git',
      'git -C sub clone x',
      'git submodule update --init',
      'git lfs pull',
      'git daemon --base-path=.',
      'git -c a=b clone x',
    ],
    spares: [
      'git status -s',
      'git log --oneline',
      'git commit -m "clone"',
      'git fetch',
      'git pull -q',
      'git push',
      'git remote -v',
      'git lfs ls-files',
    ],
  },
  {
    names: ['wget', 'wget2', 'aria2c', 'axel'],
    options:
      'O: o: a: P: U: t: T: w: e: i: Q: l: A: R: D: I: X: timeout= tries= user-agent= header= output-document= directory-prefix= post-data= post-file= limit-rate= max-redirect= wait= connect-timeout= read-timeout= dns-timeout= waitretry= user= password= load-cookies= level= stop= dir= out= d: n: s: x:',
    cases: [
      { has: 'help|version|V|h', is: quick('it prints its help') },
      { has: 'spider', is: finite('it only asks') },
      { has: 'r|recursive|m|mirror', is: slow('it fetches a whole tree over the network') },
    ],
    otherwise: finite('it fetches one thing; -T limits a try, not the whole'),
    catches: ['wget -r http://x.example', 'wget --mirror http://x.example'],
    spares: ['wget -q --spider http://x', 'wget -qO- http://app.example', 'wget --version'],
  },
  {
    names: words(`
      svn hg bzr jj fossil repo gclient p4 sl cvs
    `),
    subs: {
      'checkout|co|clone|sync': FETCH,
      serve: { otherwise: { bound: 'endless', role: 'server', reason: 'it serves until it is stopped' } },
    },
    catches: ['svn checkout https://x', 'hg clone https://x', 'hg serve'],
    spares: ['svn status', 'hg log'],
  },
  {
    names: words(`
      huggingface-cli hf kaggle dvc gdown yt-dlp youtube-dl modelscope rclone gsutil s5cmd oras crane skopeo
    `),
    cases: [
      { has: 'help|version|dry-run|h', is: quick('it prints its help') },
      {
        first: ['serve', 'rcd', 'mount', 'sql-server', 'nfsmount'],
        is: { bound: 'endless', role: 'server', reason: 'it serves until it is stopped' },
      },
      {
        first: ['download', 'pull', 'clone', 'fetch', 'sync', 'copy', 'cp', 'datasets', 'competitions'],
        is: slow('it fetches over the network'),
      },
      { some: /^https?:/, is: slow('it fetches over the network') },
    ],
    catches: [
      'huggingface-cli download x',
      'dvc pull',
      'yt-dlp https://x.example',
      'rclone serve http x',
      'crane pull x y',
    ],
    spares: ['huggingface-cli whoami', 'dvc status', 'rclone ls x:'],
  },
  {
    names: ['rsync', 'scp', 'sftp', 'lftp'],
    options:
      'e: T: P? p? timeout= rsh= exclude= include= files-from= out-format= log-file= bwlimit= i: F: l: o: c: S: port= config=',
    cases: [
      { has: 'help|version', is: quick('it prints its help') },
      {
        has: 'daemon',
        is: { bound: 'endless', role: 'server', returnsAtOnce: true, reason: 'the daemon serves until it is stopped' },
      },
      { has: 'n|dry-run', is: counted('a dry run copies nothing') },
    ],
    catches: ['rsync --daemon'],
    spares: ['rsync -av a/ b/', 'scp a b:c', 'rsync -avn a b'],
  },
];
