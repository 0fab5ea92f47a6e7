import type { Hex } from '@interline/kernel';
import {
  examineDelivery,
  ownPorts,
  type Receipt,
  receiptOf,
  settleByOrder,
  type TransferPorts,
} from '../../transfer/index.ts';
import { operatorAction } from '../operator-action.ts';
import { readOrdered, shownRoute } from './ordered-route.ts';

/** What an operator shows, or says, of a delivery. */
export interface SettleInput {
  readonly id: string;
  readonly evidence: Hex | null;
  readonly isUnseen: boolean;
}

/**
 * Ends a route that waits for a person as delivered: by what a destination transaction is seen to
 * have brought, or on the operator's word. Throws `UNKNOWN_ROUTE`, `BAD_REQUEST` where
 * neither is given, `WRONG_STATE` with what stands in the way, `ACCOUNT_STOPPED` and `CHAIN_UNREACHABLE`.
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
      return {
        route,
        ports,
        delivery,
        before: shownRoute(route),
        after: {
          status: 'DONE',
          destTx: evidence ?? route.destTx,
          delivered: seen === undefined ? 'by the word of the operator' : seen.toString(),
        },
      };
    },
    perform: {
      in: 'one-unit',
      async run(tx, { route, ports, delivery }, { atMs }) {
        const settled = await settleByOrder(ports, tx, route, delivery);
        const result: Receipt = receiptOf(settled, atMs);
        const { destTx, delivered } = settled;
        return {
          after: { ...shownRoute(settled), destTx, delivered: String(delivered) },
          result,
        };
      },
    },
  });
}
