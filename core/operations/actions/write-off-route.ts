import type { JsonObject } from '@interline/kernel';
import type { Entry } from '../../books/index.ts';
import {
  assertEndable,
  ownPorts,
  type TransferPorts,
  writeOff,
  writeOffEntry,
} from '../../transfer/index.ts';
import { operatorAction } from '../operator-action.ts';
import { amountsOf, readOrdered, shownRoute } from './ordered-route.ts';
import { shownEntry } from './shown-entry.ts';

const unpaid =
  'the payer gets nothing from us after this: only where they were paid by hand. What was paid from an account ' +
  'of ours leaves a deficit there, which takes the gain back: interline books classify --of deficit --as losses. ' +
  'What pays and books it in one is';

/**
 * Ends a route that waits for an operator, with no debt left. Throws `UNKNOWN_ROUTE`,
 * `ACCOUNT_STOPPED`, and `WRONG_STATE` while one of its transactions may still be mined.
 */
export function writeOffRoute(given: TransferPorts) {
  return operatorAction({
    name: 'write-off',
    targetOf: ({ id }: { readonly id: string }) => `route ${id}`,
    async plan({ id }) {
      const route = await readOrdered(given.store.reads, id);
      const ports = ownPorts(given, route);
      await assertEndable(ports, route, ['goneChains']);
      const entry = await writeOffEntry(ports, ports.store.reads, route);
      const booked = { ...amountsOf(route.order.from), ...shownBooking(route.id, entry) };
      const owed = route.owed ?? route.credited ?? 0n;
      return {
        route,
        ports,
        before: { ...shownRoute(route), owed: owed.toString() },
        booked,
        after: { status: 'FAILED', owed: '0', ...booked },
      };
    },
    perform: {
      in: 'one-unit',
      async run(tx, { route, ports, booked }) {
        const ended = await writeOff(ports, tx, route);
        return { after: { ...shownRoute(ended), owed: '0', ...booked }, result: null };
      },
    },
  });
}

/** Its result and, for a gain, what that means for the payer. */
function shownBooking(id: string, entry: Entry | null): JsonObject {
  const booksAs = shownEntry(entry);
  if (booksAs === '') return { booksAs: 'neither a gain nor a loss' };
  const isGain = entry?.lines.some(({ kind, units }) => kind === 'losses' && units < 0n) === true;
  return {
    booksAs,
    ...(isGain ? { means: `${unpaid}: interline route refund ${id} --to <address>` } : {}),
  };
}
