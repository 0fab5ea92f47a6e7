import { asUnits, openReservation, type Owner } from '@interline/kernel';
import { floatBook } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import type { HeldReason, Route } from '../route.ts';
import { type Deposit, type DepositRefund, returnsTo } from './deposit.ts';
import { sumOf } from './worth-of.ts';

/** Prefix of deposit refund ids. The id owns the refund's transactions. */
const prefix = 'df_';

export function refundOwner(id: string): Owner {
  return { kind: 'relayer', id };
}

/** The route whose deposit this owner refunds; null for any other owner. */
export function routeOfRefund({ kind, id }: Owner): string | null {
  return kind === 'relayer' && id.startsWith(prefix)
    ? id.slice(prefix.length, id.lastIndexOf('_'))
    : null;
}

/**
 * The next refund of the deposit. Ids are never reused, not even those of cancelled refunds.
 * `place` distinguishes refunds created at the same time.
 */
export function freshRefund(
  { routeId, version }: Pick<Deposit, 'routeId' | 'version'>,
  { units, isRest }: Pick<DepositRefund, 'units' | 'isRest'>,
  place = 0,
): DepositRefund {
  const id = `${prefix}${routeId}_${version}${place === 0 ? '' : `-${place}`}`;
  return { id, units, isRest, state: 'due', fee: null, tx: null, reason: null };
}

/** Why a refund waits that is worth less than its cost. */
export const tooSmall = {
  cost: 'it is worth less than it costs to send back',
  rest: 'what is left after the miner fee is too little to be sent',
} as const;

/**
 * The refunds that the route waits for. Parts worth less than their cost delay nothing beside a
 * larger rest, because a stranger can leave such outputs at the address.
 */
export function awaitedRefunds({
  state,
  credited,
  refunds,
}: Pick<Deposit, 'state' | 'credited' | 'refunds'>): readonly DepositRefund[] {
  const small = refunds.filter(isTooSmall);
  const large = refunds.filter((one) => !small.includes(one));
  const delivered = state === 'credited' ? (credited ?? 0n) : 0n;
  return sumOf(small) < delivered + sumOf(large) ? large : refunds;
}

/** Why one of them waits, in terms of its payer. */
export function heldReasonOfDeposit(
  route: Pick<Route, 'refundTo'>,
  deposit: Pick<Deposit, 'refundAddress'>,
): HeldReason {
  return returnsTo(route, deposit) === null ? 'no-address' : 'not-now';
}

function isTooSmall({ state, reason }: DepositRefund): boolean {
  return state === 'held' && (reason === tooSmall.cost || reason === tooSmall.rest);
}

/** Must run in the caller's unit. Money to be refunded is not inventory until it has left. */
export async function reserveRefund(
  { custody }: Pick<TransferPorts, 'custody'>,
  tx: TransferUnit,
  { order: { from } }: Pick<Route, 'order'>,
  { id, units }: DepositRefund,
): Promise<void> {
  await tx.transactions.insertReservation(
    openReservation({
      id,
      owner: refundOwner(id),
      kind: 'outgoing',
      units: asUnits(units),
      book: floatBook(custody, from),
    }),
  );
}

export async function unreserveRefund(
  tx: TransferUnit,
  { id }: Pick<DepositRefund, 'id'>,
): Promise<void> {
  await tx.transactions.releaseReservation(id);
}
