import type { ChainRef, EvmAddress, Hex, TxHash, Units } from '@interline/kernel';
import type { Prepared } from './transaction-request.ts';

/**
 * The contract that moves the money.
 * - eip3009: the token itself
 * - permit2: Permit2, which the payer has approved, called by the proxy that x402 signs for
 */
export type TransferMethod = 'eip3009' | 'permit2';

/** What a payer signed: any sender can move that amount of the token with it, once. */
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
 * - unsupported: the token takes no such authorization, or the proxy is not on the chain
 * - early, late: not valid yet, or not for long enough
 * - undeployed: the payer's wallet is not on the chain yet (ERC-6492)
 * - signature: the payer has not signed this
 * - used: its nonce is used, or its payer has cancelled it
 * - balance: the payer's balance is too low
 * - allowance: Permit2's allowance is too low
 * - fails: another reason; `why` in our own words
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

/** The result of trying the transfer at the head. */
export type TriedTransfer =
  | {
      readonly ok: true;
      readonly prepared: Prepared;
      readonly balance: bigint;
      /** What Permit2 may take from the payer; null where the token itself moves the money. */
      readonly allowance: bigint | null;
    }
  | { readonly ok: false; readonly fault: TransferFault; readonly why: string | null };

/** A token's own name and version in what its holders sign (EIP-712). */
export interface SigningDomain {
  readonly name: string;
  readonly version: string;
}

/**
 * - made: this authorization made exactly this transfer, and the token's log shows it; `isOurs`: in
 *   a transaction of the relayer that called only the contract which takes the authorization
 * - spent: the payer cancelled it, or its nonce belongs to another transfer that the payer signed
 * - unused: no node shows it used
 * - unknown: it is used, and too few nodes show by which transaction: logs may lag
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

/** Transfers that payers signed to other accounts, sent by the spender, on all EVM chains. */
export interface AuthorizedTransferPort {
  readonly chains: readonly ChainRef[];
  /** The account that sends them. */
  readonly relayer: EvmAddress;
  /** Null for a token without support for authorizations. Throws `CHAIN_UNREACHABLE`. */
  domainOf(chain: ChainRef, token: EvmAddress, signal: AbortSignal): Promise<SigningDomain | null>;
  /**
   * Whether the chain has the proxy that Permit2 payments are signed for. Throws
   * `CHAIN_UNREACHABLE`.
   */
  takesPermit2(chain: ChainRef, signal: AbortSignal): Promise<boolean>;
  /**
   * Checks time, signature, nonce, balance and allowance, in this order, and simulates the whole
   * transfer. Moves nothing. The transfer must still be valid some seconds after `nowSec`. Throws
   * `CHAIN_UNREACHABLE`, `GAS_CEILING`.
   */
  tryTransfer(
    transfer: AuthorizedTransfer,
    nowSec: bigint,
    signal: AbortSignal,
  ): Promise<TriedTransfer>;
  /**
   * What became of its nonce in that block or later, as shown by enough nodes that have reached
   * `head`: a node that has not reached it yet may not know that the nonce is used. `wasUnused`:
   * the nonce was unused in that block. Throws `CHAIN_UNREACHABLE` while fewer nodes answer.
   */
  fateOf(
    transfer: AuthorizedTransfer,
    looked: { readonly block: number; readonly head: number; readonly wasUnused?: boolean },
    signal: AbortSignal,
  ): Promise<TransferFate>;
  /** The first block of a search for the use of a nonce. Throws `CHAIN_UNREACHABLE`. */
  searchedFrom(chain: ChainRef, signal: AbortSignal): Promise<number>;
}
