import type { Amount, ChainRef, Ppm, RailOutcome, TokenRef } from '@interline/plugins';
import type { Priced, UpstreamApi } from '../upstream/upstream.ts';

/**
 * How an engine prices lanes that this service does not settle. No transaction is asked for, so a
 * party may be anybody.
 */
export interface Estimates {
  /** The chains beside the mesh's EVM chains that it prices. */
  readonly chains: readonly ChainRef[];
  /** Refusals are outcomes in our own words, faults throw. */
  price(
    question: EstimateQuestion,
    api: UpstreamApi,
    signal: AbortSignal,
  ): Promise<RailOutcome<Estimate>>;
}

export interface EstimateQuestion {
  readonly from: TokenRef;
  readonly to: TokenRef;
  /** The amount handed over, in the source token's smallest units. */
  readonly units: Amount;
  /** An address on the source chain. */
  readonly payer: string;
  /** An address on the destination chain. */
  readonly recipient: string;
  readonly slippage: Ppm;
}

export type Estimate = Omit<Priced, 'feeWei'>;
