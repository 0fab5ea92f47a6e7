import { RelayError } from '@interline/kernel';
import {
  orderRefund,
  ownPorts,
  planRefund,
  type Receipt,
  type RefundOrder,
  type ReleaseRefund,
  type TransferPorts,
} from '../../transfer/index.ts';
import { operatorAction } from '../operator-action.ts';
import { readOrdered, shownRoute } from './ordered-route.ts';

interface Ports {
  readonly ports: TransferPorts;
  readonly releaseRefund: ReleaseRefund;
}

export interface RefundInput extends RefundOrder {
  readonly id: string;
}

/**
 * Refunds now what a route owes: to the payer or to another address, and on the operator's word
 * also where a route waits for a delivery that never came. Throws `UNKNOWN_ROUTE`, `MISSING_FIELD`
 * where such an order has no reason, `WRONG_STATE` with what stands in the way, and
 * `INSUFFICIENT_FLOAT`.
 */
export function releaseHeldRefund({ ports: given, releaseRefund }: Ports) {
  return operatorAction({
    name: 'refund',
    targetOf: ({ id }: RefundInput) => `route ${id}`,
    async plan({ id, to, isUndelivered }) {
      const route = await readOrdered(given.store.reads, id);
      const ports = ownPorts(given, route);
      const refund = await planRefund(ports, route, { to, isUndelivered });
      return {
        ports,
        refund,
        needsReason: to !== null || isUndelivered,
        before: shownRoute(route),
        after: { refundTo: refund.to, from: refund.from, units: refund.units.toString() },
      };
    },
    perform: {
      in: 'steps',
      async run({ ports, refund, needsReason }, { reason }) {
        if (needsReason && reason === '')
          throw new RelayError('MISSING_FIELD', { field: 'reason' }, 'this refund needs a reason');
        await ports.store.run('order-refund', (tx) => orderRefund(ports, tx, refund));
        const receipt: Receipt = await releaseRefund(refund.route.id);
        const { refundTx } = receipt.route;
        return {
          after: {
            ...shownRoute(receipt.route),
            refundTo: refund.to,
            from: refund.from,
            units: refund.units.toString(),
            refundTx,
          },
          result: receipt,
        };
      },
    },
  });
}
