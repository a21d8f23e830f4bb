import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checksum } from '../../src/ledger/entry-lines.ts';

it('is the CRC of zlib for any text and any bytes, short or long', () => {
  const text = fc.oneof(fc.string({ maxLength: 80 }), fc.string({ unit: 'binary', maxLength: 80 }));
  const value = fc.oneof(
    text,
    fc.uint8Array({ maxLength: 80 }),
    fc.integer({ min: 2040, max: 2060 }).map((size) => 'x'.repeat(size)),
  );
  fc.assert(
    fc.property(value, (given) => {
      expect(checksum(given)).toBe(crc32(given).toString(16).padStart(8, '0'));
    }),
  );
});
