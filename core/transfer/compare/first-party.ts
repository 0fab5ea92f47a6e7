import { noUnits, type Quote, type Units } from '@interline/kernel';
import type { RailRefusal } from '../route.ts';

/** Our own inventory's price beside the best of the others, for the same request. */
export interface FirstParty {
  /** The inventory's way; null where none was asked. */
  readonly rail: string | null;
  /** Zero where it gave no price. */
  readonly output: Units;
  readonly bestThirdParty: { readonly rail: string; readonly output: Units } | null;
  /**
   * How much more the recipient nets through the inventory, of what the other brings, rounded down;
   * zero where either has no price.
   */
  readonly advantageBps: number;
  readonly isCheaper: boolean;
}

export interface FirstPartyFacts {
  /** Best first. */
  readonly quotes: readonly Quote[];
  readonly refusals: readonly RailRefusal[];
  /** The ways that pay out of our own inventory. */
  readonly ownOffers: ReadonlySet<string>;
}

export function firstPartyOf({ quotes, refusals, ownOffers }: FirstPartyFacts): FirstParty {
  const own = quotes.find((quote) => ownOffers.has(quote.rail));
  const other = quotes.find((quote) => !ownOffers.has(quote.rail));
  return {
    rail: own?.rail ?? refusals.find(({ rail }) => ownOffers.has(rail))?.rail ?? null,
    output: own?.output ?? noUnits,
    bestThirdParty: other === undefined ? null : { rail: other.rail, output: other.output },
    advantageBps:
      own === undefined || other === undefined ? 0 : advantageOf(own.output, other.output),
    isCheaper: own !== undefined && other !== undefined && own.output > other.output,
  };
}

function advantageOf(own: Units, other: Units): number {
  if (other === 0n) return 0;
  const scaled = (own - other) * 10_000n;
  const whole = scaled / other;
  return Number(scaled < 0n && scaled % other !== 0n ? whole - 1n : whole);
}
