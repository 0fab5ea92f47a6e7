import type {
  Address,
  ChainRef,
  Hex,
  PullUnderWay,
  RailOutcome,
  SignedPermit,
  TypedData,
  Units,
} from '@interline/kernel';
import type { PermitFate } from './chain-reading.ts';
import type { RefusalOptions } from './transaction-request.ts';

export interface PermitVerdict {
  /** EIP-712 digest, under which the payer's intent is stored. */
  readonly digest: Hex;
  readonly chainTimeSec: number;
  /**
   * Of a standing allowance that its signature has yet to open: the chain has none in its place now, because no
   * earlier one was opened, or because it was used up, is over or was taken back.
   */
  readonly hasNoneBefore?: true;
}

export interface PayerState {
  readonly balance: Units;
  /** Permit2's allowance from the payer. */
  readonly permit2Allowance: Units;
  readonly eip2612Nonce: bigint | null;
  /**
   * Whether its code takes part in signing. The code that sponsored calls delegate to does not: it
   * accepts the account's own key, as tokens do for accounts without code.
   */
  readonly hasCode: boolean;
  /**
   * Whether it is a contract, whose address on another chain may belong to another owner. An account of a key is
   * not a contract, whatever code it delegates to (EIP-7702).
   */
  readonly isContract?: true;
  /** What the given pulls may still take from this balance: those unspent at its block. */
  readonly promised: Units;
  readonly chainTimeSec: number;
}

/** Permits with which a payer's signature moves tokens: EVM's Permit2. */
export interface PermitPort {
  /** EIP-712 digest of any typed data, without network. */
  digestOf(data: TypedData): Hex;
  /**
   * Whether the permit is genuine, unspent and in time. Refuses with `PERMIT_*`. Reads code, bitmap
   * and chain time. For a standing allowance that was redeemed it asks only the chain, unless
   * `isFresh`: then the signature must be the owner's and not redeemed yet.
   */
  verifyPermit(
    permit: SignedPermit,
    signal: AbortSignal,
    options?: RefusalOptions & { readonly isFresh?: boolean },
  ): Promise<RailOutcome<PermitVerdict>>;
  /**
   * Whether the owner's key signed the permit's terms, even if it is spent or expired. Asks the
   * owner's code if it has any.
   */
  isSignedByOwner(permit: SignedPermit, signal?: AbortSignal): Promise<boolean>;
  payerState(
    chain: ChainRef,
    token: Address,
    payer: Address,
    signal: AbortSignal,
    underWay?: readonly PullUnderWay[],
  ): Promise<PayerState>;
  /** One word of Permit2's bitmap for the payer; set bits are spent. */
  permitWord(chain: ChainRef, payer: Address, word: bigint, signal: AbortSignal): Promise<bigint>;
  /**
   * The fate of the permit's nonce according to the RPC nodes. `unspentAt`: a block at which its
   * bit is known to be free, or null. Makes many requests if it is spent; never throws.
   */
  fateOf(permit: SignedPermit, unspentAt: number | null, signal: AbortSignal): Promise<PermitFate>;
  /** The contract whose code runs multicalls, at the same address on every chain. */
  readonly batchExecutor: Address;
}
