export { sha256 } from './hkdf.ts';
export {
  type Aead,
  aeads,
  hpkeContext,
  type HpkeContext,
  kdfId,
  nonceBytes,
  openWith,
  sealWith,
  tagBytes,
} from './hpke.ts';
export { type Encapsulated, type Kem, type KemKey, kems, x25519Kem } from './kems.ts';
export { rowSealer } from './row-sealer.ts';
