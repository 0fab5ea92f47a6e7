import type { EvmAddress, Hex } from './address.ts';
import type { Units } from './amount.ts';
import type { ChainRef } from './chain.ts';

export type AccountRole = 'spender' | 'float';

/**
 * - allowance: the payer's EIP-2612 permit for Permit2; may revert when a stranger ran it first
 * - pull: Permit2 brings the payer's money to us
 * - approve, call: a rail's transaction from the spender
 * - payout, refund: a token or coin leaves to the recipient, or back to the payer
 * - noop: fills a nonce whose purpose is gone
 * - batch: a multicall, which carries the transactions of several routes
 * - deploy, delegate: the multicall executor's code, and our account's EIP-7702 delegation to it
 */
export type TransactionPurpose =
  | 'allowance'
  | 'pull'
  | 'approve'
  | 'call'
  | 'payout'
  | 'refund'
  | 'noop'
  | 'batch'
  | 'deploy'
  | 'delegate';

/**
 * - open: committed; its end is not known yet
 * - mined: in a block and successful, watched until final
 * - reverted: in a block and failed
 * - displaced: its nonce was taken by a transaction that is not ours, past the confirmations
 */
export type TransactionState = 'open' | 'mined' | 'reverted' | 'displaced';

/**
 * A transaction's place in a multicall, on a chain where our account's transactions are merged.
 */
export interface MulticallPlace {
  /** Transactions of one bundle happen together or not at all. */
  readonly bundle: string;
  /** Order among what was committed with it. */
  readonly position: number;
  /** What it calls: its own part of the multicall. */
  readonly call: TxFields;
  /**
   * The transaction of purpose `batch` that carries it, and as which of how many groups; null while
   * it waits for the next one.
   */
  readonly carried: { readonly by: string; readonly group: number; readonly of: number } | null;
}

/**
 * One nonce of one account, and what we want done with it. All its signed transactions carry that
 * nonce.
 */
export interface Transaction {
  readonly id: string;
  readonly routeId: string;
  /** The plan step it serves; `pullStep` or `refundStep` where it serves none. */
  readonly step: number;
  readonly purpose: TransactionPurpose;
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly account: EvmAddress;
  /** `unplaced` while it waits for a multicall. */
  readonly nonce: number;
  readonly state: TransactionState;
  /** The transfer that proves it, where it moves a token or coin. */
  readonly expects: ExpectedTransfer | null;
  readonly minedHash: Hex | null;
  readonly minedBlock: number | null;
  /**
   * How often a reorg has taken it out of a block: tells one stay in a block from the next, also
   * where both have one height.
   */
  readonly reorgs: number;
  /** Past the depth at which reorgs are still watched for. */
  readonly isFinal: boolean;
  readonly createdAtMs: number;
  /** Null for a transaction of its own. */
  readonly multicall: MulticallPlace | null;
}

/** The step of a pull and of what stands in front of it. */
export const pullStep = -1;

/** The step of refunds. */
export const refundStep = -2;

/** The nonce of a transaction that waits for a multicall. */
export const unplaced = -1;

/**
 * The owner of our own housekeeping: multicalls, and the transactions that make them possible. No
 * route has this id.
 */
export const noRoute = 'none';

/** Under which transaction its signed transactions are kept. */
export function carrierOf(transaction: Pick<Transaction, 'id' | 'multicall'>): string {
  return transaction.multicall?.carried?.by ?? transaction.id;
}

export interface ExpectedTransfer {
  /** Contract address, or `native`. */
  readonly token: string;
  readonly from: EvmAddress;
  readonly to: EvmAddress;
  readonly units: Units;
}

/**
 * A transaction of a transaction, complete and replayable. A fee bump is a further signed
 * transaction of the same transaction.
 */
export interface SignedTransaction {
  readonly hash: Hex;
  readonly transactionId: string;
  readonly chain: ChainRef;
  readonly account: EvmAddress;
  readonly nonce: number;
  /** Signed bytes; null only between the two units of a remote signer. */
  readonly raw: Hex | null;
  readonly tx: TxFields;
  readonly committedAtMs: number;
}

/** What is signed, without the nonce. */
export interface TxFields {
  readonly to: EvmAddress;
  readonly data: Hex;
  readonly valueWei: bigint;
  readonly gasLimit: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  /**
   * Makes it an EIP-7702 transaction in which the account delegates itself; it takes the next nonce
   * as well.
   */
  readonly delegateTo?: EvmAddress;
}

/** The most the transaction can take from the account's coin. */
export function maxCostWei(tx: TxFields): bigint {
  return tx.valueWei + tx.gasLimit * tx.maxFeePerGas;
}
