/** The library: analyse and judge a command, scan the processes of this machine, and the types of both. */
export type { CommandRequest } from './flow/analyze-request.ts';
export { type Analyzer, type AnalyzerOptions, openAnalyzer } from './flow/analyzer.ts';
export { type MachineScan, type MachineScanOptions, openScan } from './flow/scan-machine.ts';
export type { Identity } from './lineage/identity.ts';
export type { ScanReport, Suspect } from './lineage/scan-report.ts';
export type { Session } from './lineage/session.ts';
export type { Analysis, Bound, Finding, FindingKind, Leftover, Span } from './policy/finding.ts';
export { type CommandJudgement, judgeCommand } from './policy/judge-command.ts';
export { DEFAULT_POLICY, type Policy } from './policy/policy.ts';
