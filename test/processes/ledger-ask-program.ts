/** Asks for one place as a hook would, with the state folder of the environment; prints the decision, or why there is none. */
import { openHookLedger } from '../../src/flow/answer-hook-ledger.ts';
import { systemLedgerSource } from '../../src/ledger/source.ts';

const ledger = openHookLedger(({ id, host }) => systemLedgerSource(process.env, id, host));
const decision = ledger.reserve(
  { id: 's', host: 'claude-code' },
  {
    kind: 'reserve',
    action: 'a',
    places: 1,
    completion: 'children',
    parent: null,
    budget: 2,
    mode: 'guard',
    expiry: { afterSeconds: 60, startsAreReported: true },
  },
);
process.stdout.write(JSON.stringify(decision));
