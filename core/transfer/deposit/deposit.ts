import type { Address, Amount, ChainRef, Units } from '@interline/kernel';
import type { Route } from '../route.ts';

/** One output at a deposit's address, with its use. */
export interface SeenOutput {
  readonly tx: string;
  readonly output: number;
  readonly units: Units;
  readonly confirmations: number;
  readonly block: number | null;
  /** Null while it is unconfirmed; also the block under which the books have it. */
  readonly blockHash: string | null;
  /** When it, or the transaction it replaced, was first seen. The price lock uses this time. */
  readonly seenAtMs: number;
  /** When it was first seen in a block. A reorg does not reset it. Null before that. */
  readonly minedAtMs: number | null;
  /** Not in a block or in the mempool any more: a reorg removed it, or it was replaced. */
  readonly isGone: boolean;
  readonly replacedBy: string | null;
  /** Null while it is unused. */
  readonly use: OutputUse | null;
}

/** The use of a deposit's output: delivered by the route, or part of a refund. */
export type OutputUse =
  { readonly kind: 'route' } | { readonly kind: 'refund'; readonly id: string };

export function isForRoute({ use }: Pick<SeenOutput, 'use'>): boolean {
  return use?.kind === 'route';
}

export function isForRefund(
  { use }: Pick<SeenOutput, 'use'>,
  { id }: Pick<DepositRefund, 'id'>,
): boolean {
  return use?.kind === 'refund' && use.id === id;
}

/**
 * - due: to be sent
 * - held: waits for an address, or its chain does not accept it now
 * - sent: committed; its transaction has the refund's id as owner
 * - done: mined
 */
export type DepositRefundState = 'due' | 'held' | 'sent' | 'done';

/** A part of a deposit that is refunded in one transaction. */
export interface DepositRefund {
  readonly id: string;
  /** Deposited units in it; the payer gets this less `fee`. */
  readonly units: Units;
  /** It refunds a part of used outputs, and no output of its own. */
  readonly isRest: boolean;
  readonly state: DepositRefundState;
  /** Cost of the refund's own inclusion, paid by the payer; null until it is sent. */
  readonly fee: Units | null;
  readonly tx: string | null;
  /** Why it waits, as shown to the caller. */
  readonly reason: string | null;
}

/**
 * - unpaid: nothing was seen
 * - seen: an output is in the mempool or a block
 * - credited: the agreed amount is paid out; anything else at the address is refunded
 * - refused: everything is refunded
 * - missed: nothing arrived in time; later arrivals are refunded
 */
export type DepositState = 'unpaid' | 'seen' | 'credited' | 'refused' | 'missed';

/**
 * - locked: the agreed price, if a block takes the deposit within the lock's time
 * - kept: the agreed price, although a block took it later, because the market had not fallen
 * - current: the rail's price when a block had it, or the locked price after a change of the
 *   payout's gas
 */
export type DepositPrice = 'locked' | 'kept' | 'current';

/** The address of one route, and everything ever seen there. */
export interface Deposit {
  readonly routeId: string;
  readonly version: number;
  readonly chain: ChainRef;
  readonly index: number;
  readonly address: Address;
  readonly agreed: Amount;
  readonly client: string;
  /**
   * Confirmations that it needs, as estimated when the address was issued or when it was last too
   * shallow.
   */
  readonly confirmations: number;
  /** The time of issue if its price was not locked: see `hasLock`. */
  readonly lockedUntilMs: number;
  readonly expiresAtMs: number;
  readonly refundAddress: Address | null;
  /** Hash of the secret with which a refund address can be set, once. */
  readonly refundSecretHash: string;
  readonly state: DepositState;
  /** The price at which it is delivered; null before enough was seen. */
  readonly price: DepositPrice | null;
  /** The units that the route delivers; null before it is credited. */
  readonly credited: Units | null;
  /** Output and charge for the agreed amount at that price. */
  readonly terms: { readonly output: Units; readonly fee: Units };
  /** It was delivered or refunded, and the chain no longer shows what paid for it. */
  readonly isLost: boolean;
  readonly outputs: readonly SeenOutput[];
  readonly refunds: readonly DepositRefund[];
  readonly createdAtMs: number;
}

export type DepositChange = Partial<
  Pick<
    Deposit,
    | 'state'
    | 'confirmations'
    | 'price'
    | 'terms'
    | 'credited'
    | 'isLost'
    | 'outputs'
    | 'refunds'
    | 'refundAddress'
  >
>;

/** Whether the route takes nothing more from it. Unused and later outputs are refunded. */
export function isClosed({ state }: Pick<Deposit, 'state'>): boolean {
  return state === 'credited' || state === 'refused' || state === 'missed';
}

/**
 * Whether its price was locked when its address was issued. Otherwise the price is that of its
 * first block.
 */
export function hasLock({
  lockedUntilMs,
  createdAtMs,
}: Pick<Deposit, 'lockedUntilMs' | 'createdAtMs'>): boolean {
  return lockedUntilMs > createdAtMs;
}

/**
 * How long its payment is expected: the lock's time, also for an address without a lock. Until then
 * it is read often, and counts against the limit of pending addresses.
 */
export function expectedUntilMs(
  deposit: Pick<Deposit, 'lockedUntilMs' | 'createdAtMs'>,
  { lockMs }: { readonly lockMs: number },
): number {
  return hasLock(deposit) ? deposit.lockedUntilMs : deposit.createdAtMs + lockMs;
}

/** Whether the refund still has to be sent. */
export function isUnsent({ state }: DepositRefund): boolean {
  return state === 'due' || state === 'held';
}

/**
 * The refund address; an operator's order for the route takes precedence. Null while none is known.
 */
export function returnsTo(
  { refundTo }: Pick<Route, 'refundTo'>,
  { refundAddress }: Pick<Deposit, 'refundAddress'>,
): Address | null {
  return refundTo ?? refundAddress;
}

export function outputKey({ tx, output }: Pick<SeenOutput, 'tx' | 'output'>): string {
  return `${tx}:${output}`;
}
