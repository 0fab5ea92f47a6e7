import {
  assertEndable,
  ownPorts,
  type Receipt,
  receiptOf,
  type TransferPorts,
  writeOff,
} from '../../transfer/index.ts';
import { operatorAction } from '../operator-action.ts';
import { readOrdered, shownRoute } from './ordered-route.ts';

/**
 * Ends a route that waits for a person, with nothing owed for it any more. Throws `UNKNOWN_ROUTE`,
 * `ACCOUNT_STOPPED`, and `BAD_REQUEST` while something of it may still be mined.
 */
export function writeOffRoute(given: TransferPorts) {
  return operatorAction({
    name: 'write-off',
    targetOf: ({ id }: { readonly id: string }) => `route ${id}`,
    async plan({ id }) {
      const route = await readOrdered(given.store.reads, id);
      const ports = ownPorts(given, route);
      await assertEndable(ports, route, ['goneChains']);
      const owed = route.owed ?? route.credited ?? 0n;
      return {
        route,
        ports,
        before: { ...shownRoute(route), owed: owed.toString() },
        after: { status: 'FAILED', owed: '0' },
      };
    },
    perform: {
      in: 'one-unit',
      async run(tx, { route, ports }, { atMs }) {
        const ended = await writeOff(ports, tx, route);
        const result: Receipt = receiptOf(ended, atMs);
        return { after: { ...shownRoute(ended), owed: '0' }, result };
      },
    },
  });
}
