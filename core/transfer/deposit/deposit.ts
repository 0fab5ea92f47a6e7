import type { Address, Amount, ChainRef, Units } from '@interline/kernel';
import type { Route } from '../route.ts';

/** One output at a deposit's address, and what became of it. */
export interface SeenOutput {
  readonly tx: string;
  readonly output: number;
  readonly units: Units;
  readonly confirmations: number;
  readonly block: number | null;
  /** Null while it is in no block; also the block that the books have it in. */
  readonly blockHash: string | null;
  /** When it, or what it replaced, was first seen: what the price lock counts by. */
  readonly seenAtMs: number;
  /** When it was first seen in a block; a reorg does not take that back. Null before that. */
  readonly minedAtMs: number | null;
  /** Neither in a block nor in the mempool any more: a reorg took it, or it was replaced. */
  readonly isGone: boolean;
  readonly replacedBy: string | null;
  /** Null while it is used for nothing. */
  readonly use: OutputUse | null;
}

/** What an output of a deposit is for: what the route delivers, or a refund of it. */
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
 * - held: waits for an address, or its chain does not take it now
 * - sent: committed; its transaction has the refund's id as owner
 * - done: mined
 */
export type DepositRefundState = 'due' | 'held' | 'sent' | 'done';

/** What of a deposit goes back, in one transaction. */
export interface DepositRefund {
  readonly id: string;
  /** What was deposited of it; the payer gets this less `fee`. */
  readonly units: Units;
  /** It gives back a part of what is used already, and no output of its own. */
  readonly isRest: boolean;
  readonly state: DepositRefundState;
  /** What the refund's own inclusion costs the payer; null until it is sent. */
  readonly fee: Units | null;
  readonly tx: string | null;
  /** Why it waits, for the caller. */
  readonly reason: string | null;
}

/**
 * - unpaid: nothing was seen
 * - seen: something is in the mempool or a block
 * - credited: what was agreed is paid out; whatever else is or comes at the address goes back
 * - refused: all of it goes back
 * - missed: nothing came in time; what comes later goes back
 */
export type DepositState = 'unpaid' | 'seen' | 'credited' | 'refused' | 'missed';

/**
 * - locked: what was agreed, as long as a block takes it in the lock's time
 * - kept: what was agreed, although a block took it later: the market had not fallen by then
 * - current: what the rail asked when a block had it, or what its payout's gas made of the locked one
 */
export type DepositPrice = 'locked' | 'kept' | 'current';

/** The address of one route, and all that was ever seen there. */
export interface Deposit {
  readonly routeId: string;
  readonly version: number;
  readonly chain: ChainRef;
  readonly index: number;
  readonly address: Address;
  readonly agreed: Amount;
  readonly client: string;
  /** What it needs, as it looked when the address was issued, or when it was last too shallow. */
  readonly confirmations: number;
  /** When it was issued where its price was not locked: see `hasLock`. */
  readonly lockedUntilMs: number;
  readonly expiresAtMs: number;
  readonly refundAddress: Address | null;
  /** Of the secret with which a refund address can be set, once. */
  readonly refundSecretHash: string;
  readonly state: DepositState;
  /** At which price it is delivered; null before enough was seen. */
  readonly price: DepositPrice | null;
  /** What of it the route delivers; null before it is credited. */
  readonly credited: Units | null;
  /** What the agreed amount is paid out as, and the charge in it, at that price. */
  readonly terms: { readonly output: Units; readonly fee: Units };
  /** It was delivered or went back, and the chain does not show what paid for it any more. */
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

/** Whether the route wants nothing more of it: what is unused then, or comes later, goes back. */
export function isClosed({ state }: Pick<Deposit, 'state'>): boolean {
  return state === 'credited' || state === 'refused' || state === 'missed';
}

/** Whether its price was locked when its address was issued; else the price is that of its first block. */
export function hasLock({
  lockedUntilMs,
  createdAtMs,
}: Pick<Deposit, 'lockedUntilMs' | 'createdAtMs'>): boolean {
  return lockedUntilMs > createdAtMs;
}

/**
 * Until when its payment is expected: its lock's time, which an address without a lock has as well. Until
 * then it is read often, and counts against how many may wait.
 */
export function expectedUntilMs(
  deposit: Pick<Deposit, 'lockedUntilMs' | 'createdAtMs'>,
  { lockMs }: { readonly lockMs: number },
): number {
  return hasLock(deposit) ? deposit.lockedUntilMs : deposit.createdAtMs + lockMs;
}

/** Whether it is still to be sent. */
export function isUnsent({ state }: DepositRefund): boolean {
  return state === 'due' || state === 'held';
}

/** Where it goes back to: an operator's order of the route comes first. Null while no address is known. */
export function returnsTo(
  { refundTo }: Pick<Route, 'refundTo'>,
  { refundAddress }: Pick<Deposit, 'refundAddress'>,
): Address | null {
  return refundTo ?? refundAddress;
}

export function outputKey({ tx, output }: Pick<SeenOutput, 'tx' | 'output'>): string {
  return `${tx}:${output}`;
}
