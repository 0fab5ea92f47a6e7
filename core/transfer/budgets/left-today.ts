import { type ChainRef, isLaneClient, RelayError, utcDay } from '@interline/kernel';
import {
  clientRevertBudget,
  laneRevertBudget,
  type Lost,
  type OpenCost,
  payerRevertBudget,
  revertBudget,
  type TransactionReads,
  withinLane,
} from '../../transactions/index.ts';
import { etherWorthOn, inCoinOn } from '../../switches/index.ts';
import type { TransferPorts } from '../ports.ts';

/** The chain, client or payer that a budget belongs to. */
export type Scoped = Pick<Lost, 'chain' | 'client' | 'payer'>;

export type PerScope = Readonly<Record<keyof OpenCost, bigint>>;

/** Pending transactions leave no room now. There may be room once they have ended. */
export class Crowded extends RelayError {}

/** Most transactions are mined sooner. After this time the caller waits again. */
export const endsWithinMs = 60_000;

/** The rest of a chain's budgets in its coin; negative if they were exceeded. */
export async function leftToday(
  { clock, policy }: Pick<TransferPorts, 'clock' | 'policy'>,
  reads: { readonly transactions: Pick<TransactionReads, 'spentOfEach'> },
  { chain, client, payer, kind }: Omit<Lost, 'gasCost'>,
): Promise<PerScope> {
  const isPlain = kind === undefined || kind === 'revert';
  const [inAll = 0n, ofClient = 0n, ofPayer = 0n, ofLane = 0n, ofCode = 0n] =
    await reads.transactions.spentOfEach(
      [
        revertBudget(chain, kind),
        clientRevertBudget(chain, client, kind),
        payerRevertBudget(chain, payer, kind),
        laneRevertBudget(chain, kind),
        revertBudget(chain, 'code-revert'),
      ],
      utcDay(clock.now()),
    );
  const whole = budgetsOf(policy, chain, kind);
  // Code deployed after acceptance can burn more than the half of payers with code. All payers bear
  // that.
  const leftOfCode = budgetsOf(policy, chain, 'code-revert').inAll - ofCode;
  const beyond = isPlain && leftOfCode < 0n ? leftOfCode : 0n;
  const left = {
    inAll: whole.inAll - inAll + beyond,
    ofClient: whole.ofClient - ofClient,
    ofPayer: whole.ofPayer - ofPayer,
  };
  return isLaneClient(client) ? withinLane(left, whole.inAll / 2n - ofLane, ofClient) : left;
}

/** A day's full budgets in the chain's coin. */
export function budgetsOf(
  policy: TransferPorts['policy'],
  chain: ChainRef,
  kind: Lost['kind'],
): PerScope {
  const inCoin = (ofEther: bigint): bigint => inCoinOn(policy, ofEther, chain);
  return {
    inAll: inCoin(inAllOf(policy.revertBudget, kind)),
    ofClient: inCoin(policy.clientRevertBudget),
    ofPayer: inCoin(policy.payerRevertBudget),
  };
}

export const nothingOpen: OpenCost = { inAll: 0n, ofClient: 0n, ofPayer: 0n };

/** The sum of both. */
export function bothCosts(one: OpenCost, other: OpenCost): OpenCost {
  return {
    inAll: one.inAll + other.inAll,
    ofClient: one.ofClient + other.ofClient,
    ofPayer: one.ofPayer + other.ofPayer,
  };
}

export function isAnySpent({ inAll, ofClient, ofPayer }: PerScope): boolean {
  return inAll <= 0n || ofClient <= 0n || ofPayer <= 0n;
}

/** The next transaction that a budget must have room for. */
export interface NextCost {
  /** Its highest possible cost in the next block, in units of coin. */
  readonly worstCost: bigint;
  /** Code of its payer or recipient runs in it, which can burn all of that at no cost to them. */
  readonly runsForeignCode: boolean;
}

/**
 * The next one counts like the pending ones before it. One that runs no foreign code may go alone
 * even if less is left: at high fees none would fit otherwise, and it uses no more gas than an
 * ordinary transaction. One that runs foreign code never exceeds what is left, at the price of the
 * next block, so that the code's owner cannot choose what a later one is charged. Only if `whole`
 * is given, the full budgets, may it go alone in a budget of which nothing is spent.
 */
function roomFor(
  { worstCost, runsForeignCode }: NextCost,
  open: OpenCost,
  left: PerScope,
  whole?: PerScope,
): 'room' | 'beyond' | 'crowded' {
  const scopes = ['inAll', 'ofClient', 'ofPayer'] as const;
  const isBeyond = (scope: keyof PerScope): boolean =>
    worstCost > left[scope] && left[scope] !== whole?.[scope];
  if (runsForeignCode && scopes.some(isBeyond)) return 'beyond';
  return scopes.some((scope) => open[scope] > 0n && open[scope] + worstCost > left[scope])
    ? 'crowded'
    : 'room';
}

/** Pending costs and the rest, with the full budgets (see `roomFor`). */
interface Room {
  readonly open: OpenCost;
  readonly left: PerScope;
  readonly whole?: PerScope;
}

/**
 * Throws `BUDGET_SPENT` with the given text, as `Crowded` if waiting may help. `beyond` applies to
 * foreign code only.
 */
export function assertRoomFor(
  next: NextCost,
  { open, left, whole }: Room,
  crowded: string,
  beyond = crowded,
): void {
  const details = { retryAfterMs: endsWithinMs };
  switch (roomFor(next, open, left, whole)) {
    case 'room':
      return;
    case 'beyond':
      throw new RelayError('BUDGET_SPENT', details, beyond);
    case 'crowded':
      throw new Crowded('BUDGET_SPENT', details, crowded);
  }
}

/** Payers with code have a separate budget, half of the chain's and at least one unit. */
function inAllOf(budget: bigint, kind: Lost['kind']): bigint {
  return kind === 'code-revert' ? (budget + 1n) / 2n : budget;
}

/** An amount of one chain's coin in another's, rounded up, so that a loss never rounds to zero. */
export function inCoinOf(
  policy: TransferPorts['policy'],
  cost: bigint,
  from: ChainRef,
  to: ChainRef,
): bigint {
  const worth = etherWorthOn(policy, from);
  return (cost * etherWorthOn(policy, to) + worth - 1n) / worth;
}
