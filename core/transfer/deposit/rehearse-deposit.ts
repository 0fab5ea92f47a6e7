import {
  asUnits,
  firstAction,
  isLaneClient,
  type Order,
  type Plan,
  refuse,
  type Refusal,
  RelayError,
  type TokenRef,
  type Units,
  unitsWorth,
} from '@interline/kernel';
import { depositTerms } from '../../switches/index.ts';
import type { ExecuteRequest } from '../execute-request.ts';
import { type Planned, rehearsePlan } from '../execute/rehearse-plan.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferView } from '../repository.ts';

/**
 * All checks of a deposit before its address is issued, for execute and preflight: a plan that no
 * deposit can pay for, a payout that is impossible now or costs more than the deposit, a source
 * without a price, and the limits for pending payments. Resolves to the total units of the source
 * that may be pending at a locked price.
 */
export async function rehearseDeposit(
  ports: Pick<TransferPorts, 'custody' | 'store' | 'price' | 'policy' | 'clock'>,
  request: ExecuteRequest,
  { order, ...planned }: Planned & { readonly order: Order },
  signal: AbortSignal,
): Promise<Units> {
  const unfit = refuseDepositPlan(order, planned.plan);
  if (unfit !== null) throw new RelayError(unfit.code, {}, unfit.reason);
  await rehearsePlan(ports, request, planned, signal);
  const { from, amount } = order;
  const lockable = await lockableUnits(ports, from, signal);
  const { client } = request;
  await admitDeposit(ports, ports.store.reads, { client, from, amount, lockable });
  return lockable;
}

/** Why a rail's plan cannot run on a caller's deposit; null if it can. */
function refuseDepositPlan(
  { lane, amount, recipient }: Pick<Order, 'lane' | 'amount' | 'recipient'>,
  { pullTo, steps }: Plan,
): Omit<Refusal, 'ok'> | null {
  const [first, ...rest] = steps.slice(firstAction(steps));
  const payout = rest.find((step) => step.kind === 'payout');
  const isFit =
    pullTo === 'none' &&
    first?.kind === 'await-deposit' &&
    first.address === undefined &&
    first.chain === lane.from &&
    first.units === amount &&
    payout?.to === recipient &&
    rest.every((step) => step.kind === 'payout' || step.kind === 'reserve') &&
    rest.filter((step) => step.kind === 'payout').length === 1;
  return isFit
    ? null
    : refuse('RAIL_FAULT', 'the rail planned no payout for a deposit of the whole amount');
}

async function lockableUnits(
  { price, policy }: Pick<TransferPorts, 'price' | 'policy'>,
  from: TokenRef,
  signal: AbortSignal,
): Promise<Units> {
  const found = await price.priceOf(from, signal);
  if (found === null || found.microUsd === 0n)
    throw new RelayError('NO_ROUTE', {}, `${from.symbol} has no fresh, undisputed price now`);
  const microUsd = BigInt(depositTerms(policy).lockedUsd) * 1_000_000n;
  return asUnits(unitsWorth(microUsd, from.decimals, found));
}

interface MayWait {
  readonly client: string;
  readonly from: TokenRef;
  readonly amount: bigint;
  /** Total units of the source that may be pending at a locked price. */
  readonly lockable: Units;
}

/**
 * Throws `TOO_MANY_RECORDS`, because an address costs its caller nothing. A locked price has value,
 * so the more of the lockable units others have taken, the less one client gets. A deposit above
 * its client's part gets an address without a lock.
 */
export async function admitDeposit(
  { policy, clock }: Pick<TransferPorts, 'policy' | 'clock'>,
  { transfers }: Pick<TransferView, 'transfers'>,
  { client, from, amount, lockable }: MayWait,
): Promise<{ readonly isLocked: boolean }> {
  const { unpaidPerClient, unpaidInAll, minedWithinMs, lockMs, lockedShareBps } =
    depositTerms(policy);
  const { all, ofClient, ofLane } = await transfers.waitingDeposits(from.chain, client, {
    nowMs: clock.now(),
    minedWithinMs,
    lockMs,
  });
  if (ofClient.unpaid >= unpaidPerClient)
    throw tooMany(
      `${ofClient.unpaid} deposits of yours wait to be paid; pay one, or wait until one expires`,
    );
  const leftByOthers = lockable - (all.locked - ofClient.locked);
  const share = (lockable * BigInt(lockedShareBps)) / 10_000n;
  const own = least(share, leftByOthers > 0n ? leftByOthers / 4n : 0n);
  // In the private lane each pass is a client, and passes are cheap, so half of the limit is
  // reserved for identified clients.
  const isOfLane = isLaneClient(client);
  const isLocked =
    ofClient.locked + amount <= own && !(isOfLane && ofLane.locked + amount > lockable / 2n);
  if (isOfLane && ofLane.running * 2 >= unpaidInAll)
    throw tooMany(
      'the private lane has reached its half of the unpaid deposits; try again in a few minutes',
    );
  const unpaidAtMost = unpaidInAll * pastLockTimes;
  if (isOfLane && ofLane.unpaid * 2 >= unpaidAtMost)
    throw tooMany(
      'the private lane has reached its half of the unpaid addresses; one is free when the oldest expires',
    );
  const isScarce = all.running * 2 >= unpaidInAll;
  if (isScarce && ofClient.running > 0)
    throw tooMany(
      'many deposits wait to be paid now, and one of yours does; pay it, or wait until it is no longer expected',
    );
  if (all.unpaid >= unpaidAtMost)
    throw tooMany(
      'the service has reached its limit of unpaid addresses; one is free when the oldest expires',
    );
  if (all.running >= unpaidInAll)
    throw tooMany(
      'the service has reached its limit of unpaid deposits; try again in a few minutes',
    );
  return { isLocked };
}

/**
 * An unpaid address is kept for a day after its lock, and this multiple of the pending limit may be
 * kept.
 */
const pastLockTimes = 10;

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function tooMany(message: string): RelayError {
  return new RelayError('TOO_MANY_RECORDS', {}, message);
}
