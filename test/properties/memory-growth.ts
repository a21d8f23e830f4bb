/** Measures what an act leaves in memory. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** By how many bytes memory, WASM's included, grows in the second half of so many acts; in the first the code warms up. */
export function growthOver(count: number, act: (number: number) => void): number {
  const half = Math.floor(count / 2);
  for (let number = 0; number < half; number += 1) act(number);
  const before = bytesInUse();
  for (let number = half; number < count; number += 1) act(number);
  return bytesInUse() - before;
}

function bytesInUse(): number {
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
