import { maskReason, maskSecrets } from '../ledger/mask.ts';
import type { Suspect } from '../lineage/scan-report.ts';
import type { Finding } from '../policy/finding.ts';

/**
 * A suspect as it may leave for mail, logs and other programs: whatever holds what somebody typed is masked, and the
 * reasons of a finding do, since they quote what a loop waits for.
 */
export function maskSuspect(suspect: Suspect): Suspect {
  const { command, findings, decisive } = suspect;
  return {
    ...suspect,
    command: maskSecrets(command),
    findings: findings.map(maskFinding),
    decisive: maskFinding(decisive),
  };
}

function maskFinding(finding: Finding): Finding {
  const { text, reason, derivation, remedy } = finding;
  return {
    ...finding,
    text: maskSecrets(text),
    reason: maskReason(reason),
    derivation: derivation.map(maskReason),
    remedy: maskSecrets(remedy),
  };
}
