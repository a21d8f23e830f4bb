/** The result of one scan: what the audit prints, the UI shows and the reaper plans from. */
import type { Finding } from '../policy/finding.ts';
import type { Identity } from './identity.ts';
import type { Owner, Session } from './session.ts';

export type ProcessAction = 'leave' | 'flag' | 'pause' | 'reap';

/** A process with findings. It is an *offender* once `pastSeconds >= 0` in two consecutive scans, else a *near offender*. */
export type Suspect = {
  readonly identity: Identity;
  readonly ppid: number | null;
  /** the command as shown to people: recovered script or program line; not masked */
  readonly command: string;
  readonly findings: readonly Finding[];
  readonly owner: Owner;
  readonly ageSeconds: number;
  /** own + reaped children; null unknown */
  readonly cpuSeconds: number | null;
  /** share of one core since the previous scan, 0..n; null on the first sight */
  readonly cpuShare: number | null;
  /** what limit it is held to, which one tripped, and how far past it is (negative: time left) */
  readonly limit: { readonly kind: 'age' | 'cpu' | 'bound' | 'orphan'; readonly seconds: number };
  readonly pastSeconds: number;
  /** the finding that decides */
  readonly decisive: Finding;
  /** what policy does, armed or not; `flag` while unarmed */
  readonly action: ProcessAction;
  /** what policy would do if armed */
  readonly armedAction: ProcessAction;
  /** a supervisor's grant in force: seconds left */
  readonly grantedSeconds: number | null;
  /** why nothing but a flag is due although policy asks for more; absent: nothing keeps it from being acted on */
  readonly held?: string;
  readonly state: 'near' | 'pending' | 'offender';
  /** identities of the processes that a reap would end, root first */
  readonly tree: readonly Identity[];
  /** state letter, e.g. T when paused */
  readonly processState: string;
};

export type ScanReport = {
  readonly status: 'clean' | 'offenders' | 'partial' | 'failed';
  /** processes whose row could not be read; absent: none */
  readonly unread?: number;
  /** processes looked at */
  readonly scanned: number;
  readonly problems: readonly string[];
  /** what the scan had to go without although it should be there, one line each, for everybody to see; absent: nothing */
  readonly warnings?: readonly string[];
  readonly sessions: readonly Session[];
  readonly suspects: readonly Suspect[];
  readonly armed: boolean;
  /** milliseconds that the scan took */
  readonly tookMilliseconds: number;
};
