import type { EvmAddress } from '@interline/kernel';

/** The local signer's answer; r and s are 64 hex digits without `0x`, s is low. */
export interface Signature {
  readonly r: string;
  readonly s: string;
  readonly yParity: 0 | 1;
}

/** A key in this process, whose signature is part of the committing unit. */
export interface LocalSigner {
  readonly kind: 'local';
  readonly address: EvmAddress;
  sign(digest: Uint8Array): Signature;
}

/**
 * A key elsewhere, as a KMS holds it: it answers r and s in 64 bytes, s high or low, and knows no
 * recovery bit.
 */
export interface RemoteSigner {
  readonly kind: 'remote';
  readonly address: EvmAddress;
  sign(digest: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
}

export type Signer = LocalSigner | RemoteSigner;
