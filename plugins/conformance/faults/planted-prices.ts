import { asUnits, rescale } from '@interline/kernel';
import type { PlantedFault } from './planted-thefts.ts';
import { changed, quoting } from './sound-rail.ts';

const charge = 'names in its fee all that it charges, rounded up';
const worth = 'prices both tokens by their decimals and by what they are worth';

/** Pricing mistakes that no single quote between two dollar tokens reveals. */
export const plantedPrices: readonly PlantedFault[] = [
  {
    name: 'a fee that is reported as zero',
    found: [charge],
    make: changed((rail) => ({
      offers: quoting(rail, (quote) => ({ ...quote, fee: asUnits(0n) })),
    })),
  },
  {
    name: 'a fee that is charged above the one that is named',
    found: [charge],
    make: changed((rail, { standardFeeBps }) => ({
      offers: quoting(rail, (quote) => ({
        ...quote,
        fee: asUnits(quote.fee - BigInt(standardFeeBps)),
      })),
    })),
  },
  {
    name: 'a fee that is rounded down',
    found: [charge],
    make: changed((rail, { standardFeeBps }) => ({
      offers: quoting(rail, (quote, { amount }) => ({
        ...quote,
        fee: asUnits((amount * BigInt(standardFeeBps)) / 10_000n),
      })),
    })),
  },
  {
    name: "an output in the source token's decimals",
    found: [worth],
    make: changed((rail) => ({
      offers: quoting(rail, (quote, { from, to }) => {
        const output = asUnits(rescale(quote.output, to.decimals, from.decimals));
        return { ...quote, output, minOutput: output };
      }),
    })),
  },
  {
    name: 'one asset paid out for another unit for unit',
    found: [worth],
    make: changed((rail) => ({
      offers: (request, signal) =>
        rail.offers({ ...request, to: { ...request.to, asset: request.from.asset } }, signal),
    })),
  },
];
