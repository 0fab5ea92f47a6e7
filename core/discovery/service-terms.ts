import {
  type Bps,
  type ChainRef,
  defaultSlippage,
  type ErrorCode,
  errorEntry,
  finalityOf,
  type FinalityRow,
  mostSlippage,
  permitDeadline,
  type Ppm,
  standardFeeBps,
} from '@interline/kernel';
import type { MicroTierTerms, RailManifest, RailRegistry } from '@interline/ports';
import { depositTerms, openPullsShareMicroUsd, type Policy } from '../switches/index.ts';
import { type DepositRules, depositRules } from './deposit-rules.ts';
import { ageSteps, type PublicStep, sizeSteps } from './recent-routes.ts';
import type { DescribeMesh, NodeReach } from './describe-mesh.ts';

/**
 * What a client may rely on. Every figure and sentence comes from the table that the service itself
 * uses.
 */
export interface ServiceTermsView {
  readonly fees: {
    readonly standardBps: Bps;
    /** From which effective fee on a comparison warns. */
    readonly guardBps: Bps;
  };
  readonly rails: readonly RailManifest[];
  /** Small transfers at a fraction of a cent or free, by the rails that have them. */
  readonly microTiers: readonly (MicroTierTerms & { readonly rail: string })[];
  /** How far from par a payout of ours may be. */
  readonly parBandBps: Bps;
  readonly slippage: { readonly standard: Ppm; readonly most: Ppm };
  readonly permit: typeof permitDeadline;
  readonly maxOpenPullsUsd: number;
  /** Of one client, or one payer; rounded down. */
  readonly maxOpenPullsOfOneUsd: number;
  readonly finality: readonly (FinalityRow & { readonly chain: ChainRef })[];
  /** How a transfer that cannot be completed ends. */
  readonly refunds: {
    readonly code: ErrorCode;
    readonly summary: string;
    readonly suggestedAction: string;
    readonly retryMs: number;
  };
  /** Of callers' own deposits; null where nothing that starts with one is settled here. */
  readonly deposits: {
    readonly lockMs: number;
    readonly expiresMs: number;
    readonly unpaidPerClient: number;
    readonly rules: DepositRules;
  } | null;
  readonly quoteOnly: readonly QuoteOnlyCorridor[];
  readonly feed: { readonly sizes: readonly PublicStep[]; readonly ages: readonly PublicStep[] };
}

/** A side of a node that this deployment does not settle. */
export interface QuoteOnlyCorridor {
  readonly node: string;
  readonly side: 'source' | 'destination';
  readonly isQuoted: boolean;
  readonly reason: string;
}

export type ServiceTerms = () => Promise<ServiceTermsView>;

export interface ServiceTermsParts {
  readonly registry: Pick<RailRegistry, 'rails'>;
  readonly describeMesh: DescribeMesh;
  readonly policy: Pick<
    Policy,
    | 'deposits'
    | 'finality'
    | 'maxOpenPullsUsd'
    | 'openPullsShareBps'
    | 'parBandBps'
    | 'refundRetryMs'
  >;
  readonly guardBps: Bps;
  readonly chains: readonly ChainRef[];
}

export function serviceTerms({
  registry,
  describeMesh,
  policy,
  guardBps,
  chains,
}: ServiceTermsParts): ServiceTerms {
  const { summary, suggestedAction } = errorEntry('REFUNDED');
  const { lockMs, expiresMs, unpaidPerClient } = depositTerms(policy);
  const deposits = {
    lockMs,
    expiresMs,
    unpaidPerClient,
    rules: depositRules({ lockMs, expiresMs, unpaidPerClient }),
  };
  const fixed = {
    fees: { standardBps: standardFeeBps, guardBps },
    rails: registry.rails.map(({ manifest }) => manifest),
    microTiers: registry.rails.flatMap((rail) => {
      const tier = rail.terms?.().microTier;
      return tier === undefined ? [] : [{ rail: rail.manifest.id, ...tier }];
    }),
    parBandBps: policy.parBandBps,
    slippage: { standard: defaultSlippage, most: mostSlippage },
    permit: permitDeadline,
    maxOpenPullsUsd: policy.maxOpenPullsUsd,
    maxOpenPullsOfOneUsd: Number(openPullsShareMicroUsd(policy) / 1_000_000n),
    finality: chains.map((chain) => ({ chain, ...finalityOf(policy.finality, chain) })),
    refunds: { code: 'REFUNDED', summary, suggestedAction, retryMs: policy.refundRetryMs },
    feed: { sizes: sizeSteps, ages: ageSteps },
  } as const;
  return async () => {
    const { nonEvmNodes, comparatorOnly } = await describeMesh();
    return {
      ...fixed,
      // From a node beyond the EVM a transfer starts with the caller's deposit.
      deposits: nonEvmNodes.some(({ asSource }) => asSource.isExecutable) ? deposits : null,
      quoteOnly: [...nonEvmNodes, ...comparatorOnly].flatMap(closedSides),
    };
  };
}

function closedSides({ wire, asSource, asDestination }: NodeReach): readonly QuoteOnlyCorridor[] {
  const sides = [
    { side: 'source', ...asSource },
    { side: 'destination', ...asDestination },
  ] as const;
  return sides.flatMap(({ side, isExecutable, isQuoted, reason }) =>
    isExecutable ? [] : [{ node: wire, side, isQuoted, reason: reason ?? '' }],
  );
}
