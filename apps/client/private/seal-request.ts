import {
  aes128Gcm,
  type Bytes,
  decrypted,
  encrypted,
  expand,
  extract,
  inTwoBytes,
  joined,
  kdfId,
  keySchedule,
  slice,
  utf8,
} from '../hpke/index.ts';
import type { LaneKey } from './key-document.ts';

export interface SealedRequest {
  readonly bytes: Bytes;
  /** Throws on an answer that was not made by who holds the gateway's key. */
  readonly open: (response: Bytes) => Promise<Bytes>;
}

const { keyBytes } = aes128Gcm;
const nonceBytes = 12;

/** Encapsulates a message: RFC 9458, section 4, over base mode of RFC 9180. */
export async function sealRequest(
  { keyId, kem, publicKey }: LaneKey,
  message: Bytes,
): Promise<SealedRequest> {
  const { sharedSecret, enc } = await kem.encapsulate(publicKey);
  const suite = joined(inTwoBytes(kem.id), inTwoBytes(kdfId), inTwoBytes(aes128Gcm.id));
  const header = joined(Uint8Array.of(keyId), suite);
  const info = joined(utf8('message/bhttp request'), Uint8Array.of(0), header);
  const schedule = await keySchedule(kem.id, aes128Gcm, sharedSecret, info);
  return {
    bytes: joined(header, enc, await encrypted(schedule, message)),
    async open(response) {
      const responseNonce = slice(response, 0, keyBytes);
      const exported = await schedule.export(utf8('message/bhttp response'), keyBytes);
      const prk = await extract(joined(enc, responseNonce), exported);
      const [cipherKey, nonce] = await Promise.all([
        expand(prk, utf8('key'), keyBytes),
        expand(prk, utf8('nonce'), nonceBytes),
      ]);
      return decrypted({ cipherKey, nonce }, response.slice(keyBytes));
    },
  };
}
