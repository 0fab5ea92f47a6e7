import type { ChainRef, EvmAddress, Hex, TypedData, Units } from '@interline/kernel';
import type { Prepared } from './transaction-request.ts';

/** A call that a payer's own account makes. */
export interface AccountCall {
  readonly to: EvmAddress;
  readonly value: Units;
  readonly data: Hex;
}

/** What a payer signs: the calls of its account, under one nonce of the EntryPoint (ERC-4337). */
export interface PayerOperation {
  readonly chain: ChainRef;
  readonly account: EvmAddress;
  /** Its key in the upper 192 bits, its place in that row in the lower 64. */
  readonly nonce: bigint;
  readonly callData: Hex;
  /** The gas that its calls may take. */
  readonly callGas: bigint;
  /** Signed for an account that is delegated with it: the signed text then names the delegate. */
  readonly delegates: boolean;
}

/** An EIP-7702 authorization as its account signed it. */
export interface PayerAuthorization {
  readonly chainId: number;
  readonly address: EvmAddress;
  /** Of the account's own transactions. */
  readonly nonce: number;
  readonly yParity: 0 | 1;
  readonly r: Hex;
  readonly s: Hex;
}

/** A bearer instrument until it is in a block: any holder can have it included. */
export interface SignedOperation {
  readonly operation: PayerOperation;
  /** Of 65 bytes. */
  readonly signature: Hex;
  /** Null where the account is delegated already. */
  readonly authorization: PayerAuthorization | null;
  readonly fee: SponsorFee;
}

/** What the first call of an operation brings to the relayer. */
export interface SponsorFee {
  readonly token: EvmAddress;
  readonly units: Units;
}

/** How an account stands at the head. */
export interface PayerAccount {
  /** - delegated: to the one delegate that is served; foreign: other code, or another delegate */
  readonly code: 'none' | 'delegated' | 'foreign';
  /** Of its own transactions: in blocks, and with those that wait. */
  readonly nonce: number;
  readonly pendingNonce: number;
  /** The next one of that key at the EntryPoint. */
  readonly operationNonce: bigint;
}

export interface BalanceChange {
  /** Contract address. */
  readonly token: string;
  /** Below zero where it leaves the account. */
  readonly units: bigint;
}

/** What became of an account's calls, tried at the head. */
export type TriedCalls =
  | {
      readonly ok: true;
      /** Of a transaction that made the calls alone. */
      readonly gas: bigint;
      readonly changes: readonly BalanceChange[];
    }
  /** `call`: which one failed; null where the node does not show it. `why`: in our words. */
  | { readonly ok: false; readonly call: number | null; readonly why: string | null };

/**
 * - invalid: the account has not the code that takes the signature
 * - nonce: the EntryPoint has seen its nonce
 * - failed: its calls would fail
 * - unpaid: its fee would not arrive
 */
export type DropReason = 'invalid' | 'nonce' | 'failed' | 'unpaid';

/** One transaction for several operations. */
export interface PreparedOperations {
  /** Carries, in order, those that were not dropped; null where none is left. */
  readonly prepared: Prepared | null;
  /** By their places among those given. */
  readonly dropped: ReadonlyMap<number, DropReason>;
}

/** How an operation ended in a block. */
export interface OperationOutcome {
  /** Whether its calls were made; where not, nothing of them happened, the fee included. */
  readonly isSuccess: boolean;
  readonly gasUsed: bigint;
  /** By its Transfer log from the account to the relayer. */
  readonly feePaid: Units;
  /** Why its calls failed, in our words; null where they did not, or where it is not shown. */
  readonly innerError: string | null;
  /** A transaction that is not ours, if it carried the operation: anyone who sees an operation can send it. */
  readonly elsewhere?: string;
}

/** Payers' operations over one delegate and one EntryPoint, the same on every chain. */
export interface SponsoredCallPort {
  /** All that may be served; `isServed` tells. */
  readonly chains: readonly ChainRef[];
  readonly entryPoint: EvmAddress;
  readonly delegate: EvmAddress;
  /** Keccak-256 of its code. */
  readonly delegateCodeHash: Hex;
  /** Who sends operations and gets their fees. */
  readonly relayer: EvmAddress;
  /** Accounts that no operation may call: ours of all key sets, and the EntryPoint. */
  readonly forbidden: readonly EvmAddress[];
  /**
   * Whether the chain knows EIP-7702 and has EntryPoint and delegate, as one node shows by running
   * them. Throws `CHAIN_UNREACHABLE`.
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
  /** The account's batch of them, each of which must succeed. */
  batchOf(calls: readonly AccountCall[]): Hex;
  /**
   * The rights that calls give away: their places, and to whom; taking rights back gives none.
   * Batches that are nested in other contracts' calls are not seen.
   */
  approvalsIn(
    calls: readonly AccountCall[],
  ): readonly { readonly call: number; readonly spender: EvmAddress }[];
  /** What the payer signs, and its hash, by which the EntryPoint knows the operation. */
  toSign(operation: PayerOperation): { readonly hash: Hex; readonly typedData: TypedData };
  /** Whether the account's own key signed the operation: 65 bytes, with a low s. */
  isSigned(operation: PayerOperation, signature: Hex): boolean;
  /** The account whose key signed it; null where none can have, or where s is high. */
  authorizerOf(authorization: PayerAuthorization): EvmAddress | null;
  /** As the EntryPoint would make them. Throws `CHAIN_UNREACHABLE`. */
  tryCalls(
    chain: ChainRef,
    account: EvmAddress,
    callData: Hex,
    signal: AbortSignal,
  ): Promise<TriedCalls>;
  /**
   * What an operation costs now that goes out alone, the posting of its bytes included, in the smallest
   * units of the coin; `gas` is what `tryCalls` showed of its calls. Throws `CHAIN_UNREACHABLE`.
   */
  costAlone(operation: PayerOperation, gas: bigint, signal: AbortSignal): Promise<bigint>;
  /** The gas to be signed for its calls; null where they take more than one operation may. */
  callGasFor(chain: ChainRef, gas: bigint): bigint | null;
  /** What the calls of one transaction may take together, so that its receipt stays small enough to read. */
  bundleGasAtMost(chain: ChainRef): bigint;
  /**
   * One transaction for them, simulated whole: what fails, or does not pay, is dropped, and the rest
   * simulated again. Throws `CHAIN_UNREACHABLE`.
   */
  prepare(
    chain: ChainRef,
    operations: readonly SignedOperation[],
    signal: AbortSignal,
  ): Promise<PreparedOperations>;
  /** The transaction that carries one authorization and calls nothing. Throws `CHAIN_UNREACHABLE`. */
  prepareRevocation(
    chain: ChainRef,
    authorization: PayerAuthorization,
    signal: AbortSignal,
  ): Promise<Prepared>;
  /**
   * How these ended in that block, in their order, null for one that is not in the transaction; by the
   * logs, as enough nodes show them. Null while too few show that block. Never throws.
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
   * How the operation ended in a transaction that is not ours, in that block or later, as enough nodes
   * show it; null where they show none. It is looked for up to `head` first: a node that serves few blocks
   * at once may not come further. Throws `CHAIN_UNREACHABLE`.
   */
  foundElsewhere(
    chain: ChainRef,
    operation: { readonly hash: Hex; readonly account: EvmAddress; readonly fee: SponsorFee },
    from: { readonly relayer: EvmAddress; readonly block: number; readonly head: number },
    signal: AbortSignal,
  ): Promise<OperationOutcome | null>;
  /**
   * Whether any node shows the operation's nonce as used, among enough that have `head` or a later block.
   * Throws `CHAIN_UNREACHABLE` while fewer do.
   */
  isNonceUsed(
    chain: ChainRef,
    operation: Pick<PayerOperation, 'account' | 'nonce'>,
    head: number,
    signal: AbortSignal,
  ): Promise<boolean>;
}
