/** Programs that are done in no time, whatever they are given. */
import { words } from '../program-row.ts';

export const quickNames: readonly string[] = words(`
  : true false echo printf print cd pwd pushd popd dirs test [ export unset set shopt setopt unsetopt umask ulimit
  alias unalias hash rehash type which whereis whence where times shift return exit logout break continue trap jobs
  disown bg kill local declare typeset readonly integer float getopts let history fc caller enable complete compgen
  bind suspend autoload zmodload zstyle bindkey emulate functions mapfile readarray help ls exa eza lsd dir vdir
  stat file basename dirname readlink realpath mkdir rmdir touch ln link unlink chmod chown chgrp mktemp mkfifo
  mknod truncate rm mv tty stty clear reset tput cal date gdate id whoami groups logname users who w last hostname
  hostnamectl uname arch nproc getconf locale printenv uptime sw_vers sysctl lscpu lsblk lsmem lsusb lspci lsns df
  ps pgrep pidof pstree expr factor tsort sync renice mount umount findmnt getent ifconfig route uuidgen nm size ldd
  otool head ghead jobs xdg-open pbcopy defaults launchctl loginctl timedatectl crontab tldr man
  apropos whatis info
`);
