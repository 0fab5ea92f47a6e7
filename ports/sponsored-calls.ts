import type { ChainRef, EvmAddress, Hex, TypedData, Units } from '@interline/kernel';
import type { Prepared } from './transaction-request.ts';

/** A call made by a payer's own account. */
export interface AccountCall {
  readonly to: EvmAddress;
  readonly value: Units;
  readonly data: Hex;
}

/** What a payer signs: its account's calls, under one nonce of the EntryPoint (ERC-4337). */
export interface PayerOperation {
  readonly chain: ChainRef;
  readonly account: EvmAddress;
  /** The key in the upper 192 bits, the sequence number in the lower 64. */
  readonly nonce: bigint;
  readonly callData: Hex;
  /** Gas limit of its calls. */
  readonly callGas: bigint;
  /**
   * Signed for an account that is delegated together with it: the signed text then names the
   * delegate.
   */
  readonly delegates: boolean;
}

/** A signed EIP-7702 authorization. */
export interface PayerAuthorization {
  readonly chainId: number;
  readonly address: EvmAddress;
  /** Nonce of the account's own transactions. */
  readonly nonce: number;
  readonly yParity: 0 | 1;
  readonly r: Hex;
  readonly s: Hex;
}

/** A bearer instrument until it is mined: any holder can have it included. */
export interface SignedOperation {
  readonly operation: PayerOperation;
  /** 65 bytes. */
  readonly signature: Hex;
  /** Null if the account is delegated already. */
  readonly authorization: PayerAuthorization | null;
  readonly fee: SponsorFee;
}

/** What an operation's first call pays to the relayer. */
export interface SponsorFee {
  readonly token: EvmAddress;
  readonly units: Units;
}

/** State of an account at the head. */
export interface PayerAccount {
  /**
   * - delegated: to the supported delegate
   * - foreign: other code, or another delegate
   */
  readonly code: 'none' | 'delegated' | 'foreign';
  /** Transaction counts of the account: mined, and including pending ones. */
  readonly nonce: number;
  readonly pendingNonce: number;
  /** The next nonce of that key at the EntryPoint. */
  readonly operationNonce: bigint;
}

export interface BalanceChange {
  /** Contract address. */
  readonly token: string;
  /** Negative if it leaves the account. */
  readonly units: bigint;
}

/** The result of an account's calls, simulated at the head. */
export type TriedCalls =
  | {
      readonly ok: true;
      /** Gas of a transaction that only makes the calls. */
      readonly gas: bigint;
      readonly changes: readonly BalanceChange[];
    }
  /**
   * `call`: the index of the failed call; null if the node does not show it. `why`: in our own
   * words.
   */
  | { readonly ok: false; readonly call: number | null; readonly why: string | null };

/**
 * - invalid: the account lacks the code that accepts the signature
 * - nonce: the EntryPoint has already used its nonce
 * - failed: its calls would fail
 * - unpaid: its fee would not arrive
 */
export type DropReason = 'invalid' | 'nonce' | 'failed' | 'unpaid';

/** One transaction for several operations. */
export interface PreparedOperations {
  /** Carries the operations that were not dropped, in order; null if none is left. */
  readonly prepared: Prepared | null;
  /** By their index among the given ones. */
  readonly dropped: ReadonlyMap<number, DropReason>;
}

/** How an operation ended in a block. */
export interface OperationOutcome {
  /** Whether its calls succeeded. If not, nothing of them took effect, including the fee. */
  readonly isSuccess: boolean;
  readonly gasUsed: bigint;
  /** From its Transfer log from the account to the relayer. */
  readonly feePaid: Units;
  /** Why its calls failed, in our own words; null if they did not, or if it is not shown. */
  readonly innerError: string | null;
  /**
   * The transaction that carried the operation if it is not ours, because anyone who sees an
   * operation can send it.
   */
  readonly elsewhere?: string;
}

/** Payers' operations with one delegate and one EntryPoint, the same on every chain. */
export interface SponsoredCallPort {
  /** All chains that may be served; `isServed` decides. */
  readonly chains: readonly ChainRef[];
  readonly entryPoint: EvmAddress;
  readonly delegate: EvmAddress;
  /** Keccak-256 of its code. */
  readonly delegateCodeHash: Hex;
  /** The account that sends operations and gets their fees. */
  readonly relayer: EvmAddress;
  /** Accounts that no operation may call: ours of all key sets, and the EntryPoint. */
  readonly forbidden: readonly EvmAddress[];
  /**
   * Whether the chain supports EIP-7702 and has EntryPoint and delegate, as one node shows by
   * running them. Throws `CHAIN_UNREACHABLE`.
   */
  isServed(chain: ChainRef, signal: AbortSignal): Promise<boolean>;
  /** Throws `CHAIN_UNREACHABLE`. */
  accountAt(
    chain: ChainRef,
    account: EvmAddress,
    nonceKey: bigint,
    signal: AbortSignal,
  ): Promise<PayerAccount>;
  feeCall(fee: SponsorFee): AccountCall;
  /** The account's batch of the calls, each of which must succeed. */
  batchOf(calls: readonly AccountCall[]): Hex;
  /**
   * The rights that the calls grant: their positions, and to whom; revocations do not count.
   * Batches nested in other contracts' calls are not seen.
   */
  approvalsIn(
    calls: readonly AccountCall[],
  ): readonly { readonly call: number; readonly spender: EvmAddress }[];
  /** What the payer signs, and its hash, by which the EntryPoint identifies the operation. */
  toSign(operation: PayerOperation): { readonly hash: Hex; readonly typedData: TypedData };
  /** Whether the account's own key signed the operation: 65 bytes, with a low s. */
  isSigned(operation: PayerOperation, signature: Hex): boolean;
  /** The account whose key signed it; null if none can have, or if s is high. */
  authorizerOf(authorization: PayerAuthorization): EvmAddress | null;
  /** Simulates them as the EntryPoint would make them. Throws `CHAIN_UNREACHABLE`. */
  tryCalls(
    chain: ChainRef,
    account: EvmAddress,
    callData: Hex,
    signal: AbortSignal,
  ): Promise<TriedCalls>;
  /**
   * The current cost of an operation that is sent alone, including posting, in the smallest units
   * of the coin; `gas` is the figure of `tryCalls`. Throws `CHAIN_UNREACHABLE`.
   */
  costAlone(operation: PayerOperation, gas: bigint, signal: AbortSignal): Promise<bigint>;
  /** The gas limit to sign for its calls; null if they take more than one operation may. */
  callGasFor(chain: ChainRef, gas: bigint): bigint | null;
  /**
   * Gas limit of one transaction's calls together, so that its receipt stays small enough to read.
   */
  bundleGasAtMost(chain: ChainRef): bigint;
  /**
   * One transaction for them, simulated as a whole: an operation that fails, or does not pay, is
   * dropped, and the rest is simulated again. Throws `CHAIN_UNREACHABLE`.
   */
  prepare(
    chain: ChainRef,
    operations: readonly SignedOperation[],
    signal: AbortSignal,
  ): Promise<PreparedOperations>;
  /**
   * The transaction that carries one authorization and makes no call. Throws `CHAIN_UNREACHABLE`.
   */
  prepareRevocation(
    chain: ChainRef,
    authorization: PayerAuthorization,
    signal: AbortSignal,
  ): Promise<Prepared>;
  /**
   * How these ended in that block, in order, with null for one that is not in the transaction; from
   * the logs, as enough nodes show them. Null while too few show that block. Never throws.
   */
  outcomesIn(
    chain: ChainRef,
    mined: { readonly hash: string; readonly blockHash: string; readonly relayer: EvmAddress },
    operations: readonly {
      readonly hash: Hex;
      readonly account: EvmAddress;
      readonly fee: SponsorFee;
    }[],
    signal: AbortSignal,
  ): Promise<readonly (OperationOutcome | null)[] | null>;
  /**
   * How the operation ended in a transaction that is not ours, in that block or later, as enough
   * nodes show it; null if they show none. The search goes up to `head` first, because a node that
   * serves few blocks at once may get no further. Throws `CHAIN_UNREACHABLE`.
   */
  foundElsewhere(
    chain: ChainRef,
    operation: { readonly hash: Hex; readonly account: EvmAddress; readonly fee: SponsorFee },
    from: { readonly relayer: EvmAddress; readonly block: number; readonly head: number },
    signal: AbortSignal,
  ): Promise<OperationOutcome | null>;
  /**
   * Whether any node shows the operation's nonce as used, among enough nodes that have `head` or a
   * later block. Throws `CHAIN_UNREACHABLE` while too few do.
   */
  isNonceUsed(
    chain: ChainRef,
    operation: Pick<PayerOperation, 'account' | 'nonce'>,
    head: number,
    signal: AbortSignal,
  ): Promise<boolean>;
}
