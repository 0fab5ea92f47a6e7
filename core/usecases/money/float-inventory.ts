import { freeUnits, noUnits, type ChainRef, type TokenRef, type Units } from '@interline/domain';
import type { Clock, CustodyPort, Inventory, JournalReader } from '@interline/ports';
import { dayOf } from './money-policy.ts';

/** What inventory rails may know of the float: read-only, by the journal's books. */
export function floatInventory(parts: { readonly reader: JournalReader; readonly custody: CustodyPort; readonly clock: Clock; readonly targets: ReadonlyMap<string, Units> }): Inventory {
  const { reader, custody, clock, targets } = parts;
  return {
    async free(token: TokenRef) {
      const book = { chain: token.chain, account: custody.account('float'), token: token.address };
      const reading = await reader.balance(book);
      return reading === null ? noUnits : freeUnits(reading, await reader.taken(book));
    },
    target: (token) => targets.get(`${token.chain}/${token.address}`) ?? null,
    spentToday: (budget) => reader.spent(budget, dayOf(clock.now())),
    serves: (chain: ChainRef) => custody.chains.includes(chain),
  };
}
