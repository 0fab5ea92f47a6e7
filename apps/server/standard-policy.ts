import { type DepositTerms, type Policy, usualDeposits } from '@interline/core/switches';
import {
  asUnits,
  type Bps,
  bps,
  type ChainRef,
  evmNodes,
  type FinalityTable,
} from '@interline/kernel';

/**
 * About how many of a coin an ether is worth: for budgets against abuse, which need no more than
 * the magnitude.
 */
export const coinsPerEther: Readonly<Record<string, bigint>> = {
  ETH: 1n,
  BNB: 4n,
  XDAI: 3_000n,
  POL: 6_000n,
  S: 10_000n,
  HYPE: 100n,
  MNT: 3_000n,
  APE: 6_000n,
  AVAX: 150n,
};

/** How long a transaction waits for a dearer replacement, where neither config nor chain says it. */
export const standardTimes = { bumpAfterMs: 15_000, slowBumpAfterMs: 600_000 } as const;

/** One client or payer may have half of the value under way. */
export const standardOpenPullsShareBps = bps(5_000);

/** As the config says them, in seconds. */
type DepositSettings = Omit<
  DepositTerms,
  'lockMs' | 'minedWithinMs' | 'expiresMs' | 'idleSweeps' | 'lockedShareBps'
> & {
  readonly lockedShareBps: number;
  readonly lockSec: number;
  readonly minedWithinSec: number;
  readonly expiresSec: number;
};

export function depositTermsOf({
  deposits: { lockSec, minedWithinSec, expiresSec, lockedShareBps, ...limits },
}: {
  readonly deposits: DepositSettings;
}): DepositTerms {
  return {
    lockMs: lockSec * 1_000,
    minedWithinMs: minedWithinSec * 1_000,
    expiresMs: expiresSec * 1_000,
    idleSweeps: usualDeposits.idleSweeps,
    lockedShareBps: bps(lockedShareBps),
    ...limits,
  };
}

/** The money path's times and bounds; a deployment changes the finality table and the budgets. */
export function standardPolicy(
  finality: FinalityTable,
  bounds: {
    readonly revertWei: bigint;
    readonly clientRevertWei: bigint;
    readonly payerRevertWei: bigint;
    readonly engineRevertWei: bigint;
    readonly parBandBps: Bps;
    readonly maxOpenPullsUsd: number;
    readonly openPullsShareBps?: Bps;
    readonly slowBumpAfterMs?: number;
    readonly deficitPayoutLimitUsd: number;
    readonly holdSec: Policy['holdSec'];
    readonly byChain?: Policy['byChain'];
    readonly deposits?: DepositTerms;
    /** Of chains beside EVM, in units of their coins. */
    readonly etherWorth?: Iterable<readonly [ChainRef, bigint]>;
  },
): Policy {
  return {
    finality,
    rebroadcastAfterMs: 3_000,
    bumpAfterMs: standardTimes.bumpAfterMs,
    maxBumps: 6,
    slowBumpAfterMs: bounds.slowBumpAfterMs ?? standardTimes.slowBumpAfterMs,
    displacedAfterMs: 30_000,
    holdSec: bounds.holdSec,
    ...(bounds.byChain === undefined ? {} : { byChain: bounds.byChain }),
    patienceMs: 30_000,
    retryAfterMs: 1_000,
    refundRetryMs: 10_000,
    overdueAfterMs: 3_600_000,
    maxAttempts: 3,
    revertBudget: asUnits(bounds.revertWei),
    clientRevertBudget: asUnits(bounds.clientRevertWei),
    payerRevertBudget: asUnits(bounds.payerRevertWei),
    engineRevertBudget: asUnits(bounds.engineRevertWei),
    parBandBps: bounds.parBandBps,
    etherWorth: new Map([
      ...evmNodes.map(
        ({ chain, nativeSymbol }) =>
          [chain, (coinsPerEther[nativeSymbol] ?? 1n) * 10n ** 18n] as const,
      ),
      ...(bounds.etherWorth ?? []),
    ]),
    maxOpenPullsUsd: bounds.maxOpenPullsUsd,
    openPullsShareBps: bounds.openPullsShareBps ?? standardOpenPullsShareBps,
    deficitPayoutLimitUsd: bounds.deficitPayoutLimitUsd,
    ...(bounds.deposits === undefined ? {} : { deposits: bounds.deposits }),
  };
}
