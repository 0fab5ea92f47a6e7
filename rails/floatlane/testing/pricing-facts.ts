import { asAmount, asUnits } from '@interline/plugins';
import type { PricingFacts } from '../price-transfer.ts';

/** Facts with quantities as plain literals. */
export interface PlainFacts extends Partial<
  Omit<PricingFacts, 'amount' | 'restoring' | 'microFee' | 'gas'>
> {
  readonly amount?: bigint;
  readonly restoring?: bigint;
  readonly microFee?: bigint | null;
  readonly gas?: bigint | null;
}

/** 100 USDC at the default rates, balanced floats, no competitor, gas of 4,625 units. */
export function pricingFacts(changes: PlainFacts = {}): PricingFacts {
  const {
    amount = 100_000_000n,
    restoring = 0n,
    microFee = null,
    gas = 4_625n,
    ...others
  } = changes;
  return {
    rates: {
      standardPpm: 800n,
      basePpm: 600n,
      discountPpm: 200n,
      drainedBelowPpm: 750_000n,
      undercutByPpm: 10n,
    },
    hasFreeTransfer: false,
    fullnessPpm: 1_000_000n,
    competitorPpm: null,
    ...others,
    amount: asAmount(amount),
    restoring: asUnits(restoring),
    microFee: microFee === null ? null : asUnits(microFee),
    gas: gas === null ? null : asUnits(gas),
  };
}
