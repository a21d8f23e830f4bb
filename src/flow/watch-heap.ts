import { setFlagsFromString } from 'node:v8';

/**
 * For a process that lives for days and needs little: V8 keeps its nursery as small as it begins, instead of growing it to
 * 32 MB for the garbage of each scan. To be called early. Measured with 500 processes: 12 MB less resident, no more CPU.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
