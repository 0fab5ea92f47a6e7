import { noUnits } from '@interline/kernel';
import type { LostInvoice, PlanAdoption } from '../../passes/index.ts';
import { operatorAction } from '../operator-action.ts';

interface Ports {
  readonly planAdoption: PlanAdoption;
  /** What the order is about, without the id, which whoever reads the audit could claim with. */
  readonly addressWords: (lost: LostInvoice) => string;
}

/**
 * Takes an invoice back that a restored store has lost: its address derives from its id, so what it
 * pays for is read there. What our accounts sent for it leaves the desk. Moves nothing; throws what
 * `PlanAdoption` throws.
 */
export function adoptInvoice({ planAdoption, addressWords }: Ports) {
  return operatorAction({
    name: 'adopt-invoice',
    targetOf: addressWords,
    async plan(lost: LostInvoice, signal) {
      const { invoice, unmatched, holds, paysFor } = await planAdoption(lost, signal);
      const { asset, bundle, bundles, issued, amount, received } = invoice;
      return {
        invoice,
        unmatched,
        before: {},
        after: {
          ...{ asset, bundle, bundles, price: amount.toString(), holds: holds.toString() },
          ...{ collected: received.toString(), paysFor, issued },
          closes: unmatched.filter(({ closed }) => closed === null).map(({ id }) => id),
        },
      };
    },
    perform: {
      in: 'one-unit',
      async run(tx, { invoice, unmatched }, { by, atMs }) {
        await tx.invoices.insertInvoice({ ...invoice, pending: noUnits });
        const closing = { as: 'explained', by, atMs, evidence: null, routeId: null } as const;
        for (const { id, closed } of unmatched)
          if (closed === null) await tx.transactions.closeUnmatched(id, closing);
        return { result: null };
      },
    },
  });
}
