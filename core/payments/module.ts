import { defineModule, type Duty, RelayError } from '@interline/kernel';
import type { TransactionPorts } from '../transactions/index.ts';
import type { AmountFor, PrepareOrder } from '../transfer/index.ts';
import { demandFor } from './demand-for.ts';
import { describeKinds } from './describe-kinds.ts';
import { fundPayment } from './fund-payment.ts';
import type { PaymentPolicy, PaymentPorts } from './ports.ts';
import { readSettlement } from './read-settlement.ts';
import { SettleEnds } from './settle-ends.ts';
import { settlePayment } from './settle-payment.ts';
import { isSold } from './sold-once.ts';
import { verifyPayment } from './verify-payment.ts';

export interface Ports extends Omit<PaymentPorts, 'transactions' | 'policy' | 'quota'> {
  readonly transactions: { readonly ports: TransactionPorts };
  readonly transfer: { readonly amountFor: AmountFor; readonly prepareOrder: PrepareOrder };
  readonly deployment: { readonly payments: PaymentPolicy };
}

export const x402 = defineModule({
  needs: [
    'store',
    'authorized',
    'transactions',
    'transfer',
    'price',
    'tokens',
    'clock',
    'entropy',
    'receiptSigner',
    'log',
    'lifetime',
    'deployment',
  ],
  create({ transactions, transfer, deployment, ...given }: Ports) {
    const ports: PaymentPorts = {
      ...given,
      policy: transactions.ports.policy,
      quota: deployment.payments,
      transactions: { ...transactions.ports, store: given.store },
    };
    const ends = new SettleEnds(ports);
    // An accepted payment is taken to its end even where no new one is accepted.
    const duties: readonly Duty[] = [
      { name: 'settle-payments', everyMs: 1_000, run: () => ends.settleAll() },
    ];
    return {
      /** Throws `FACILITATOR_DISABLED` where this deployment settles nothing for others. */
      assertEnabled(): void {
        if (!deployment.payments.enabled) throw new RelayError('FACILITATOR_DISABLED');
      },
      isEnabled: deployment.payments.enabled,
      describeKinds: describeKinds(ports),
      demandFor: demandFor(ports),
      isSold: isSold(ports),
      verifyPayment: verifyPayment(ports),
      settlePayment: settlePayment(ports, ends),
      readSettlement: readSettlement(ports),
      fundPayment: fundPayment({ ...ports, transfer }),
      duties,
    };
  },
});
