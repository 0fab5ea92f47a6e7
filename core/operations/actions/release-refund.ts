import { RelayError } from '@interline/kernel';
import type { Receipt, ReleaseRefund, Route } from '../../transfer/index.ts';
import { operatorAction } from '../operator-action.ts';
import type { OperationView } from '../repository.ts';
import { readOrdered, shownRoute } from './ordered-route.ts';

interface Ports {
  readonly store: { readonly reads: Pick<OperationView, 'transfers'> };
  readonly releaseRefund: ReleaseRefund;
}

/** Tries a held refund again now. Throws `UNKNOWN_ROUTE`, or `BAD_REQUEST` where none is held. */
export function releaseHeldRefund({ store, releaseRefund }: Ports) {
  return operatorAction({
    name: 'refund',
    targetOf: ({ id }: { readonly id: string }) => `route ${id}`,
    async plan({ id }) {
      const route = await readOrdered(store.reads, id);
      if (!holdsRefund(route))
        throw new RelayError(
          'BAD_REQUEST',
          { field: 'id' },
          `this route has no refund to release; it is ${route.status}, stage ${route.stage}`,
        );
      return {
        id,
        before: shownRoute(route),
        after: { refundTo: route.order.payer, units: String(route.owed ?? route.credited ?? 0n) },
      };
    },
    perform: {
      in: 'steps',
      async run({ id }) {
        const receipt: Receipt = await releaseRefund(id);
        return { after: shownRoute(receipt.route), result: receipt };
      },
    },
  });
}

function holdsRefund({ phase, givenBack }: Route): boolean {
  return phase === 'refunding' || (phase === 'running' && (givenBack?.parts ?? []).length > 0);
}
