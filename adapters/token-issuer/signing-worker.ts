import { createPublicKey, type KeyObject } from 'node:crypto';
import { blindSign, rawKey } from './blind-rsa.ts';

export interface SigningTask {
  readonly key: KeyObject;
  readonly blinded: readonly Uint8Array[];
}

/** One task of a signing thread. */
export function signTask({ key, blinded }: SigningTask): readonly Uint8Array[] {
  const [signing, checking] = [rawKey(key), rawKey(createPublicKey(key))];
  return blinded.map((value) => blindSign(signing, checking, value));
}
