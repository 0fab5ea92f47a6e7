import type { ChainRef, EvmAddress, Hex, TxHash, Units } from '@interline/kernel';
import type { Prepared } from './transaction-request.ts';

/**
 * By whom the money is moved.
 * - eip3009: by the token itself
 * - permit2: by Permit2, which the payer has approved, at the call of the proxy that x402 signs for
 */
export type TransferMethod = 'eip3009' | 'permit2';

/** What a payer signed: it moves this much of the token once, whoever sends it. */
export interface AuthorizedTransfer {
  readonly method: TransferMethod;
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
 * - unsupported: the token takes no such authorization, or the chain has not the proxy
 * - early, late: not good yet, or not for long enough
 * - undeployed: the payer's wallet is not on the chain yet (ERC-6492)
 * - signature: the payer has not signed this
 * - used: its nonce is used, or its payer has cancelled it
 * - balance: the payer holds less
 * - allowance: Permit2 may take less
 * - fails: for another reason; `why` in our words
 */
export type TransferFault =
  | 'unsupported'
  | 'early'
  | 'late'
  | 'undeployed'
  | 'signature'
  | 'used'
  | 'balance'
  | 'allowance'
  | 'fails';

/** What would become of it, tried at the head. */
export type TriedTransfer =
  | {
      readonly ok: true;
      readonly prepared: Prepared;
      readonly balance: bigint;
      /** What Permit2 may take of it; null where the token itself moves it. */
      readonly allowance: bigint | null;
    }
  | { readonly ok: false; readonly fault: TransferFault; readonly why: string | null };

/** How a token names itself in what is signed (EIP-712). */
export interface SigningDomain {
  readonly name: string;
  readonly version: string;
}

/**
 * - made: exactly this transfer was made by this authorization, and the token's log shows it; `isOurs`: in a
 *   transaction of the relayer's that called nothing but the contract which takes the authorization
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
  /** Whether the proxy that Permit2 payments are signed for is on the chain. Throws `CHAIN_UNREACHABLE`. */
  takesPermit2(chain: ChainRef, signal: AbortSignal): Promise<boolean>;
  /**
   * Looks at time, signature, nonce, balance and allowance, in this order, and simulates it whole. Moves nothing.
   * `nowSec`: what it must be good for beyond. Throws `CHAIN_UNREACHABLE`, `GAS_CEILING`.
   */
  tryTransfer(
    transfer: AuthorizedTransfer,
    nowSec: bigint,
    signal: AbortSignal,
  ): Promise<TriedTransfer>;
  /**
   * What became of its nonce in that block or later, as enough nodes show it that have `head` or a later
   * one: a node that has not got the block yet does not know that it is used. `wasUnused`: it was not in that
   * block. Throws `CHAIN_UNREACHABLE` while fewer answer.
   */
  fateOf(
    transfer: AuthorizedTransfer,
    looked: { readonly block: number; readonly head: number; readonly wasUnused?: boolean },
    signal: AbortSignal,
  ): Promise<TransferFate>;
  /** The first block that a search for what is used already begins with. Throws `CHAIN_UNREACHABLE`. */
  searchedFrom(chain: ChainRef, signal: AbortSignal): Promise<number>;
}
