import { chainToWire, type JsonObject } from '@interline/kernel';
import type { Entry } from '../../books/index.ts';
import {
  assertEndable,
  ownPorts,
  type Receipt,
  receiptOf,
  type TransferPorts,
  writeOff,
  writeOffEntry,
} from '../../transfer/index.ts';
import { operatorAction } from '../operator-action.ts';
import { readOrdered, shownRoute } from './ordered-route.ts';

const unpaid =
  'the payer gets nothing from us after this: only where they were paid by hand. What was paid from an account ' +
  'of ours leaves a deficit there, which takes the gain back: interline books classify --of deficit --as losses. ' +
  'What pays and books it in one is';

/**
 * Ends a route that waits for a person, with nothing owed for it any more. Throws `UNKNOWN_ROUTE`,
 * `ACCOUNT_STOPPED`, and `WRONG_STATE` while something of it may still be mined.
 */
export function writeOffRoute(given: TransferPorts) {
  return operatorAction({
    name: 'write-off',
    targetOf: ({ id }: { readonly id: string }) => `route ${id}`,
    async plan({ id }) {
      const route = await readOrdered(given.store.reads, id);
      const ports = ownPorts(given, route);
      await assertEndable(ports, route, ['goneChains']);
      const booked = shownEntry(route.id, await writeOffEntry(ports, ports.store.reads, route));
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
      async run(tx, { route, ports, booked }, { atMs }) {
        const ended = await writeOff(ports, tx, route);
        const result: Receipt = receiptOf(ended, atMs);
        return { after: { ...shownRoute(ended), owed: '0', ...booked }, result };
      },
    },
  });
}

/** A positive line of `losses` is a loss, a negative one a gain. */
function shownEntry(id: string, entry: Entry | null): JsonObject {
  const results = (entry?.lines ?? []).filter(({ kind }) => kind === 'losses');
  if (results.length === 0) return {};
  const booksAs = results.map(({ chain, token, units }) =>
    units < 0n
      ? `a gain of ${-units} of ${token} on ${chainToWire(chain)}`
      : `a loss of ${units} of ${token} on ${chainToWire(chain)}`,
  );
  return {
    booksAs: booksAs.join('; '),
    ...(results.some(({ units }) => units < 0n)
      ? { means: `${unpaid}: interline route refund ${id} --to <address>` }
      : {}),
  };
}
