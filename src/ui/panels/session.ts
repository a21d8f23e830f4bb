/** Details of a session. */
import { formatIdentity } from '../../lineage/identity.ts';
import { cell, type Line } from '../../view/cell.ts';
import { shortDuration } from '../../view/row-duration.ts';
import type { BoardRow } from '../../view/watch-board.ts';
import { gaugeCells } from '../../view/watch-header.ts';
import type { LedgerView } from '../../view/watch-model.ts';

/** One line a fact. */
export function sessionDetails(row: Extract<BoardRow, { kind: 'session' }>, ledger: LedgerView): readonly Line[] {
  const { session } = row;
  const account = ledger.accounts.find((candidate) => candidate.session === session.id);
  const facts: readonly (readonly [string, Line])[] = [
    ['session', [cell(session.id, 'strong')]],
    ['host', [cell(session.host)]],
    ['agent', [cell(session.agent === null ? 'never seen as a process' : formatIdentity(session.agent))]],
    ['state', [cell(session.state)]],
    ['folder', [cell(session.cwd ?? 'unknown')]],
    ['age', [cell(session.ageSeconds === null ? 'unknown' : shortDuration(session.ageSeconds))]],
    ['listed', [cell(`${row.over} over, ${row.near} still allowed`)]],
    ['account', account === undefined ? [cell('no delegated work recorded', 'dim')] : [...gaugeCells([account])]],
  ];
  return facts.map(([label, value]) => [cell(label.padEnd(9), 'title'), ...value]);
}
