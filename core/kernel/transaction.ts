import type { Address, TxHash } from './address.ts';
import type { Units } from './amount.ts';
import type { ChainRef } from './chain.ts';

export type AccountRole = 'spender' | 'float';

/** The spender first: a route's pull comes before its payment. */
export const accountRoles = ['spender', 'float'] as const satisfies readonly AccountRole[];

/**
 * - allowance: the payer's EIP-2612 permit for Permit2; may revert when a stranger ran it first
 * - pull: Permit2 brings the payer's money to us; in a rebalancing the float sends it to the spender
 * - approve, call: a rail's transaction from the spender
 * - payout, refund: a token or coin leaves to the recipient, or back to the payer
 * - noop: fills a slot whose purpose is gone
 * - batch: a multicall, which carries the transactions of several routes
 * - deploy, delegate: the multicall executor's code, and our account's EIP-7702 delegation to it
 * - sponsor: operations that payers signed (ERC-4337), sent together to the EntryPoint; or, with none, the
 *   authorization (EIP-7702) by which a payer undelegates its account
 * - settle: a payment to somebody else that its payer signed (x402), sent at our cost
 * - trust: what our account needs on a ledger before it pays: its trustline to a token, accounts of ours beside it
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
  | 'delegate'
  | 'sponsor'
  | 'settle'
  | 'trust';

/**
 * - open: committed; its end is not known yet
 * - mined: a signed form that carries its movement is in a block and succeeded
 * - reverted: such a form is in a block and failed
 * - filled: a no-op of ours is in a block in its slot, so it has paid and called nothing
 * - displaced: an on-chain transaction that is none of ours was found to have its slot
 *
 * All but `open` and `displaced` are watched until they are final: a reorg may undo them.
 */
export type TransactionState = 'open' | 'mined' | 'reverted' | 'filled' | 'displaced';

/** How a transaction of ours ended that is in a block. */
export type MinedEnd = Extract<TransactionState, 'mined' | 'reverted' | 'filled'>;

/**
 * Whose a transaction or a reservation is.
 * - route: one execution
 * - relayer: our own housekeeping, such as multicalls and the transactions that make them possible
 * - invoice: what brings a payment to an invoice's address, and from there into the float
 * - sponsor: sponsored calls that go out together
 * - payment: a payment to somebody else that its payer signed (x402)
 */
export interface Owner {
  readonly kind: 'route' | 'relayer' | 'invoice' | 'sponsor' | 'payment';
  readonly id: string;
}

export function routeOwner(id: string): Owner {
  return { kind: 'route', id };
}

export const relayerOwner: Owner = { kind: 'relayer', id: 'none' };

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
 * What we want included under one slot of an account, which only one transaction can consume: a
 * number of an EVM account's count. All its signed transactions have that slot, so one of them can be mined at
 * most.
 */
export interface Transaction {
  readonly id: string;
  readonly owner: Owner;
  /** The plan step it serves; `pullStep` or `refundStep` where it serves none. */
  readonly step: number;
  readonly purpose: TransactionPurpose;
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly account: Address;
  /** `unplaced` while it waits for a multicall. */
  readonly slot: number;
  readonly state: TransactionState;
  /** The transfer that proves it, where it moves a token or coin. */
  readonly expects: ExpectedTransfer | null;
  readonly minedHash: TxHash | null;
  readonly minedBlock: number | null;
  readonly minedBlockHash: string | null;
  /** Null where it was not simulated. */
  readonly simulated: SimulatedGas | null;
  /** Null until it is in a block; in a multicall, its share. */
  readonly gasUsed: bigint | null;
  /** All that inclusion cost, in units of the coin; null until it is in a block. */
  readonly gasCost: bigint | null;
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
  /**
   * Most per gas that an operator lets its replacements offer, where that is more than the
   * chain's cap; null where nothing was set.
   */
  readonly feeCap: bigint | null;
  /** Why no replacement can help it now, in words for an operator; null where one can. */
  readonly stuck: string | null;
  /** An open pull that enough nodes show in a block where it reverted, before that is proven. */
  readonly isSeenReverted?: true;
}

/** What a transaction has while it is in no block. */
export const inNoBlock = {
  state: 'open',
  minedHash: null,
  minedBlock: null,
  minedBlockHash: null,
  gasUsed: null,
  gasCost: null,
  isFinal: false,
} as const satisfies Partial<Transaction>;

/** The same for one that was never in a block. */
export const neverMined = {
  ...inNoBlock,
  reorgs: 0,
  feeCap: null,
  stuck: null,
  simulated: null,
} as const satisfies Partial<Transaction>;

/** The step of a pull and of what stands in front of it. */
export const pullStep = -1;

/** The step of refunds. */
export const refundStep = -2;

/** The slot of a transaction that waits for a multicall. */
export const unplaced = -1;

/** Under which transaction its signed transactions are kept. */
export function carrierOf(transaction: Pick<Transaction, 'id' | 'multicall'>): string {
  return transaction.multicall?.carried?.by ?? transaction.id;
}

/** What the simulation of a transaction showed before it was signed. */
export interface SimulatedGas {
  /** What it takes, posting included; a block that shows no more is as expected. */
  readonly gas: bigint;
  /** The same as a part of a multicall, which pays the base of a transaction once. */
  readonly gasInMulticall: bigint;
  /** Whether code of its payer or recipient runs in it, which can burn up to the limit in a block. */
  readonly runsForeignCode: boolean;
}

export interface ExpectedTransfer {
  /** Contract address, or `native`. */
  readonly token: string;
  readonly from: Address;
  readonly to: Address;
  readonly units: Units;
}

export type MovementKind = 'pull' | 'payout' | 'refund' | 'call';

/**
 * What one signed transaction does for one of our transactions. It is done only when this very form
 * was mined.
 */
export interface Movement {
  readonly kind: MovementKind;
  /** In a multicall, each movement belongs to another transaction. */
  readonly transactionId: string;
  /** The transfer that proves it, where it moves a token or coin. */
  readonly expects: ExpectedTransfer | null;
}

/** The movement of a transaction; null for what only fills a slot or carries others' movements. */
export function movementOf({
  id,
  purpose,
  expects,
}: Pick<Transaction, 'id' | 'purpose' | 'expects'>): Movement | null {
  switch (purpose) {
    case 'pull':
    case 'payout':
    case 'refund':
      return { kind: purpose, transactionId: id, expects };
    case 'allowance':
    case 'approve':
    case 'call':
    case 'deploy':
    case 'delegate':
    case 'sponsor':
    case 'settle':
    case 'trust':
      return { kind: 'call', transactionId: id, expects };
    case 'noop':
    case 'batch':
      return null;
  }
}

/** Whether this form does anything for the transaction, if it is mined. */
export function carries(
  { movements }: Pick<SignedTransaction, 'movements'>,
  { id, purpose }: Pick<Transaction, 'id' | 'purpose'>,
): boolean {
  // A multicall is there for the movements of others.
  return purpose === 'batch'
    ? movements.length > 0
    : movements.some((one) => one.transactionId === id);
}

/**
 * One signed form of a transaction, complete and replayable. A fee bump is a further form that
 * carries the same movements, a no-op one that carries none.
 */
export interface SignedTransaction {
  readonly hash: TxHash;
  readonly transactionId: string;
  readonly movements: readonly Movement[];
  readonly chain: ChainRef;
  readonly account: Address;
  readonly slot: number;
  /** Signed bytes; null only between the two units of a remote signer. */
  readonly raw: string | null;
  readonly tx: TxFields;
  readonly committedAtMs: number;
}

/**
 * What is signed, without the slot. Named is what every family has; the rest are its own fields, which
 * only its custody reads.
 */
export interface TxFields {
  /** Coin that it carries, in the chain's smallest units. */
  readonly value: bigint;
  /** The most gas that inclusion may take: EVM gas, Stellar operations, Bitcoin virtual bytes. */
  readonly gasLimit: bigint;
  /** The most that it offers for one of them, in the chain's smallest units. */
  readonly maxFeeRate: bigint;
  /** The part of that which stays with the block's maker, where the chain tells it apart; else 0. */
  readonly tip: bigint;
  /** How many slots it consumes; one where left out. */
  readonly slots?: number;
  /** Once signed: the id of what it sets aside for its recipient to claim; left out where it pays. */
  readonly claim?: string;
  /** The coins that it spends, each as `tx:output`; left out where accounts hold balances. */
  readonly inputs?: readonly { readonly outpoint: string }[];
  readonly [own: string]: unknown;
}

/** The most the transaction can take from the account's coin. */
export function maxCost(tx: TxFields): bigint {
  return tx.value + maxGasCost(tx);
}

/** The most that its gas can cost, at the fee offered. */
export function maxGasCost(tx: Pick<TxFields, 'gasLimit' | 'maxFeeRate'>): bigint {
  return tx.gasLimit * tx.maxFeeRate;
}
