import type { Amount, Units } from '@interline/plugins';
import type { LaneRates } from './lane-rates.ts';

/** All that a price depends on. Quantities are in the source token's smallest units. */
export interface PricingFacts {
  readonly amount: Amount;
  readonly rates: LaneRates;
  /** The micro tier's flat charge; null where the tier is closed to this transfer. */
  readonly microFee: Units | null;
  /** The payer holds a member NFT with a free transfer left today. */
  readonly hasFreeTransfer: boolean;
  /** How much may move before one of the two floats is past its target. */
  readonly restoring: Units;
  /** The free destination float by its target; null where the target is unknown. */
  readonly fullnessPpm: bigint | null;
  /** What others charge in all on this lane; null where no reference is configured. */
  readonly competitorPpm: bigint | null;
  /** Gas of pull and payout; null where it cannot be priced. */
  readonly gas: Units | null;
}
