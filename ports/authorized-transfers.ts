import type { ChainRef, EvmAddress, Hex, TxHash, Units } from '@interline/kernel';
import type { Prepared } from './transaction-request.ts';

/** What a payer signed (EIP-3009): whoever sends it, the token moves so much, once. */
export interface AuthorizedTransfer {
  readonly chain: ChainRef;
  readonly token: EvmAddress;
  readonly from: EvmAddress;
  readonly to: EvmAddress;
  readonly units: Units;
  /** Unix seconds, both. */
  readonly validAfter: bigint;
  readonly validBefore: bigint;
  /** 32 bytes. */
  readonly nonce: Hex;
  readonly signature: Hex;
}

/**
 * - unsupported: the token takes no such authorization
 * - early, late: not good yet, or not for long enough
 * - undeployed: the payer's wallet is not on the chain yet (ERC-6492)
 * - signature: the payer has not signed this
 * - used: its nonce is used, or its payer has cancelled it
 * - balance: the payer holds less
 * - fails: for another reason; `why` in our words
 */
export type TransferFault =
  'unsupported' | 'early' | 'late' | 'undeployed' | 'signature' | 'used' | 'balance' | 'fails';

/** What would become of it, tried at the head. */
export type TriedTransfer =
  | { readonly ok: true; readonly prepared: Prepared; readonly balance: bigint }
  | { readonly ok: false; readonly fault: TransferFault; readonly why: string | null };

/** How a token names itself in what is signed (EIP-712). */
export interface SigningDomain {
  readonly name: string;
  readonly version: string;
}

/**
 * - made: the token itself says that it made exactly this transfer by this authorization; `isOurs`: in a
 *   transaction of the relayer's that called nothing but the token
 * - spent: it was cancelled, or the nonce stands for another transfer that the payer signed
 * - unused: no node has it used
 * - unknown: it is used, and too few nodes show by what: logs may lag
 */
export type TransferFate =
  | {
      readonly kind: 'made';
      readonly hash: TxHash;
      readonly block: number;
      readonly isOurs: boolean;
    }
  | { readonly kind: 'spent' }
  | { readonly kind: 'unused' }
  | { readonly kind: 'unknown' };

/** Transfers that payers signed to others, sent by the spender, on all EVM chains. */
export interface AuthorizedTransferPort {
  readonly chains: readonly ChainRef[];
  /** Who sends them. */
  readonly relayer: EvmAddress;
  /** Null for a token that takes no authorizations. Throws `CHAIN_UNREACHABLE`. */
  domainOf(chain: ChainRef, token: EvmAddress, signal: AbortSignal): Promise<SigningDomain | null>;
  /**
   * Looks at time, signature, nonce and balance, in this order, and simulates it whole. Moves nothing.
   * `nowSec`: what it must be good for beyond. Throws `CHAIN_UNREACHABLE`, `GAS_CEILING`.
   */
  tryTransfer(
    transfer: AuthorizedTransfer,
    nowSec: bigint,
    signal: AbortSignal,
  ): Promise<TriedTransfer>;
  /**
   * What became of its nonce in that block or later, as enough nodes show it that have `head` or a later
   * one: a node that has not got the block yet does not know that it is used. Throws `CHAIN_UNREACHABLE`
   * while fewer answer.
   */
  fateOf(
    transfer: AuthorizedTransfer,
    looked: { readonly block: number; readonly head: number },
    signal: AbortSignal,
  ): Promise<TransferFate>;
  /** The first block that a search for what is used already begins with. Throws `CHAIN_UNREACHABLE`. */
  searchedFrom(chain: ChainRef, signal: AbortSignal): Promise<number>;
}
