import { type Address, type ChainRef, type JsonObject, RelayError } from '@interline/kernel';
import {
  orderRefund,
  type PlannedRefund,
  ownPorts,
  planRefund,
  returnDeposit,
  type Route,
  stages,
  type RefundOrder,
  type ReleaseRefund,
  type TransferPorts,
} from '../../transfer/index.ts';
import { operatorAction } from '../operator-action.ts';
import { amountsOf, readOrdered, shownRoute } from './ordered-route.ts';

interface Ports {
  readonly ports: TransferPorts;
  readonly releaseRefund: ReleaseRefund;
}

export interface RefundInput extends Omit<RefundOrder, 'to'> {
  readonly id: string;
  /** Paid instead of the payer; parsed by the caller for the refund's chain. */
  readonly to: ((chain: ChainRef) => Address) | null;
}

/**
 * Refunds a route's debt now, to the payer or to another address. With the operator's confirmation
 * it also refunds a route that waits for a delivery that never came, and what arrived at an ended
 * route's deposit. Throws `UNKNOWN_ROUTE`, `MISSING_FIELD` if such an order has no reason,
 * `WRONG_STATE` with the obstacle or if the attempted refund is still held, and
 * `INSUFFICIENT_FLOAT`.
 */
export function releaseHeldRefund({ ports: given, releaseRefund }: Ports) {
  return operatorAction({
    name: 'refund',
    targetOf: ({ id }: RefundInput) => `route ${id}`,
    async plan({ id, to: named, isUndelivered, isDespiteEngine }, signal) {
      const route = await readOrdered(given.store.reads, id);
      const to = named === null ? null : named(route.order.lane.from);
      const ports = ownPorts(given, route);
      const refund = await planRefund(ports, route, { to, isUndelivered, isDespiteEngine }, signal);
      return {
        ports,
        refund,
        isElsewhere: to !== null,
        needsReason: to !== null || isUndelivered,
        before: shownRoute(route),
        after: shownRefund(refund, isDespiteEngine),
        isDespiteEngine,
      };
    },
    perform: {
      in: 'steps',
      async run({ ports, refund, isElsewhere, needsReason, isDespiteEngine }, { reason }, signal) {
        if (needsReason && reason === '')
          throw new RelayError('MISSING_FIELD', { field: 'reason' }, 'this refund needs a reason');
        const { id, refundTo, phase } = refund.route;
        const shown = shownRefund(refund, isDespiteEngine);
        const follow = `interline status ${id}`;
        const ordered = await ports.store.run('order-refund', (tx) =>
          orderRefund(ports, tx, refund),
        );
        if (refund.kind === 'return') {
          const held = await returnDeposit(ports, refund.route, signal);
          const after = { ...shownRoute(refund.route), ...shown, follow };
          if (held === null) return { after, result: null };
          // The new refund address stays set.
          if (isElsewhere) return { after: { ...after, held }, result: null };
          throw stillHeld(held);
        }
        const { route } = await releaseRefund(id);
        const after = { ...shownRoute(route), ...shown, refundTx: route.refundTx };
        if (route.stage !== stages.refundHeld) return { after: { ...after, follow }, result: null };
        const held = await heldBecause(ports, route);
        // The order's change stays: the refund has started, or goes to the new address from the
        // next attempt on.
        if (ordered.phase !== phase || ordered.refundTo !== refundTo)
          return { after: { ...after, held, follow }, result: null };
        throw stillHeld(held);
      },
    },
  });
}

function stillHeld(because: string): RelayError {
  return new RelayError(
    'WRONG_STATE',
    { field: 'id' },
    `the refund was tried and is still held: ${because}; it is tried again by itself as well`,
  );
}

function shownRefund(
  { route, to, from, units, engineSays }: PlannedRefund,
  isDespiteEngine: boolean,
): JsonObject {
  return {
    refundTo: to ?? 'no address is known yet',
    from,
    ...amountsOf(route.order.from),
    units: units.toString(),
    ...(engineSays === null ? {} : { engine: engineSays, despiteEngine: isDespiteEngine }),
  };
}

/** The reason stored with the liability. */
async function heldBecause({ store }: TransferPorts, { id }: Route): Promise<string> {
  const owed = (await store.reads.books.liabilities()).find(({ routeId }) => routeId === id);
  return owed?.reason ?? 'the reason was not kept';
}
