import type { SigningTask } from '../signing-worker.ts';

/** A signing thread that never comes back from a value of nines. */
export function signTask({ blinded }: SigningTask): readonly Uint8Array[] {
  if (blinded.some(([first]) => first === 9))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return blinded;
}
