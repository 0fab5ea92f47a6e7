import { type Aead, aeads, kdfId, type Kem, kems } from '../hpke/index.ts';

/** One key of a gateway as clients read it: RFC 9458, section 3. */
export interface KeyConfig {
  readonly keyId: number;
  readonly kem: Kem;
  readonly publicKey: Uint8Array;
}

/** `application/ohttp-keys`: each configuration behind its length. */
export function encodeKeyConfigs(configs: readonly KeyConfig[]): Uint8Array {
  return Buffer.concat(
    configs.flatMap((config) => {
      const encoded = encodeKeyConfig(config);
      return [Uint8Array.of(encoded.length >> 8, encoded.length & 0xff), encoded];
    }),
  );
}

export function encodeKeyConfig({ keyId, kem, publicKey }: KeyConfig): Uint8Array {
  const algorithms = aeads.flatMap(({ id }) => [kdfId, id]);
  const head = Buffer.alloc(3);
  head.writeUInt8(keyId, 0);
  head.writeUInt16BE(kem.id, 1);
  const tail = Buffer.alloc(2 + algorithms.length * 2);
  tail.writeUInt16BE(algorithms.length * 2, 0);
  algorithms.forEach((id, at) => tail.writeUInt16BE(id, 2 + at * 2));
  return Buffer.concat([head, publicKey, tail]);
}

/** A configuration, and which of its AEADs a client uses. */
export interface OfferedKey extends KeyConfig {
  readonly aead: Aead;
}

/**
 * What this process can use of a document, in its order. Throws on one that is malformed anywhere:
 * it is discarded whole.
 */
export function decodeKeyConfigs(document: Uint8Array): readonly OfferedKey[] {
  const bytes = Buffer.from(document);
  const offered: OfferedKey[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt16BE(at);
    const config = bytes.subarray(at + 2, at + 2 + length);
    if (config.length !== length) throw new RangeError('a key configuration is cut off');
    offered.push(...usableIn(config));
    at += 2 + length;
  }
  return offered;
}

function usableIn(config: Buffer): readonly OfferedKey[] {
  const keyId = config.readUInt8(0);
  const kemId = config.readUInt16BE(1);
  const kem = kems.find(({ id, isSupported }) => id === kemId && isSupported);
  // The length of a key of an unknown KEM is unknown too.
  if (kem === undefined) return [];
  const publicKey = config.subarray(3, 3 + kem.publicKeyBytes);
  const algorithms = config.subarray(3 + kem.publicKeyBytes);
  const length = algorithms.readUInt16BE(0);
  if (length === 0 || length % 4 !== 0 || algorithms.length !== length + 2)
    throw new RangeError('a key configuration has another length than it says');
  for (let at = 2; at < algorithms.length; at += 4) {
    const aead = aeads.find(({ id }) => id === algorithms.readUInt16BE(at + 2));
    if (algorithms.readUInt16BE(at) === kdfId && aead !== undefined)
      return [{ keyId, kem, publicKey, aead }];
  }
  return [];
}
