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

/** Whom a budget is of, and where. */
export type Scoped = Pick<Lost, 'chain' | 'client' | 'payer'>;

export type PerScope = Readonly<Record<keyof OpenCost, bigint>>;

/** What is under way leaves no room now; once it is over there may be some. */
export class Crowded extends RelayError {}

/** Most transactions are mined sooner; one that is not is waited for again. */
export const endsWithinMs = 60_000;

/** What is left of a chain's budgets, in its coin; below zero where they were exceeded. */
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
  // Code that comes after acceptance can burn beyond the half of payers with code: all pay for that.
  const leftOfCode = budgetsOf(policy, chain, 'code-revert').inAll - ofCode;
  const beyond = isPlain && leftOfCode < 0n ? leftOfCode : 0n;
  const left = {
    inAll: whole.inAll - inAll + beyond,
    ofClient: whole.ofClient - ofClient,
    ofPayer: whole.ofPayer - ofPayer,
  };
  return isLaneClient(client) ? withinLane(left, whole.inAll / 2n - ofLane, ofClient) : left;
}

/** What a day's budgets are before anything is spent, in the chain's coin. */
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

/** Both together. */
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
  /** The most that it can cost in the next block, in units of coin. */
  readonly worstCost: bigint;
  /** Code of its payer or recipient runs in it, which can burn all of that at no cost to them. */
  readonly runsForeignCode: boolean;
}

/**
 * The next one counts like those under way in front of it. One that runs no foreign code may go
 * alone where what is left is less: at high fees none would fit otherwise, and it costs what an
 * ordinary transaction uses. One that does never goes beyond what is left, at the price of the next
 * block: who owns that code does not choose what a later one charges. Only where `whole` is given, the
 * budgets before anything is spent, may it go alone in one that is still whole.
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

/** What is under way and what is left, with the budgets before anything is spent (see `roomFor`). */
interface Room {
  readonly open: OpenCost;
  readonly left: PerScope;
  readonly whole?: PerScope;
}

/**
 * Throws `BUDGET_SPENT` in the words given, as `Crowded` where waiting may help. `beyond` is said of
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

/** Payers with code have half of the chain's budget, as one of their own: at least one unit. */
function inAllOf(budget: bigint, kind: Lost['kind']): bigint {
  return kind === 'code-revert' ? (budget + 1n) / 2n : budget;
}

/** An amount of one chain's coin in that of another, rounded up: a loss never counts as none. */
export function inCoinOf(
  policy: TransferPorts['policy'],
  cost: bigint,
  from: ChainRef,
  to: ChainRef,
): bigint {
  const worth = etherWorthOn(policy, from);
  return (cost * etherWorthOn(policy, to) + worth - 1n) / worth;
}
