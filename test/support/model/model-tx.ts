import type { Address, Hex } from '@interline/kernel';

/**
 * What a transaction of the model does; `mint` and `fuel` are money and coin from outside, `pull`
 * redeems a permit, `cancel` spends it for nothing.
 */
export type ModelAction =
  | {
      readonly kind: 'pull';
      readonly permit: string;
      readonly owner: string;
      readonly to: string;
      readonly units: bigint;
      readonly deadlineSec: number;
    }
  | {
      readonly kind: 'transfer';
      readonly to: string;
      readonly units: bigint;
      /** The rail's call that moves it; left out for a plain transfer of the token. */
      readonly call?: { readonly to: Address; readonly data: Hex };
    }
  | { readonly kind: 'mint'; readonly to: string; readonly units: bigint }
  | { readonly kind: 'fuel'; readonly to: string; readonly wei: bigint }
  | { readonly kind: 'cancel'; readonly permit: string }
  | { readonly kind: 'approve' }
  /** A call that moves nothing; it reverts while who it calls is refused. */
  | { readonly kind: 'touch'; readonly to: Address; readonly data: Hex }
  | { readonly kind: 'noop' };

export interface ModelTx {
  readonly hash: string;
  readonly from: string;
  /** Null for transactions of others, whose nonces do not matter here. */
  readonly nonce: number | null;
  readonly action: ModelAction;
  /** The most it offers for gas; left out where that is always enough. */
  readonly fee?: bigint;
  /** The most of it that goes to the block producer. */
  readonly tip?: bigint;
  readonly gasLimit?: bigint;
}

/** Of a transaction that does what it was simulated to do. */
export const gasUsedBy: Readonly<Record<ModelAction['kind'], bigint>> = {
  pull: 77_000n,
  transfer: 45_000n,
  approve: 46_000n,
  touch: 60_000n,
  cancel: 30_000n,
  mint: 0n,
  fuel: 0n,
  noop: 21_000n,
};
