/** Proves that the first living claim wins, whatever the order of claims, releases and deaths, and that nothing goes stale. */
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Identity } from '../../src/lineage/identity.ts';
import { type Claim, claimAudit } from '../../src/system/audit-claim.ts';
import { type LedgerFiles, nodeFiles } from '../../src/system/files.ts';

let folder: string;
let dead: Set<number>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claims-'));
  dead = new Set();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const process = (pid: number): Identity => ({ pid, startTicks: pid * 10, bootId: 'b' });
const claim = (pid: number): Promise<Claim> =>
  claimAudit(nodeFiles, folder, process(pid), async (each) => !dead.has(each.pid));

async function held(pid: number): Promise<() => void> {
  const answer = await claim(pid);
  if (answer.kind === 'busy') throw new Error(`busy: ${answer.pid}`);
  return answer.release;
}

describe('claimAudit', () => {
  it('is held by one at a time, and free again when it is released', async () => {
    const release = await held(11);
    expect(await claim(12)).toEqual({ kind: 'busy', pid: 11 });
    expect(await claim(13)).toEqual({ kind: 'busy', pid: 11 });
    release();
    (await held(12))();
  });

  it('is not kept by the dead', async () => {
    await held(11);
    dead.add(11);
    await held(12);
    expect(await claim(13)).toEqual({ kind: 'busy', pid: 12 });
  });

  it('is a new one each time that the same process claims', async () => {
    (await held(11))();
    const release = await held(12);
    expect(await claim(11)).toEqual({ kind: 'busy', pid: 12 });
    release();
    (await held(11))();
  });

  it('is never shared by many that ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => claim(100 + index)));
    expect(answers.filter(({ kind }) => kind === 'held')).toHaveLength(1);
  });

  it('reads past lines that are none, and starts the file anew when it grew long', async () => {
    writeFileSync(join(folder, 'audit.claims'), `rubbish\n+x y\n+1\n${'-old\n'.repeat(20_000)}`);
    (await held(11))();
    expect(statSync(join(folder, 'audit.claims')).size).toBeLessThan(500);
    await held(12);
  });

  describe('in a file that is started anew', () => {
    const grow = () => appendFileSync(join(folder, 'audit.claims'), '-old\n'.repeat(20_000));
    const kinds = (claims: readonly Claim[]) => claims.map(({ kind }) => kind).sort();

    it.each(['sizeOf', 'openAppend', 'replace'] as const)(
      'is not lost to one who asks at the %s of a release',
      async (step) => {
        const asked: Promise<Claim>[] = [];
        const files: LedgerFiles = {
          ...nodeFiles,
          [step]: (path: string, bytes: Uint8Array) => {
            if (releasing) asked.push(claim(12));
            const result: unknown = step === 'replace' ? nodeFiles.replace(path, bytes) : nodeFiles[step](path);
            if (releasing) asked.push(claim(13));
            return result;
          },
        };
        let releasing = false;
        const first = await claimAudit(files, folder, process(11), async (each) => !dead.has(each.pid));
        grow();
        releasing = true;
        if (first.kind === 'held') first.release();
        releasing = false;
        const claims = [...(await Promise.all(asked)), await claim(14)];
        expect(kinds(claims).filter((kind) => kind === 'held').length).toBeLessThanOrEqual(1);
      },
    );

    it('is not held in the old one when its holder is found dead', async () => {
      const release = await held(11);
      grow();
      const second = await claimAudit(nodeFiles, folder, process(12), async ({ pid }) => {
        if (pid === 11 && !dead.has(11)) {
          release();
          dead.add(11);
        }
        return !dead.has(pid);
      });
      expect(kinds([second, await claim(13)])).toEqual(['busy', 'held']);
    });
  });
});
