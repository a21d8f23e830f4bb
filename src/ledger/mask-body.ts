/** PURE: masks and cuts the texts of an entry that may hold what somebody typed. */
import type { EntryBody } from './entry.ts';
import { formatKeptReason, formatKeptText } from './mask.ts';

/** The same entry with its command, reasons and details masked and cut. */
export function maskBody(body: EntryBody): EntryBody {
  switch (body.kind) {
    case 'verdict': {
      const findings = body.findings.map((finding) => ({ ...finding, reason: formatKeptReason(finding.reason) }));
      return { ...body, command: formatKeptText(body.command), findings };
    }
    case 'bypass':
    case 'pause':
    case 'resume':
      return { ...body, command: formatKeptText(body.command) };
    case 'flag':
    case 'reap-intent':
      return { ...body, command: formatKeptText(body.command), reason: formatKeptReason(body.reason) };
    case 'fail-open':
    case 'session-end':
      return { ...body, reason: formatKeptText(body.reason) };
    case 'reap-outcome':
      return { ...body, detail: formatKeptText(body.detail) };
    case 'grant':
    case 'expire':
    case 'hold':
    case 'release':
      return { ...body, why: formatKeptText(body.why) };
    default:
      return body;
  }
}
