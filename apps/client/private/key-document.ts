import {
  aes128Gcm,
  type Bytes,
  hybrid,
  type Kem,
  kdfId,
  numberAt,
  slice,
  x25519,
} from '../hpke/index.ts';

/** The one that is safe against quantum computers first. */
const kems: readonly Kem[] = [hybrid, x25519];

/** A key of a gateway that requests can be sealed to. */
export interface LaneKey {
  readonly keyId: number;
  readonly kem: Kem;
  readonly publicKey: Bytes;
}

/**
 * The first key of the document (`application/ohttp-keys`) that this runtime can use. Throws where
 * there is none, and on a document that is malformed anywhere.
 */
export async function chooseKey(document: Bytes): Promise<LaneKey> {
  const configs: Bytes[] = [];
  for (let at = 0; at < document.length;) {
    const length = numberAt(document, at);
    configs.push(slice(document, at + 2, length));
    at += 2 + length;
  }
  const keys = configs.flatMap(keyIn);
  for (const key of keys) if (await key.kem.canSeal()) return key;
  throw new Error('the service offers no key that this runtime can seal a request to');
}

function keyIn(config: Bytes): readonly LaneKey[] {
  const [keyId = 0] = slice(config, 0, 1);
  const kem = kems.find(({ id }) => id === numberAt(config, 1));
  // The length of a key of an unknown kind is unknown too.
  if (kem === undefined) return [];
  const publicKey = slice(config, 3, kem.publicBytes);
  const algorithms = config.slice(3 + kem.publicBytes);
  const length = numberAt(algorithms, 0);
  if (length === 0 || length % 4 !== 0 || algorithms.length !== length + 2)
    throw new RangeError('a key configuration has another length than it says');
  for (let at = 2; at < algorithms.length; at += 4)
    if (numberAt(algorithms, at) === kdfId && numberAt(algorithms, at + 2) === aes128Gcm.id)
      return [{ keyId, kem, publicKey }];
  return [];
}
