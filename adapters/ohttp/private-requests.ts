import type {
  OpenedPrivateRequest,
  PrivateRequest,
  PrivateRequests,
  SealedLaneKeys,
} from '@interline/ports';
import { createHash, randomBytes } from 'node:crypto';
import { type KemKey, kems, tagBytes } from '../hpke/index.ts';
import { type Later, openedKeys, sealWith } from '../seal/index.ts';
import {
  type BinaryRequest,
  decodeRequest,
  decodeResponse,
  encodeRequest,
  encodeResponse,
  type Fields,
} from './binary-http.ts';
import { openRequest, readHeader, type RequestHeader, sealRequest } from './encapsulation.ts';
import { decodeKeyConfigs, encodeKeyConfigs } from './key-configs.ts';

const seedBytes = 32;
const headerBytes = 7;

/** Where Node has no ML-KEM, before 24, X25519 is offered alone. */
const offered = kems.filter(({ isSupported }) => isSupported);

/** `secret`: 32 bytes that seal the private keys. `later` replaces a timer. */
export function privateRequests(secret: Uint8Array, later?: Later): PrivateRequests {
  const seal = sealWith(secret, 'keys of the private lane');
  const opened = openedKeys<readonly OpenedKey[]>(later);

  function keysIn({ digest, document, sealed }: SealedLaneKeys): readonly OpenedKey[] {
    return opened(digest, () => {
      const seeds = seal.open(sealed, digest);
      return decodeKeyConfigs(Buffer.from(document, 'base64')).map(({ keyId, kem }, at) => ({
        keyId,
        kemId: kem.id,
        key: kem.openKey(seeds.subarray(at * seedBytes, (at + 1) * seedBytes)),
      }));
    });
  }

  return {
    createKeys(firstKeyId) {
      const drawn = offered.map((kem, at) => ({
        keyId: firstKeyId + at,
        kem,
        seed: randomBytes(seedBytes),
      }));
      const document = encodeKeyConfigs(
        drawn.map(({ keyId, kem, seed }) => ({
          keyId,
          kem,
          publicKey: kem.openKey(seed).publicKey,
        })),
      );
      const digest = createHash('sha256').update(document).digest('hex');
      return {
        document: Buffer.from(document).toString('base64'),
        digest,
        sealed: seal.seal(Buffer.concat(drawn.map(({ seed }) => seed)), digest),
      };
    },

    kemsIn: (document) =>
      decodeKeyConfigs(Buffer.from(document, 'base64')).map(({ kem }) => kem.name),

    readHead(request) {
      const header = readHeader(request);
      if (header === null) return null;
      const plaintextBytes = request.length - headerBytes - header.kem.encBytes - tagBytes;
      return plaintextBytes < 0 ? null : { keyId: header.keyId, plaintextBytes };
    },

    open(keys, bytes) {
      const header = readHeader(bytes);
      const key = keysIn(keys).find(
        ({ keyId, kemId }) => keyId === header?.keyId && kemId === header.kem.id,
      );
      return header === null || key === undefined ? null : openWith(header, key.key, bytes);
    },

    sealProbe(document, { method, path, fields, content }, unit) {
      const [key] = decodeKeyConfigs(Buffer.from(document, 'base64'));
      if (key === undefined) throw new RangeError('the document holds no key that can be used');
      const message: BinaryRequest = {
        method,
        scheme: 'https',
        authority: '',
        path,
        fields: Object.entries(fields),
        content,
      };
      const { bytes, openResponse } = sealRequest(key, encodeRequest(message, unit));
      return {
        bytes,
        isAnswer(answer) {
          try {
            decodeResponse(openResponse(answer));
            return true;
          } catch {
            return false;
          }
        },
      };
    },
  };
}

interface OpenedKey {
  readonly keyId: number;
  readonly kemId: number;
  readonly key: KemKey;
}

function openWith(
  header: RequestHeader,
  key: KemKey,
  bytes: Uint8Array,
): OpenedPrivateRequest | null {
  try {
    const { plaintext, enc, sealResponse } = openRequest(header, key, bytes);
    return {
      kem: header.kem.name,
      replayId: createHash('sha256').update(enc).digest('hex'),
      request: requestIn(plaintext),
      seal: ({ status, fields, content }, unit) =>
        sealResponse(encodeResponse({ status, fields: Object.entries(fields), content }, unit)),
    };
  } catch {
    // It was changed, sealed to another key, or its point is of low order: all the same to its sender.
    return null;
  }
}

function requestIn(plaintext: Uint8Array): PrivateRequest | null {
  try {
    const { method, path, fields, content } = decodeRequest(plaintext);
    return { method, path, fields: firstOfEach(fields), content };
  } catch {
    return null;
  }
}

function firstOfEach(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries([...fields].reverse());
}
