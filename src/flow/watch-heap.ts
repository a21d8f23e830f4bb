import { setFlagsFromString } from 'node:v8';

/**
 * For a process that lives for days and has little to do; to be called before the grammar is loaded. V8 keeps its nursery
 * as small as it begins, instead of growing it to 32 MB for the garbage of each scan, and leaves WASM as its quick compiler
 * makes it: each command line is parsed once. Measured with the demo: 30 MB less resident, and no more CPU.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--liftoff-only');
}
