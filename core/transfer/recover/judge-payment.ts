import { asUnits, noUnits, RelayError, type Units } from '@interline/kernel';
import type { UnmatchedTransaction } from '../../transactions/index.ts';
import {
  type Deposit,
  type DepositRefund,
  isClosed,
  isForRefund,
  isForRoute,
  isUnsent,
  outputKey,
  type SeenOutput,
} from '../deposit/deposit.ts';
import { sumOf } from '../deposit/worth-of.ts';
import type { Route } from '../route.ts';

/** What an operator found a payment to be that the store had lost. */
export interface PaymentClaim {
  readonly as: 'delivered' | 'returned';
  /** The route of the deposit. */
  readonly routeId: string;
  /**
   * What of the deposit it gave back or delivered: outputs as `tx:output`, an empty list where the store
   * knows none of them, or the rest of a delivery; null where the coins that it spent are to tell.
   */
  readonly of: readonly string[] | 'rest' | null;
  /** How much of the outputs it delivered, where more was there than was agreed; null for all. */
  readonly credited: Units | null;
}

/** What a lost payment was for a deposit. `paid` is what its payer, or the recipient, got. */
export type Counted =
  | { readonly kind: 'unknown-coins'; readonly paid: Units }
  | { readonly kind: 'refund'; readonly outputs: readonly SeenOutput[]; readonly paid: Units }
  | { readonly kind: 'rest'; readonly refund: DepositRefund; readonly paid: Units }
  | {
      readonly kind: 'delivery';
      readonly outputs: readonly SeenOutput[];
      readonly credited: Units;
      readonly paid: Units;
    };

type Lost = Pick<UnmatchedTransaction, 'chain' | 'account' | 'moved' | 'spent' | 'atMs'>;

/** How much of what it gives back a refund may have cost before a person has to say so, as a part of it. */
const plainFeePart = 10n;

/**
 * What the payment was, by the operator's word and by the coins that it spent. Throws `BAD_REQUEST` where
 * the word cannot be true, and `WRONG_STATE` where the chain does not tell and more has to be said.
 */
export function judgePayment(
  route: Route,
  deposit: Deposit,
  lost: Lost,
  claim: PaymentClaim,
): Counted {
  return claim.as === 'returned'
    ? judgeReturned(route, deposit, lost, claim)
    : judgeDelivered(route, deposit, lost, claim);
}

function judgeReturned(
  { order: { from } }: Route,
  deposit: Deposit,
  { chain, account, moved, spent }: Lost,
  { of, credited }: PaymentClaim,
): Counted {
  const paid = sumOf(moved.filter((one) => one.token === from.address && one.from === account));
  if (chain !== from.chain || paid === 0n)
    throw untrue('routeId', 'it paid nothing of what that deposit is of');
  if (credited !== null) throw untrue('credited', 'that is said of a delivery only');
  if (of === 'rest') return { kind: 'rest', refund: restOf(deposit), paid };
  if (of !== null) {
    const outputs = named(deposit, of);
    return outputs.length === 0 ? { kind: 'unknown-coins', paid } : refund(outputs, paid);
  }
  const isSpent = (one: SeenOutput): boolean => spent?.includes(outputKey(one)) === true;
  const outputs = free(deposit).filter(isSpent);
  if (outputs.length > 0) {
    const sum = sumOf(outputs);
    if (paid < sum - sum / plainFeePart)
      throw untold(
        `the coins of the deposit that it spent brought ${sum} and it paid ${paid}, which is more than a fee; ${wanted(deposit)}`,
      );
    return refund(outputs, paid);
  }
  // What a rest was of is spent for it, and for nothing else that goes back.
  if (deposit.outputs.some((one) => isForRoute(one) && isSpent(one)))
    return { kind: 'rest', refund: restOf(deposit), paid };
  throw untold(`its coins do not tell what of the deposit it gave back; ${wanted(deposit)}`);
}

function judgeDelivered(
  { id, order, phase, status, credited: known }: Route,
  deposit: Deposit,
  { chain, moved, atMs }: Lost,
  { of, credited }: PaymentClaim,
): Counted {
  if (phase === 'ended' || isClosed(deposit))
    throw untrue('routeId', `that deposit waits for no delivery: its route is ${status}`);
  if (known !== null)
    throw untrue('routeId', `that deposit is credited; use interline route settle ${id}`);
  const paid = sumOf(
    moved.filter((one) => one.token === order.to.address && one.to === order.recipient),
  );
  if (chain !== order.to.chain || paid === 0n)
    throw untrue('routeId', 'it paid nothing to the recipient of that route');
  if (paid < order.minOutput)
    throw untrue('as', `it paid ${paid}, and at least ${order.minOutput} was agreed`);
  if (of === 'rest') throw untrue('outputs', 'a rest is what goes back beside a delivery');
  const before = free(deposit).filter((one) => one.minedAtMs !== null && one.minedAtMs <= atMs);
  const outputs = of === null ? before : named(deposit, of);
  if (of === null && outputs.length !== 1)
    throw untold(`${outputs.length} outputs had come by then; ${wanted(deposit)}`);
  const sum = sumOf(outputs);
  if (credited === null && sum > deposit.agreed)
    throw untold(
      `${sum} came where ${deposit.agreed} was agreed; say with --credited how much of it was delivered, and the rest goes back`,
    );
  if (credited !== null && (credited > sum || credited === noUnits))
    throw untrue('credited', `the outputs brought ${sum}`);
  return { kind: 'delivery', outputs, credited: credited ?? sum, paid };
}

function refund(outputs: readonly SeenOutput[], paid: Units): Counted {
  return { kind: 'refund', outputs, paid };
}

/** Outputs in a block that nothing sent is made of: what waits to go back can have gone back. */
function free({ outputs, refunds }: Deposit): readonly SeenOutput[] {
  const unsent = refunds.filter(isUnsent);
  return outputs.filter(
    (one) =>
      one.block !== null && (one.use === null || unsent.some((due) => isForRefund(one, due))),
  );
}

function named(deposit: Deposit, keys: readonly string[]): readonly SeenOutput[] {
  const can = free(deposit);
  const unknown = keys.find((key) => !can.some((one) => outputKey(one) === key));
  if (unknown !== undefined)
    throw untrue(
      'outputs',
      `${unknown} is not among the outputs of it that can be meant: ${shown(can)}`,
    );
  return can.filter((one) => keys.includes(outputKey(one)));
}

function restOf({ refunds }: Deposit): DepositRefund {
  const [rest, ...others] = refunds.filter((one) => isUnsent(one) && one.isRest);
  if (rest === undefined || others.length > 0)
    throw untrue('outputs', 'no rest of a delivery waits to go back');
  return rest;
}

function wanted(deposit: Deposit): string {
  return `name them with --outputs, or say none where it gave back what the store does not know: ${shown(free(deposit))}`;
}

function shown(outputs: readonly SeenOutput[]): string {
  return outputs.length === 0
    ? 'it has none'
    : outputs.map((one) => `${outputKey(one)} (${one.units})`).join(', ');
}

/** What of the outputs their payer did not get: it went for the refund's own inclusion. */
export function feeIn(units: Units, paid: Units): Units {
  return asUnits(units > paid ? units - paid : 0n);
}

function untrue(field: string, reason: string): RelayError {
  return new RelayError('BAD_REQUEST', { field }, `it is not closed: ${reason}`);
}

function untold(reason: string): RelayError {
  return new RelayError('WRONG_STATE', { field: 'id' }, `it is not closed: ${reason}`);
}
