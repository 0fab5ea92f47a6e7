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
  /** EIP-712 digest: what the payer's intent is kept under. */
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
  /** What Permit2 may take from the payer. */
  readonly permit2Allowance: Units;
  readonly eip2612Nonce: bigint | null;
  /**
   * Whether its code has a word in what it signs; the code that sponsored calls lend it has none, for it
   * takes the account's own key, as tokens do of accounts without code.
   */
  readonly hasCode: boolean;
  /** What the pulls that were named may still take from this balance: those unspent at its block. */
  readonly promised: Units;
  readonly chainTimeSec: number;
}

/** Permits by which a payer's signature moves tokens: EVM's Permit2. */
export interface PermitPort {
  /** EIP-712 digest of any typed data, without network. */
  digestOf(data: TypedData): Hex;
  /**
   * Whether the permit is genuine, unspent and in time. Refuses with `PERMIT_*`. Network: code,
   * bitmap, chain time. Out of a standing allowance that was redeemed it asks the chain alone, unless
   * `isFresh`: then its signature must be the owner's, and not redeemed by anyone yet.
   */
  verifyPermit(
    permit: SignedPermit,
    signal: AbortSignal,
    options?: RefusalOptions & { readonly isFresh?: boolean },
  ): Promise<RailOutcome<PermitVerdict>>;
  /**
   * Whether the owner's key made the signature over the permit's terms, whether or not it is spent
   * or expired. Asks the owner's code where there is any.
   */
  isSignedByOwner(permit: SignedPermit, signal?: AbortSignal): Promise<boolean>;
  payerState(
    chain: ChainRef,
    token: Address,
    payer: Address,
    signal: AbortSignal,
    underWay?: readonly PullUnderWay[],
  ): Promise<PayerState>;
  /** One word of Permit2's bitmap of the payer: set bits are spent. */
  permitWord(chain: ChainRef, payer: Address, word: bigint, signal: AbortSignal): Promise<bigint>;
  /**
   * What became of the permit's nonce, by the RPC nodes. `unspentAt`: a block that is known to have
   * had its bit free, or null. Many requests where it is spent; never throws.
   */
  fateOf(permit: SignedPermit, unspentAt: number | null, signal: AbortSignal): Promise<PermitFate>;
  /** The contract whose code runs multicalls, at one address on every chain. */
  readonly batchExecutor: Address;
}
