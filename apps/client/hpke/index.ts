export {
  aes128Gcm,
  decrypted,
  encrypted,
  kdfId,
  keySchedule,
  openBase,
  sealBase,
} from './base-mode.ts';
export { type Bytes, inTwoBytes, joined, numberAt, slice, utf8 } from './bytes.ts';
export { hasHybrid, hybrid } from './hybrid.ts';
export type { Kem } from './kem.ts';
export { expand, extract } from './labeled.ts';
export { x25519 } from './x25519.ts';
