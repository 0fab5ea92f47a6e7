import type { TokenList } from '@interline/kernel';
import type {
  AuthorizedTransferPort,
  Clock,
  Entropy,
  Log,
  PricePort,
  ReceiptSigner,
} from '@interline/ports';
import type { Policy } from '../switches/index.ts';
import type { TransactionPorts } from '../transactions/index.ts';
import type { PaymentStore } from './repository.ts';

/** A deployment's settings for payments that it settles for others. */
export interface PaymentPolicy {
  readonly enabled: boolean;
  /** Payments that one API key may have settled in a day of UTC. */
  readonly settlesPerKey: number;
}

export interface PaymentPorts {
  readonly store: PaymentStore;
  readonly authorized: AuthorizedTransferPort;
  readonly transactions: Omit<TransactionPorts, 'store'> & { readonly store: PaymentStore };
  readonly policy: Policy;
  readonly quota: Pick<PaymentPolicy, 'settlesPerKey'>;
  readonly tokens: TokenList;
  readonly price: PricePort;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  readonly receiptSigner: Pick<ReceiptSigner, 'hashOf'>;
  /** Aborts when the process is asked to stop. */
  readonly lifetime: AbortSignal;
}
