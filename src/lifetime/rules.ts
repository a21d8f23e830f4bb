/** The rules of the analysis: what each catches, and what looks like it and is spared. */
import type { FindingKind } from '../policy/finding.ts';

export type Rule = {
  readonly kind: FindingKind;
  readonly title: string;
  /** a command that the rule catches */
  readonly catches: string;
  /** a command that looks like it and is not caught by it */
  readonly spares: string;
  /** both are run with the host's background flag */
  readonly background?: true;
};

export const RULES = {
  LW101: {
    kind: 'unbounded-loop',
    title: 'a loop that only something outside can end',
    catches: 'until nc -z 127.0.0.1 5432; do sleep 2; done',
    spares: 'for i in $(seq 30); do nc -z 127.0.0.1 5432 && break; sleep 2; done',
  },
  LW102: {
    kind: 'unbounded-loop',
    title: 'a loop that nothing ends',
    catches: 'while true; do date; sleep 5; done',
    spares: 'while false; do date; sleep 5; done',
  },
  LW103: {
    kind: 'unbounded-loop',
    title: 'a wait that finds itself in the process list',
    catches: "while pgrep -f 'npm run build' > /dev/null; do sleep 5; done",
    spares: "timeout 60 bash -c 'while pgrep -f make > /dev/null; do sleep 5; done'",
  },
  LW104: {
    kind: 'unbounded-loop',
    title: 'a loop over input that never ends',
    catches: 'tail -f app.log | while read -r line; do echo "$line"; done',
    spares: 'while read -r line; do echo "$line"; done < app.log',
  },
  LW105: {
    kind: 'unbounded-loop',
    title: 'a function that calls itself without end',
    catches: 'again() { nc -z 127.0.0.1 80 && return; sleep 2; again; }; again',
    spares: 'down() { [ "$1" -le 0 ] && return; sleep 1; down $(($1 - 1)); }; down 5',
  },
  LW106: {
    kind: 'unbounded-loop',
    title: 'a loop whose counter or deadline does not end it',
    catches: 'n=0; until nc -z 127.0.0.1 80; do n=$((n+1)); echo "try $n"; sleep 2; done',
    spares: 'n=0; until nc -z 127.0.0.1 80; do n=$((n+1)); [ $n -ge 30 ] && break; sleep 2; done',
  },
  LW201: {
    kind: 'unbounded-background',
    title: 'an endless process that is left behind',
    catches: 'tail -f app.log > copy.log & make check',
    spares: 'timeout 60 tail -f app.log > copy.log & make check',
  },
  LW202: {
    kind: 'unbounded-background',
    title: 'a server that is left behind',
    catches: 'python3 -m http.server 8000 & sleep 2; curl -s 127.0.0.1:8000',
    spares: "trap 'kill $(jobs -p)' EXIT; python3 -m http.server 8000 & sleep 2; curl -s 127.0.0.1:8000",
  },
  LW203: {
    kind: 'unbounded-background',
    title: 'a program that is left behind and not waited for',
    catches: 'make docs & echo started',
    spares: 'make docs & wait',
  },
  LW204: {
    kind: 'unbounded-background',
    title: 'a command in the background of the host without a bound',
    catches: 'npm run build',
    spares: 'timeout 600 npm run build',
    background: true,
  },
  LW301: {
    kind: 'endless-command',
    title: 'a program that does not end by itself',
    catches: 'tail -f app.log',
    spares: 'tail -n 20 app.log',
  },
  LW302: {
    kind: 'endless-command',
    title: 'a server in the foreground',
    catches: 'python3 -m http.server 8000',
    spares: 'timeout 30 python3 -m http.server 8000',
  },
  LW303: {
    kind: 'endless-command',
    title: 'a wait for a child that does not end',
    catches: 'tail -f app.log & wait',
    spares: 'make & wait',
  },
  LW401: {
    kind: 'long-sleep',
    title: 'a single fixed wait',
    catches: 'sleep 600; tail -n 5 build.log',
    spares: 'timeout 60 sleep 600',
  },
  LW501: {
    kind: 'long-poll',
    title: 'a bounded loop that sleeps for long in all',
    catches: 'for i in $(seq 40); do nc -z 127.0.0.1 80 && break; sleep 30; done',
    spares: 'for i in $(seq 10); do nc -z 127.0.0.1 80 && break; sleep 3; done',
  },
  LW601: {
    kind: 'long-bound',
    title: 'a stated bound that is long',
    catches: 'timeout 3h make world',
    spares: 'timeout 10m make world',
  },
  LW701: {
    kind: 'slow-command',
    title: 'a slow program without a bound',
    catches: 'npm install',
    spares: 'timeout 300 npm install',
  },
  LW801: {
    kind: 'ineffective-bound',
    title: 'a limit that is switched off or does not end what it limits',
    catches: "timeout 0 bash -c 'until nc -z 127.0.0.1 80; do sleep 2; done'",
    spares: "timeout 60 bash -c 'until nc -z 127.0.0.1 80; do sleep 2; done'",
  },
  LW802: {
    kind: 'ineffective-bound',
    title: 'a limit whose signal the program ignores',
    catches: 'timeout 30 bash -c \'trap "" TERM; while :; do sleep 1; done\'',
    spares: 'timeout -k 5 30 bash -c \'trap "" TERM; while :; do sleep 1; done\'',
  },
  LW803: {
    kind: 'ineffective-bound',
    title: 'a limit around a shell that leaves its child behind',
    catches: "timeout 60 bash -c 'python3 -m http.server 8000 & echo up'",
    spares: "timeout 60 bash -c 'python3 -m http.server 8000 & wait'",
  },
  LW901: {
    kind: 'pattern-kill',
    title: 'a kill by pattern',
    catches: 'pkill -f node',
    spares: 'kill "$pid"',
  },
} as const satisfies Record<string, Rule>;

export type RuleCode = keyof typeof RULES;
