import type { Bytes } from './bytes.ts';

/** Both halves of a key. Whoever has the secret opens what is sealed to the public half. */
export interface KeyPair {
  readonly publicKey: Bytes;
  /** 32 bytes, of every kind. */
  readonly secret: Bytes;
}

export interface Encapsulated {
  readonly enc: Bytes;
  readonly sharedSecret: Bytes;
}

/** A way to agree on a secret with the owner of a public key: HPKE's KEM. */
export interface Kem {
  /** As in HPKE's registry. */
  readonly id: number;
  readonly name: 'MLKEM768-X25519' | 'X25519';
  readonly publicBytes: number;
  readonly encBytes: number;
  /** Whether this runtime has what sealing to such a key takes. */
  canSeal(): Promise<boolean>;
  createKey(): Promise<KeyPair>;
  /** The pair of that secret. */
  keyOf(secret: Bytes): Promise<KeyPair>;
  /** Throws where the public key is none. */
  encapsulate(publicKey: Bytes): Promise<Encapsulated>;
  /** The secret that was agreed on, or some other bytes; throws where `enc` is none. */
  decapsulate(enc: Bytes, key: KeyPair): Promise<Bytes>;
}
