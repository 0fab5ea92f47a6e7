import { RelayError } from '@interline/kernel';
import type { TokenIssuerPort } from '@interline/ports';
import type { PassKey } from './key-ring.ts';
import type { PassReads } from './repository.ts';

/** Signatures on blinded values, in the order of the values. */
export interface Issued {
  readonly signatures: readonly Uint8Array[];
  readonly key: PassKey;
}

/** Refuses values that the key may not sign, before anything is counted. Throws `BAD_REQUEST`. */
export function assertSignable(
  issuer: Pick<TokenIssuerPort, 'isSignable'>,
  { publicKey }: PassKey,
  blinded: readonly Uint8Array[],
): void {
  const wrong = blinded.findIndex((value) => !issuer.isSignable(publicKey, value));
  if (wrong !== -1)
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'blinded' },
      `blinded[${wrong}] is not a value that the current key signs: 256 bytes, as a number above 1 and below its modulus less 1; blind it with the key of GET /api/plus/info`,
    );
}

export async function signBlinded(
  {
    issuer,
    reads,
  }: { readonly issuer: Pick<TokenIssuerPort, 'blindSign'>; readonly reads: PassReads },
  key: PassKey,
  blinded: readonly Uint8Array[],
): Promise<Issued> {
  const sealed = await reads.sealedPassKey(key.seq);
  if (sealed === null) throw new Error(`the private half of pass key ${key.seq} is gone`);
  const { publicKey } = key;
  return { key, signatures: await issuer.blindSign({ publicKey, sealed }, blinded) };
}
