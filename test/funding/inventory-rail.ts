import { freeIn } from '@interline/core/transactions';
import { freeFor, refuse, type TokenRef } from '@interline/kernel';
import type { RailPort } from '@interline/ports';
import { accounts } from '../support/model/model-custody.ts';
import type { ModelStore } from '../support/model/model-money.ts';

/** The rail with what one of our own inventory says where the float holds too little. */
export function inventoryRail<T extends RailPort>(
  rail: T,
  { reads }: Pick<ModelStore, 'reads'>,
): T {
  const bookOf = ({ chain, address }: TokenRef) => ({
    chain,
    account: accounts.float,
    token: address,
  });
  return {
    ...rail,
    async offers(request, signal) {
      const offers = await rail.offers(request, signal);
      const book = bookOf(request.to);
      const free = await freeIn(reads, book);
      const held = (await reads.transactions.holding(book))?.reading.units ?? 0n;
      return offers.map((offer) => {
        if (!offer.outcome.ok || request.priceOnly === true) return offer;
        const { output } = offer.outcome.value;
        if (output > held) {
          const needs = { token: request.to, free: freeFor(output) };
          return { ...offer, outcome: refuse('INSUFFICIENT_FLOAT', 'not funded', { needs }) };
        }
        return output * 4n > free
          ? { ...offer, outcome: refuse('INSUFFICIENT_FLOAT', 'above a quarter of the float') }
          : offer;
      });
    },
  };
}
