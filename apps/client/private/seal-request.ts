import { type Bytes, joined, slice, text, uint16 } from './bytes.ts';
import { expand, extract, labelled } from './hkdf.ts';
import type { LaneKey } from './key-document.ts';
import { aeadId, kdfId, type PlatformKey } from './suite.ts';

export interface SealedRequest {
  readonly bytes: Bytes;
  /** Throws on an answer that was not made by who holds the gateway's key. */
  readonly open: (response: Bytes) => Promise<Bytes>;
}

const keyBytes = 16;
const nonceBytes = 12;
const none: Bytes = new Uint8Array();

/** Encapsulates a message: RFC 9458, section 4, over base mode of RFC 9180. */
export async function sealRequest(
  { keyId, kem, publicKey }: LaneKey,
  message: Bytes,
): Promise<SealedRequest> {
  const { secret, enc } = await kem.encapsulate(publicKey);
  const header = joined(Uint8Array.of(keyId), uint16(kem.id), uint16(kdfId), uint16(aeadId));
  const info = joined(text('message/bhttp request'), Uint8Array.of(0), header);
  const hash = labelled(joined(text('HPKE'), uint16(kem.id), uint16(kdfId), uint16(aeadId)));
  const context = joined(
    Uint8Array.of(0),
    await hash.extract(none, 'psk_id_hash', none),
    await hash.extract(none, 'info_hash', info),
  );
  const prk = await hash.extract(secret, 'secret', none);
  const [key, nonce, exporter] = await Promise.all([
    hash.expand(prk, 'key', context, keyBytes),
    hash.expand(prk, 'base_nonce', context, nonceBytes),
    hash.expand(prk, 'exp', context, 32),
  ]);
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce },
    await aesKey(key, 'encrypt'),
    message,
  );
  return {
    bytes: joined(header, enc, new Uint8Array(sealed)),
    async open(response) {
      const responseNonce = slice(response, 0, keyBytes);
      const exported = await hash.expand(exporter, 'sec', text('message/bhttp response'), keyBytes);
      const answerPrk = await extract(joined(enc, responseNonce), exported);
      const [answerKey, answerNonce] = await Promise.all([
        expand(answerPrk, text('key'), keyBytes),
        expand(answerPrk, text('nonce'), nonceBytes),
      ]);
      const opened = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: answerNonce },
        await aesKey(answerKey, 'decrypt'),
        response.slice(keyBytes),
      );
      return new Uint8Array(opened);
    },
  };
}

function aesKey(key: Bytes, use: 'encrypt' | 'decrypt'): Promise<PlatformKey> {
  return crypto.subtle.importKey('raw', key, 'AES-GCM', false, [use]);
}
