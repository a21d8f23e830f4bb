/** The programs whose words need code. */
import type { Describer } from './call.ts';
import {
  describeAt,
  describeDaemonize,
  describeScreen,
  describeScriptRecorder,
  describeStartStop,
  describeSystemdRun,
  describeTmux,
} from './detachers.ts';
import { describeDirenv, describeEnv, describeNix, describeNixShell } from './environments.ts';
import { describePerl } from './interpreters.ts';
import { describeFd, describeFind, describeParallel, describeWatch, describeXargs } from './item-runners.ts';
import { describePatternKill, describeTaskkill } from './pattern-kills.ts';
import { describeSsh, describeSu, describeVagrant, describeWsl } from './remote.ts';
import { describeBwrap, describeConcurrently } from './sandboxes.ts';
import { describeEval, describeSource } from './shells.ts';
import { describeSleep, describeTimelimit, describeTimeout } from './timeouts.ts';

/** Programs whose words need code; undefined from one of them hands on to the rows. */
export const describers: Readonly<Record<string, Describer>> = {
  sleep: describeSleep,
  gsleep: describeSleep,
  gwatch: describeWatch,
  usleep: describeSleep,
  timeout: describeTimeout,
  gtimeout: describeTimeout,
  timelimit: describeTimelimit,
  eval: describeEval,
  source: describeSource,
  '.': describeSource,
  env: describeEnv,
  genv: describeEnv,
  direnv: describeDirenv,
  nix: describeNix,
  'nix-shell': describeNixShell,
  ssh: describeSsh,
  slogin: describeSsh,
  su: describeSu,
  runuser: describeSu,
  sg: describeSu,
  vagrant: describeVagrant,
  wsl: describeWsl,
  xargs: describeXargs,
  gxargs: describeXargs,
  find: describeFind,
  gfind: describeFind,
  fd: describeFd,
  fdfind: describeFd,
  parallel: describeParallel,
  watch: describeWatch,
  viddy: describeWatch,
  hwatch: describeWatch,
  bwrap: describeBwrap,
  concurrently: describeConcurrently,
  conc: describeConcurrently,
  taskkill: describeTaskkill,
  perl: describePerl,
  tmux: describeTmux,
  screen: describeScreen,
  at: describeAt,
  batch: describeAt,
  'systemd-run': describeSystemdRun,
  'start-stop-daemon': describeStartStop,
  daemonize: describeDaemonize,
  daemon: describeDaemonize,
  script: describeScriptRecorder,

  pkill: describePatternKill,
  killall: describePatternKill,
  killall5: describePatternKill,
  skill: describePatternKill,
};

/** The describers by name. */
export const describersByName: ReadonlyMap<string, Describer> = new Map(Object.entries(describers));
