import type { TxHash } from '@interline/kernel';
import type { Entry } from '../../books/index.ts';
import {
  examineDelivery,
  deliveryEntry,
  ownPorts,
  settleByOrder,
  type TransferPorts,
} from '../../transfer/index.ts';
import { operatorAction } from '../operator-action.ts';
import { amountsOf, readOrdered, shownRoute } from './ordered-route.ts';
import { shownEntry } from './shown-entry.ts';

/** An operator's evidence for, or claim of, a delivery. */
export interface SettleInput {
  readonly id: string;
  readonly evidence: TxHash | null;
  readonly isUnseen: boolean;
}

/**
 * Ends a route that waits for an operator as delivered, with what a destination transaction is seen
 * to have brought, or on the operator's claim. Throws `UNKNOWN_ROUTE`, `BAD_REQUEST` if neither is
 * given, `WRONG_STATE` with the obstacle, `ACCOUNT_STOPPED` and `CHAIN_UNREACHABLE`.
 */
export function settleRoute(given: TransferPorts) {
  return operatorAction({
    name: 'settle-route',
    targetOf: ({ id }: SettleInput) => `route ${id}`,
    async plan({ id, evidence, isUnseen }, signal) {
      const route = await readOrdered(given.store.reads, id);
      const ports = ownPorts(given, route);
      const delivery = await examineDelivery(ports, route, { hash: evidence, isUnseen }, signal);
      const seen = delivery.arrivals?.reduce((sum, one) => sum + one.units, 0n);
      const entry = await deliveryEntry(ports, ports.store.reads, route, delivery);
      const booked = { ...amountsOf(route.order.to), booksAs: bookingOf(entry) };
      return {
        route,
        ports,
        delivery,
        booked,
        before: shownRoute(route),
        after: {
          status: 'DONE',
          destTx: evidence ?? route.destTx,
          delivered: (seen ?? route.order.minOutput).toString(),
          ...(seen === undefined ? { seen: 'no: by the word of the operator' } : {}),
          ...booked,
        },
      };
    },
    perform: {
      in: 'one-unit',
      async run(tx, { route, ports, delivery, booked }) {
        const settled = await settleByOrder(ports, tx, route, delivery);
        const { destTx, delivered } = settled;
        return {
          after: { ...shownRoute(settled), destTx, delivered: String(delivered), ...booked },
          result: null,
        };
      },
    },
  });
}

/** If a payer was owed nothing, or it is booked already, only the route ends. */
function bookingOf(entry: Entry | null): string {
  if (entry === null) return 'nothing: what was owed for it is settled in the books already';
  const result = shownEntry(entry);
  return result === '' ? 'neither fee nor loss' : result;
}
