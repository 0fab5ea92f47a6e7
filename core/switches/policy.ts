import { bps, type Bps, type ChainRef, type FinalityTable, type Units } from '@interline/kernel';

/** The operator's choices for the money path; all times in milliseconds. */
export interface Policy {
  readonly finality: FinalityTable;
  /** Identical bytes are sent again after this long without a receipt. */
  readonly rebroadcastAfterMs: number;
  /** A higher fee is committed after this long without a receipt. */
  readonly bumpAfterMs: number;
  /** So many higher fees follow each other that fast; the ones behind them come slowly. */
  readonly maxBumps: number;
  /** The same wait for those: there is no last one below the cap. */
  readonly slowBumpAfterMs: number;
  /**
   * A slot must look consumed this long, without a receipt of one of our transactions, before its
   * consumer is searched for. No transaction counts as displaced sooner.
   */
  readonly displacedAfterMs: number;
  /**
   * Seconds for which a reading must hold before money is sent again or a route given up by it, by
   * chain; `*` is for every chain not named.
   */
  readonly holdSec: Readonly<Record<string, number>>;
  /** What differs on a chain from the figures here, and how often that chain is read. */
  readonly byChain?: Readonly<Record<string, ChainFigures>>;
  /** How long one run of a job waits for a chain before it yields to another job. */
  readonly patienceMs: number;
  /** Pause before an unreachable chain is tried again. */
  readonly retryAfterMs: number;
  /** Pause before a held refund is tried again. */
  readonly refundRetryMs: number;
  /**
   * Age at which a rail's transfer shows as overdue and is polled less often, and is taken back where
   * its rail can have that done. It is never given up.
   */
  readonly overdueAfterMs: number;
  /** How many times a step is sent again after a proven revert or a displaced slot. */
  readonly maxAttempts: number;
  /** Most gas, in 10^-18 ether, that reverted pulls may cost on one chain in a day. */
  readonly revertBudget: Units;
  /** The same for one client on one chain. */
  readonly clientRevertBudget: Units;
  /** The same for one payer on one chain, from whatever addresses its permits are sent. */
  readonly payerRevertBudget: Units;
  /** The same for the calls of one engine on one chain; a payer's have its budget of the line above. */
  readonly engineRevertBudget: Units;
  /**
   * How many units of a chain's coin one ether is worth, roughly, so that a budget has the same value
   * on every chain; 10^18 where left out.
   */
  readonly etherWorth?: ReadonlyMap<ChainRef, bigint>;
  /** How much more than what came in for it a payout of ours may be worth, at today's prices. */
  readonly parBandBps: Bps;
  /**
   * Most value, in whole dollars, of accepted pulls that are not mined yet, for each chain: what a
   * stolen relayer key could redirect at one time. Also the most that a reorg below the chain's highest
   * tier of confirmations may take: where more is that shallow, each pull needs the highest tier.
   */
  readonly maxOpenPullsUsd: number;
  /** The part of it that one client, or one payer, may take. */
  readonly openPullsShareBps: Bps;
  /**
   * Most value, in dollars, of a payout or refund that leaves an account while its chain shows less
   * on it than the books.
   */
  readonly deficitPayoutLimitUsd: number;
  /** Left out: the terms of `depositTerms`. */
  readonly deposits?: DepositTerms;
}

/** What a caller's deposit is held to. */
export interface DepositTerms {
  /** How long after it was accepted a deposit that is seen keeps the price. */
  readonly lockMs: number;
  /** How long after that it may come into its first block; later it has the current price. */
  readonly minedWithinMs: number;
  /** How long its parts are waited for. */
  readonly expiresMs: number;
  /** What is not expected to come any more is looked for in one of so many sweeps; a prime, or 1. */
  readonly idleSweeps: number;
  /** Most deposits of one client on a chain that are not paid in full. */
  readonly unpaidPerClient: number;
  /** Most on a chain in all whose payment is still expected; from half of it on, one a client. */
  readonly unpaidInAll: number;
  /**
   * Most value, in whole dollars, of deposits on a chain that may still come at their locked price:
   * until they do, their payers may pay or leave it, as the market moves.
   */
  readonly lockedUsd: number;
  /** The part of it that one client may have; never more than a quarter of what others leave. */
  readonly lockedShareBps: Bps;
}

export const usualDeposits: DepositTerms = {
  lockMs: 15 * 60_000,
  minedWithinMs: 60 * 60_000,
  expiresMs: 24 * 3_600_000,
  idleSweeps: 61,
  unpaidPerClient: 10,
  unpaidInAll: 1_000,
  lockedUsd: 100_000,
  lockedShareBps: bps(1_000),
};

export function depositTerms({ deposits }: Pick<Policy, 'deposits'>): DepositTerms {
  return deposits ?? usualDeposits;
}

/** A chain's own figures; where one is left out, the policy's holds. */
export interface ChainFigures extends Partial<Pick<Policy, 'bumpAfterMs' | 'slowBumpAfterMs'>> {
  /** Milliseconds between two readings while something of ours is in flight; else the deployment's. */
  readonly pollMs?: number;
}

/** The most that one client, or one payer, may have of `maxOpenPullsUsd`, in micro-dollars. */
export function openPullsShareMicroUsd({
  maxOpenPullsUsd,
  openPullsShareBps,
}: Pick<Policy, 'maxOpenPullsUsd' | 'openPullsShareBps'>): bigint {
  return BigInt(maxOpenPullsUsd) * 100n * BigInt(openPullsShareBps);
}

/** How long a transaction on that chain waits for a dearer replacement. */
export function bumpWaitsOf(
  {
    byChain,
    bumpAfterMs,
    slowBumpAfterMs,
  }: Pick<Policy, 'byChain' | 'bumpAfterMs' | 'slowBumpAfterMs'>,
  chain: ChainRef,
): Pick<Policy, 'bumpAfterMs' | 'slowBumpAfterMs'> {
  const own = byChain?.[chain];
  return {
    bumpAfterMs: own?.bumpAfterMs ?? bumpAfterMs,
    slowBumpAfterMs: own?.slowBumpAfterMs ?? slowBumpAfterMs,
  };
}

/** In milliseconds. Thirty seconds where the policy names neither the chain nor `*`. */
export function holdMsOf({ holdSec }: Pick<Policy, 'holdSec'>, chain: ChainRef): number {
  return (holdSec[chain] ?? holdSec['*'] ?? 30) * 1_000;
}

const unitsOfEther = 10n ** 18n;

/** About how many units of the chain's coin an ether is worth. */
export function etherWorthOn({ etherWorth }: Pick<Policy, 'etherWorth'>, chain: ChainRef): bigint {
  return etherWorth?.get(chain) ?? unitsOfEther;
}

/** A budget, which the policy says in units of ether, in units of the chain's coin. */
export function inCoinOn(
  policy: Pick<Policy, 'etherWorth'>,
  ofEther: bigint,
  chain: ChainRef,
): bigint {
  return (ofEther * etherWorthOn(policy, chain)) / unitsOfEther;
}
