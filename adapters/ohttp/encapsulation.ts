import { randomBytes } from 'node:crypto';
import {
  type Aead,
  aeads,
  type Encapsulated,
  hpkeContext,
  type HpkeContext,
  kdfId,
  type Kem,
  type KemKey,
  kems,
  nonceBytes,
  openWith,
  sealWith,
  sha256,
} from '../hpke/index.ts';
import type { OfferedKey } from './key-configs.ts';

const none = new Uint8Array();
const headerBytes = 7;
const requestLabel = Buffer.from('message/bhttp request');
const responseLabel = Buffer.from('message/bhttp response');

/** The header of an encapsulated request: RFC 9458, section 4.3. */
export interface RequestHeader {
  readonly keyId: number;
  readonly kem: Kem;
  readonly aead: Aead;
}

/** Null where it is too short, or names what is not offered. */
export function readHeader(request: Uint8Array): RequestHeader | null {
  if (request.length < headerBytes) return null;
  const bytes = Buffer.from(request.subarray(0, headerBytes));
  const kem = kems.find(({ id }) => id === bytes.readUInt16BE(1));
  const aead = aeads.find(({ id }) => id === bytes.readUInt16BE(5));
  if (kem === undefined || aead === undefined || bytes.readUInt16BE(3) !== kdfId) return null;
  return { keyId: bytes.readUInt8(0), kem, aead };
}

export interface OpenedRequest {
  readonly plaintext: Uint8Array;
  /** What the sender made for this request alone. */
  readonly enc: Uint8Array;
  /** Seals the answer; only the sender can open it. */
  readonly sealResponse: (plaintext: Uint8Array) => Uint8Array;
}

/** Throws where it was not sealed to that key, or was changed. */
export function openRequest(
  { keyId, kem, aead }: RequestHeader,
  key: KemKey,
  request: Uint8Array,
): OpenedRequest {
  const enc = request.subarray(headerBytes, headerBytes + kem.encBytes);
  if (enc.length !== kem.encBytes) throw new RangeError('the request is cut off');
  const context = hpkeContext(
    { kemId: kem.id, aead },
    key.decapsulate(enc),
    infoOf({ keyId, kem, aead }),
  );
  return {
    plaintext: context.open(0, none, request.subarray(headerBytes + kem.encBytes)),
    enc,
    sealResponse: (plaintext) =>
      sealResponse({ context, aead, enc }, plaintext, randomBytes(responseNonceBytes(aead))),
  };
}

export interface SealedRequest {
  readonly bytes: Uint8Array;
  /** Throws on an answer that was not made by who holds the key. */
  readonly openResponse: (response: Uint8Array) => Uint8Array;
}

/** `encapsulated` is drawn where it is left out; the vectors bring their own. */
export function sealRequest(
  { keyId, kem, publicKey, aead }: OfferedKey,
  plaintext: Uint8Array,
  { secret, enc }: Encapsulated = kem.encapsulate(publicKey),
): SealedRequest {
  const context = hpkeContext({ kemId: kem.id, aead }, secret, infoOf({ keyId, kem, aead }));
  const sealed = context.seal(0, none, plaintext);
  return {
    bytes: Buffer.concat([headerOf({ keyId, kem, aead }), enc, sealed]),
    openResponse(response) {
      const nonce = response.subarray(0, responseNonceBytes(aead));
      if (nonce.length !== responseNonceBytes(aead)) throw new RangeError('the answer is cut off');
      const keys = responseKeys({ context, aead, enc }, nonce);
      return openWith(aead, keys, response.subarray(nonce.length));
    },
  };
}

interface ResponseParts {
  readonly context: HpkeContext;
  readonly aead: Aead;
  readonly enc: Uint8Array;
}

/** RFC 9458, section 4.4, with the nonce of the caller. */
export function sealResponse(
  parts: ResponseParts,
  plaintext: Uint8Array,
  nonce: Uint8Array,
): Uint8Array {
  return Buffer.concat([nonce, sealWith(parts.aead, responseKeys(parts, nonce), plaintext)]);
}

/** The key and nonce of an answer, and what they are made from. */
export function responseKeys({ context, aead, enc }: ResponseParts, responseNonce: Uint8Array) {
  const secret = context.export(responseLabel, responseNonceBytes(aead));
  const prk = sha256.extract(Buffer.concat([enc, responseNonce]), secret);
  return {
    secret,
    prk,
    key: sha256.expand(prk, Buffer.from('key'), aead.keyBytes),
    nonce: sha256.expand(prk, Buffer.from('nonce'), nonceBytes),
  };
}

export function infoOf(header: RequestHeader): Uint8Array {
  return Buffer.concat([requestLabel, Uint8Array.of(0), headerOf(header)]);
}

function headerOf({ keyId, kem, aead }: RequestHeader): Uint8Array {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt8(keyId, 0);
  header.writeUInt16BE(kem.id, 1);
  header.writeUInt16BE(kdfId, 3);
  header.writeUInt16BE(aead.id, 5);
  return header;
}

function responseNonceBytes({ keyBytes }: Aead): number {
  return Math.max(nonceBytes, keyBytes);
}
