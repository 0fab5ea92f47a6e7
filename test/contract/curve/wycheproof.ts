import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One group of tests has one public key, uncompressed. */
interface Group {
  readonly publicKey: { readonly uncompressed: string };
  readonly tests: readonly {
    readonly tcId: number;
    readonly comment: string;
    readonly msg: string;
    readonly sig: string;
    readonly result: 'valid' | 'invalid' | 'acceptable';
  }[];
}

/** A signature that project Wycheproof has judged. */
export interface JudgedSignature {
  readonly name: string;
  readonly publicKey: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
  readonly isValid: boolean;
}

/**
 * What the file of a checkout of github.com/C2SP/wycheproof judges; null where `WYCHEPROOF` names
 * none. Its vectors are not part of this repository.
 */
export function wycheproof(file: string): readonly JudgedSignature[] | null {
  const checkout = process.env['WYCHEPROOF'];
  if (checkout === undefined || checkout === '') return null;
  const text = readFileSync(join(checkout, 'testvectors_v1', file), 'utf8');
  // CAST: the project's published shape; a file of another one fails its tests.
  const { testGroups } = JSON.parse(text) as { readonly testGroups: readonly Group[] };
  return testGroups.flatMap(({ publicKey, tests }) =>
    tests.map(({ tcId, comment, msg, sig, result }) => ({
      name: `${tcId} ${comment}`,
      publicKey: Buffer.from(publicKey.uncompressed, 'hex'),
      message: Buffer.from(msg, 'hex'),
      signature: Buffer.from(sig, 'hex'),
      isValid: result === 'valid',
    })),
  );
}
