import {
  Aes128Gcm,
  CipherSuite,
  DhkemX25519HkdfSha256,
  HkdfSha256,
  type SenderContext,
} from '@hpke/core';
import { XWing } from '@hpke/hybridkem-x-wing';
import { BHttpDecoder, BHttpEncoder } from 'bhttp-js';
import { createDecipheriv, createHmac } from 'node:crypto';

type PlatformKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

export type ForeignKem = 'MLKEM768-X25519' | 'X25519';

/** A client of Oblivious HTTP whose HPKE and binary HTTP are other people's. */
export interface SealedByOthers {
  readonly bytes: Buffer;
  open(response: Buffer): Promise<Response>;
}

const facts = {
  'MLKEM768-X25519': { id: 0x647a, publicKeyBytes: 1_216, kem: () => new XWing() },
  X25519: { id: 0x0020, publicKeyBytes: 32, kem: () => new DhkemX25519HkdfSha256() },
} as const;

/** Padded with zeros to `bytes`; dated now unless the request has a date. */
export async function sealByOthers(
  document: Buffer,
  kemName: ForeignKem,
  request: Request,
  bytes = 16_384,
): Promise<SealedByOthers> {
  const { id, kem } = facts[kemName];
  const { keyId, publicKey } = configIn(document, kemName);
  const suite = new CipherSuite({ kem: kem(), kdf: new HkdfSha256(), aead: new Aes128Gcm() });
  const header = Buffer.from([keyId, id >> 8, id & 0xff, 0, 1, 0, 1]);
  // CAST: the library's type is the browser's, which is not among ours.
  const recipientPublicKey = (await suite.kem.deserializePublicKey(
    arrayOf(publicKey),
  )) as PlatformKey;
  const sender = await suite.createSenderContext({
    recipientPublicKey,
    info: arrayOf(Buffer.concat([Buffer.from('message/bhttp request\0'), header])),
  });
  const message = Buffer.alloc(bytes);
  const encoded = Buffer.from(await new BHttpEncoder().encodeRequest(request));
  if (encoded.length > bytes) throw new Error('the request is longer than its padding');
  encoded.copy(message);
  const enc = Buffer.from(sender.enc);
  const sealed = Buffer.from(await sender.seal(arrayOf(message)));
  return {
    bytes: Buffer.concat([header, enc, sealed]),
    open: (response) => openResponse(sender, enc, response),
  };
}

async function openResponse(
  sender: SenderContext,
  enc: Buffer,
  response: Buffer,
): Promise<Response> {
  const responseNonce = response.subarray(0, 16);
  const secret = await sender.export(arrayOf(Buffer.from('message/bhttp response')), 16);
  const prk = hmac(Buffer.concat([enc, responseNonce]), Buffer.from(secret));
  const key = hmac(prk, Buffer.from('key\x01')).subarray(0, 16);
  const nonce = hmac(prk, Buffer.from('nonce\x01')).subarray(0, 12);
  const opening = createDecipheriv('aes-128-gcm', key, nonce);
  opening.setAuthTag(response.subarray(response.length - 16));
  const plain = Buffer.concat([
    opening.update(response.subarray(16, response.length - 16)),
    opening.final(),
  ]);
  return new BHttpDecoder().decodeResponse(plain);
}

function configIn(
  document: Buffer,
  kem: ForeignKem,
): { readonly keyId: number; readonly publicKey: Buffer } {
  for (let at = 0; at < document.length; at += 2 + document.readUInt16BE(at)) {
    if (document.readUInt16BE(at + 3) !== facts[kem].id) continue;
    return {
      keyId: document.readUInt8(at + 2),
      publicKey: document.subarray(at + 5, at + 5 + facts[kem].publicKeyBytes),
    };
  }
  throw new Error(`the document has no key of ${kem}`);
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

function arrayOf(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
