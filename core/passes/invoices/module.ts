import { defineModule, type Duty } from '@interline/kernel';
import type { Inventory } from '@interline/ports';
import type { TransactionPorts } from '../../transactions/index.ts';
import type { ReadSureTime } from '../../sure-time/index.ts';
import type { Ring } from '../keep-ring.ts';
import type { PassPolicy } from '../module.ts';
import { addressWords, planAdoption } from './adopt-invoice.ts';
import { claimPasses } from './claim-passes.ts';
import { collectPayments } from './collect-payments.ts';
import { countCollected } from './count-collected.ts';
import type { Invoice } from './invoice.ts';
import type { InvoicePorts } from './invoice-ports.ts';
import { lookAtInvoices, lookNow } from './look-at-invoices.ts';
import { forgetClaimed } from './forget-claimed.ts';
import { forgetUnpaid } from './forget-unpaid.ts';
import { openInvoice } from './open-invoice.ts';
import { payableAssets } from './payable-assets.ts';
import { readInvoice } from './read-invoice.ts';
import { payAuthorized } from './pay-authorized.ts';
import { settleCalls } from './settle-calls.ts';
import type { CallPorts } from './spender-calls.ts';
import { UnpaidInvoices } from './unpaid-invoices.ts';

export interface Ports extends Omit<InvoicePorts, 'inventory' | 'ring' | 'sureTime'> {
  readonly transactions: { readonly inventory: Inventory; readonly ports: TransactionPorts };
  readonly passes: { readonly ring: Ring };
  readonly sureTime: { readonly now: ReadSureTime };
  readonly deployment: {
    readonly passes: PassPolicy;
    readonly limits: { readonly scale: number };
  };
}

export const invoices = defineModule({
  needs: [
    'store',
    'issuer',
    'payments',
    'custody',
    'deposits',
    'transfer',
    'rateLimiter',
    'price',
    'tokens',
    'clock',
    'sureTime',
    'entropy',
    'log',
    'lifetime',
    'transactions',
    'passes',
    'deployment',
  ],
  create({ transactions, passes: { ring }, sureTime, deployment, ...given }: Ports) {
    const ports: CallPorts = {
      ...given,
      sureTime: sureTime.now,
      inventory: transactions.inventory,
      ring,
      transactions: { ...transactions.ports, store: given.store },
    };
    const look = lookNow(ports);
    const { scale } = deployment.limits;
    const unpaid = new UnpaidInvoices(ports.store.reads.invoices, ports.clock, scale);
    const duties: readonly Duty[] = [
      { name: 'look-at-invoices', everyMs: 2_000, run: lookAtInvoices(ports) },
      { name: 'collect-payments', everyMs: 5_000, run: collectPayments(ports) },
      { name: 'settle-calls', everyMs: 2_000, run: settleCalls(ports) },
      { name: 'count-collected', everyMs: 5_000, run: countCollected(ports) },
      { name: 'forget-claimed', everyMs: 3_600_000, run: forgetClaimed(ports) },
      { name: 'forget-unpaid', everyMs: 3_600_000, run: forgetUnpaid(ports) },
    ];
    return {
      payableAssets: () => payableAssets(ports),
      openInvoice: openInvoice(ports, unpaid),
      payAuthorized: payAuthorized(ports, look),
      readInvoice: readInvoice(ports, look),
      claimPasses: claimPasses(ports, look),
      planAdoption: planAdoption(ports),
      addressWords: addressWords(ports),
      /** The payment URI for a wallet; empty if nothing can be paid on its chain now. */
      uriOf: (invoice: Invoice) =>
        ports.payments.chains.includes(invoice.chain)
          ? ports.payments.uriOf(invoice, invoice.token, invoice.amount)
          : '',
      duties: deployment.passes.enabled ? duties : [],
    };
  },
});
