import type { Address, TxHash } from './address.ts';
import type { Units } from './amount.ts';
import type { ChainRef } from './chain.ts';

export type AccountRole = 'spender' | 'float';

/** The spender comes first: a route's pull precedes its payment. */
export const accountRoles = ['spender', 'float'] as const satisfies readonly AccountRole[];

/**
 * - allowance: the payer's EIP-2612 permit for Permit2; may revert if a third party ran it first
 * - pull: Permit2 brings the payer's money to us; in a rebalancing the float sends it to the
 *   spender
 * - approve, call: a rail's transaction from the spender
 * - payout, refund: a token or coin leaves to the recipient, or back to the payer
 * - noop: fills a slot whose purpose is gone
 * - batch: a multicall, which carries the transactions of several routes
 * - deploy, delegate: the multicall executor's code, and our account's EIP-7702 delegation to it
 * - sponsor: payers' signed operations (ERC-4337), sent together to the EntryPoint; or, without
 *   any, the authorization (EIP-7702) with which a payer undelegates its account
 * - settle: a payment to a third party that its payer signed (x402), sent at our cost
 * - trust: what our account needs on a ledger before it pays: a trustline to a token, channel
 *   accounts
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
 * - mined: a signed form that carries its movement was mined and succeeded
 * - reverted: such a form was mined and failed
 * - filled: a no-op of ours was mined in its slot, so it has paid and called nothing
 * - displaced: an on-chain transaction that is not ours was found to have its slot
 *
 * All but `open` and `displaced` are watched until they are final, because a reorg may undo them.
 */
export type TransactionState = 'open' | 'mined' | 'reverted' | 'filled' | 'displaced';

/** The end of a mined transaction of ours. */
export type MinedEnd = Extract<TransactionState, 'mined' | 'reverted' | 'filled'>;

/**
 * The owner of a transaction or a reservation.
 *
 * - route: one execution
 * - relayer: our own housekeeping, such as multicalls and the transactions that enable them
 * - invoice: what brings a payment to an invoice's address, and from there into the float
 * - sponsor: sponsored calls that are sent together
 * - payment: a payment to a third party that its payer signed (x402)
 */
export interface Owner {
  readonly kind: 'route' | 'relayer' | 'invoice' | 'sponsor' | 'payment';
  readonly id: string;
}

export function routeOwner(id: string): Owner {
  return { kind: 'route', id };
}

export const relayerOwner: Owner = { kind: 'relayer', id: 'none' };

/** A transaction's place in a multicall, on a chain where our account's transactions are merged. */
export interface MulticallPlace {
  /** Transactions of one bundle succeed together or not at all. */
  readonly bundle: string;
  /** Order among those committed together. */
  readonly position: number;
  /** Its own part of the multicall. */
  readonly call: TxFields;
  /**
   * The transaction of purpose `batch` that carries it, its group's index and the number of groups;
   * null while it waits for the next one.
   */
  readonly carried: { readonly by: string; readonly group: number; readonly of: number } | null;
}

/**
 * Work that we want included in one slot of an account. Only one transaction can consume a slot (for
 * EVM accounts, a transaction count). All its signed forms have that slot, so at most one of them
 * can be mined.
 */
export interface Transaction {
  readonly id: string;
  readonly owner: Owner;
  /** The plan step it serves; `pullStep` or `refundStep` otherwise. */
  readonly step: number;
  readonly purpose: TransactionPurpose;
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly account: Address;
  /** `unplaced` while it waits for a multicall. */
  readonly slot: number;
  readonly state: TransactionState;
  /** The transfer that proves it, if it moves a token or coin. */
  readonly expects: ExpectedTransfer | null;
  readonly minedHash: TxHash | null;
  readonly minedBlock: number | null;
  readonly minedBlockHash: string | null;
  /** Null if it was not simulated. */
  readonly simulated: SimulatedGas | null;
  /** Null until it is mined; in a multicall, its share. */
  readonly gasUsed: bigint | null;
  /** Total inclusion cost in units of the coin; null until it is mined. */
  readonly gasCost: bigint | null;
  /**
   * How often a reorg has removed it from a block: distinguishes one inclusion from the next, even
   * at the same height.
   */
  readonly reorgs: number;
  /** Past the depth at which reorgs are watched for. */
  readonly isFinal: boolean;
  readonly createdAtMs: number;
  /** Null for a standalone transaction. */
  readonly multicall: MulticallPlace | null;
  /**
   * The operator's cap per gas for its replacements, if it exceeds the chain's cap; null if none
   * was set.
   */
  readonly feeCap: bigint | null;
  /** Why no replacement can help it now, as text for an operator; null if one can. */
  readonly stuck: string | null;
  /** An open pull that enough nodes show as mined and reverted, before that is proven. */
  readonly isSeenReverted?: true;
}

/** The fields of an unmined transaction. */
export const inNoBlock = {
  state: 'open',
  minedHash: null,
  minedBlock: null,
  minedBlockHash: null,
  gasUsed: null,
  gasCost: null,
  isFinal: false,
} as const satisfies Partial<Transaction>;

/** The same for one that was never mined. */
export const neverMined = {
  ...inNoBlock,
  reorgs: 0,
  feeCap: null,
  stuck: null,
  simulated: null,
} as const satisfies Partial<Transaction>;

/** The step of a pull and of what precedes it. */
export const pullStep = -1;

/** The step of refunds. */
export const refundStep = -2;

/** The slot of a transaction that waits for a multicall. */
export const unplaced = -1;

/** The transaction under which its signed forms are stored. */
export function carrierOf(transaction: Pick<Transaction, 'id' | 'multicall'>): string {
  return transaction.multicall?.carried?.by ?? transaction.id;
}

/** The simulated gas of a transaction before it was signed. */
export interface SimulatedGas {
  /** Its gas, including posting; a block that shows no more is as expected. */
  readonly gas: bigint;
  /** The same as a part of a multicall, which pays a transaction's base only once. */
  readonly gasInMulticall: bigint;
  /**
   * Whether code of its payer or recipient runs in it, which can burn up to the limit in a block.
   */
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
 * What one signed form does for one of our transactions. It is done only if exactly this form was
 * mined.
 */
export interface Movement {
  readonly kind: MovementKind;
  /** In a multicall, each movement belongs to another transaction. */
  readonly transactionId: string;
  /** The transfer that proves it, if it moves a token or coin. */
  readonly expects: ExpectedTransfer | null;
}

/** The movement of a transaction; null if it only fills a slot or carries others' movements. */
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

/** Whether this form does anything for the transaction if it is mined. */
export function carries(
  { movements }: Pick<SignedTransaction, 'movements'>,
  { id, purpose }: Pick<Transaction, 'id' | 'purpose'>,
): boolean {
  // A multicall exists for the movements of others.
  return purpose === 'batch'
    ? movements.length > 0
    : movements.some((one) => one.transactionId === id);
}

/**
 * One signed form of a transaction, complete and replayable. A fee bump is a further form with the
 * same movements, a no-op one without any.
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
 * The signed content without the slot. The named fields exist in every family; the rest are the
 * family's own, and only its custody reads them.
 */
export interface TxFields {
  /** Coin that it carries, in the chain's smallest units. */
  readonly value: bigint;
  /** Upper bound of gas: EVM gas, Stellar operations, Bitcoin virtual bytes. */
  readonly gasLimit: bigint;
  /** Highest price offered per unit of gas, in the chain's smallest units. */
  readonly maxFeeRate: bigint;
  /** The part of it for the block producer, if the chain distinguishes it; otherwise 0. */
  readonly tip: bigint;
  /** How many slots it consumes; one when left out. */
  readonly slots?: number;
  /**
   * After signing: the id of the claimable balance that it creates; left out if it pays directly.
   */
  readonly claim?: string;
  /** The coins that it spends, each as `tx:output`; left out on account-based chains. */
  readonly inputs?: readonly { readonly outpoint: string }[];
  readonly [own: string]: unknown;
}

/** The most that the transaction can take from the account's coin. */
export function maxCost(tx: TxFields): bigint {
  return tx.value + maxGasCost(tx);
}

/** The most that its gas can cost at the offered fee. */
export function maxGasCost(tx: Pick<TxFields, 'gasLimit' | 'maxFeeRate'>): bigint {
  return tx.gasLimit * tx.maxFeeRate;
}
