import {
  asUnits,
  type ChainRef,
  maxGasWei,
  msUntilReset,
  nativeAddress,
  type Plan,
  RelayError,
} from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import type { TransactionReads } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import {
  budgetsOf,
  Crowded,
  endsWithinMs,
  isAnySpent,
  leftToday,
  type NextCost,
  roomFor,
} from './left-today.ts';

type Ports = Pick<TransferPorts, 'clock' | 'policy'>;
interface Reads {
  readonly transactions: Pick<TransactionReads, 'spent' | 'openPayouts'>;
}

/** Whose payout of coin, and where. */
export interface CoinPayout {
  readonly chain: ChainRef;
  readonly client: string;
  readonly payer: string;
  /** The route that makes it, which is not counted as another one; left out before it is accepted. */
  readonly routeId?: string;
}

/**
 * A payout of coin runs the recipient's code and may revert, so it has budgets of its own on the
 * destination. What is under way counts as if all of it were to burn its gas. `next` is null where
 * it is not prepared yet. Throws `BUDGET_SPENT`.
 */
export async function checkPayoutBudgets(
  ports: Ports,
  reads: Reads,
  payout: CoinPayout,
  next: NextCost | null,
): Promise<void> {
  const left = await leftToday(ports, reads, { ...payout, kind: 'payout-revert' });
  if (isAnySpent(left))
    throw new RelayError(
      'BUDGET_SPENT',
      { retryAfterMs: msUntilReset(ports.clock.now()) },
      `payouts of coin are paused on ${payout.chain} for today: too many reverted and the relayer paid their gas; try tomorrow, or send a token`,
    );
  if (next !== null) await assertRoomForPayout(ports, reads, payout, next);
}

/**
 * The same once the payer's money is with us: what was spent since stops no recipient without code,
 * whose payout costs what an ordinary one does. Throws `BUDGET_SPENT`, as `Crowded` where waiting
 * may help.
 */
export async function assertRoomForPayout(
  ports: Ports,
  reads: Reads,
  { routeId, ...payout }: CoinPayout,
  next: NextCost,
): Promise<void> {
  const { chain } = payout;
  const except = routeId === undefined ? {} : { except: routeId };
  const open = await reads.transactions.openPayouts(chain, { ...payout, ...except });
  const kind = 'payout-revert';
  const left = await leftToday(ports, reads, { ...payout, kind });
  // A recipient with code is served once a day at fees at which none would fit.
  switch (roomFor(next, open, left, budgetsOf(ports.policy, chain, kind))) {
    case 'room':
      return;
    case 'beyond':
      throw new RelayError(
        'BUDGET_SPENT',
        { retryAfterMs: endsWithinMs },
        `the recipient has code, and at today's fees a payout of coin on ${chain} could cost more than what is left for it today; try again when gas is cheaper, or send a token`,
      );
    case 'crowded':
      throw new Crowded(
        'BUDGET_SPENT',
        { retryAfterMs: endsWithinMs },
        `as many payouts of coin are under way on ${chain} as the relayer could pay for today, were they to revert; try again when they are over`,
      );
  }
}

/** Null where it pays no coin, so that no code of the recipient runs in it. */
export function nextPayoutOf(prepared: readonly Prepared[]): NextCost | null {
  const payout = prepared.find(
    ({ purpose, expects }) =>
      purpose === 'payout' && expects !== null && expects.token === nativeAddress,
  );
  if (payout === undefined) return null;
  const { tx, nextBlockWei, simulated } = payout;
  return {
    worstWei: nextBlockWei ?? maxGasWei(tx),
    runsForeignCode: simulated?.runsForeignCode === true,
  };
}

/** The plan with what its payout can cost, which counts from the accepting unit on. */
export function withMostGas(plan: Plan, next: NextCost | null): Plan {
  if (next?.runsForeignCode !== true) return plan;
  const mostGasWei = asUnits(next.worstWei);
  return {
    ...plan,
    steps: plan.steps.map((step) => (step.kind === 'payout' ? { ...step, mostGasWei } : step)),
  };
}
