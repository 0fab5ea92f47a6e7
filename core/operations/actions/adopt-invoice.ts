import { RelayError } from '@interline/kernel';
import type { LostInvoice, PlanAdoption } from '../../passes/index.ts';
import { operatorAction } from '../operator-action.ts';

interface Ports {
  readonly planAdoption: PlanAdoption;
  /**
   * The order's subject without the id, with which any reader of the audit could claim the passes.
   */
  readonly addressWords: (lost: LostInvoice) => string;
}

/**
 * Restores an invoice that a restored store has lost, or that was paid in another asset. Its
 * address derives from its id, so its payments are read there. Our transactions for it leave the
 * desk. Moves nothing; throws the errors of `PlanAdoption`.
 */
export function adoptInvoice({ planAdoption, addressWords }: Ports) {
  return operatorAction({
    name: 'adopt-invoice',
    targetOf: addressWords,
    async plan(lost: LostInvoice, signal) {
      const { known, invoice, unmatched, holds, paysFor } = await planAdoption(lost, signal);
      const { asset, bundle, bundles, issued, amount, received, held } = invoice;
      return {
        known,
        invoice,
        unmatched,
        before: known === null ? {} : { asset: known.asset, received: known.received.toString() },
        after: {
          asset,
          bundle,
          bundles,
          price: amount.toString(),
          holds: holds.toString(),
          collected: (received - held).toString(),
          paysFor,
          issued,
          closes: unmatched.map(({ id }) => id),
        },
      };
    },
    perform: {
      in: 'one-unit',
      async run(tx, { known, invoice, unmatched }, { by, atMs }) {
        if (known === null) await tx.invoices.insertInvoice(invoice);
        else if (!(await tx.invoices.changeInvoice(known, invoice)))
          throw new RelayError('WRONG_STATE', { field: 'id' }, 'the invoice has just changed');
        const closing = { as: 'explained', by, atMs, evidence: null, routeId: null } as const;
        for (const { id } of unmatched) await tx.transactions.closeUnmatched(id, closing);
        return { result: null };
      },
    },
  });
}
