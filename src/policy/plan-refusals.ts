import { ancestorsOf, type Forest } from '../lineage/forest.ts';
import { sessionHost } from '../lineage/guarded-program.ts';
import type { ProcessRecord } from '../lineage/process-record.ts';
import type { Owner } from '../lineage/session.ts';

type Circumstances = {
  readonly forest: Forest;
  /** false: the table is not this machine's own */
  readonly signalable: boolean;
  readonly selfPid: number;
  /** our effective user */
  readonly uid: number;
  readonly owners: ReadonlyMap<number, Owner>;
  /** whether it is the agent of any session, by record or by its looks */
  readonly isAgent: (record: ProcessRecord) => boolean;
  /** whole words of a command line that protect it */
  readonly protect: readonly string[];
};

/** All that decides whether a process may be signalled at all. */
export type ReapContext = Circumstances & {
  readonly aboveSelf: ReadonlySet<number>;
  readonly aboveAgents: ReadonlySet<number>;
};

/** Adds who stands above us and above any agent, for one snapshot. */
export function reapContext(circumstances: Circumstances): ReapContext {
  const { forest, selfPid, isAgent } = circumstances;
  const above = (record: ProcessRecord | undefined): readonly number[] =>
    record === undefined ? [] : ancestorsOf(forest, record).map(({ identity }) => identity.pid);
  const agents = [...forest.byPid.values()].filter(isAgent);
  return {
    ...circumstances,
    aboveSelf: new Set(above(forest.byPid.get(selfPid))),
    aboveAgents: new Set(agents.flatMap(above)),
  };
}

/** What a whole tree is refused for when any process of it is such a one. */
type Gate = {
  readonly name: string;
  /** one clause, for people */
  readonly says: string;
  readonly refuses: (record: ProcessRecord, context: ReapContext) => boolean;
};

/** The most processes that one plan may end. */
export const MOST_PROCESSES = 512;

/** Walked for every process of a tree, in this order; the first that refuses is the answer. */
export const GATES = [
  { name: 'init', says: 'pid 0 and 1 are the system itself', refuses: ({ identity }) => identity.pid <= 1 },
  {
    name: 'unknown-identity',
    says: 'its start or this boot is unknown, so its pid may be another process by now',
    refuses: ({ identity }) => identity.startTicks === null || identity.bootId === null,
  },
  {
    name: 'self',
    says: 'it is lifetime-watch itself',
    refuses: ({ identity }, { selfPid }) => identity.pid === selfPid,
  },
  {
    name: 'own-ancestor',
    says: 'lifetime-watch runs below it',
    refuses: ({ identity }, { aboveSelf }) => aboveSelf.has(identity.pid),
  },
  { name: 'agent', says: 'it is an agent', refuses: (record, { isAgent }) => isAgent(record) },
  {
    name: 'agent-ancestor',
    says: 'an agent runs below it',
    refuses: ({ identity }, { aboveAgents }) => aboveAgents.has(identity.pid),
  },
  { name: 'kernel-thread', says: 'it is a kernel thread', refuses: ({ kernelThread }) => kernelThread },
  {
    name: 'session-host',
    says: 'it hosts the sessions of others',
    refuses: (record) => sessionHost(record) !== undefined,
  },
  {
    name: 'system-group',
    says: 'its process group is unknown, or that of init',
    refuses: ({ pgid }) => pgid === null || pgid <= 1,
  },
  { name: 'protected', says: 'the policy protects it', refuses: (record, { protect }) => isProtected(record, protect) },
] as const satisfies readonly Gate[];

/** Gates of the process that was asked for; what runs below it shares its owner. */
export const ROOT_GATES = [
  {
    name: 'foreign-table',
    says: 'the process table is not that of this machine',
    refuses: (_, { signalable }) => !signalable,
  },
  { name: 'other-user', says: 'it belongs to another user', refuses: ({ uid }, context) => uid !== context.uid },
  {
    name: 'unattributed',
    says: 'nothing shows that an agent started it',
    refuses: ({ identity }, { owners }) => !owners.has(identity.pid),
  },
] as const satisfies readonly Gate[];

export type RefusalName =
  | (typeof GATES)[number]['name']
  | (typeof ROOT_GATES)[number]['name']
  | 'gone'
  | 'changed'
  | 'other-session'
  | 'too-many';

function isProtected({ argv, argvText, comm }: ProcessRecord, protect: readonly string[]): boolean {
  const text = ` ${[comm, ...(argv ?? [argvText ?? ''])].join(' ').replace(/\s+/g, ' ')} `;
  return protect.some((words) => text.includes(` ${words.trim().replace(/\s+/g, ' ')} `));
}
