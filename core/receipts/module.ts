import { defineModule } from '@interline/kernel';
import type { Clock, Entropy, ReceiptSigner, RowSealer } from '@interline/ports';
import type { ReadSureTime } from '../sure-time/index.ts';
import type { ReadRoute } from '../transfer/index.ts';
import { deliverReceipt } from './deliver-receipt.ts';
import type { ReceiptStore } from './repository.ts';
import { receiptKeys } from './signing-key.ts';

export interface Ports {
  readonly store: ReceiptStore;
  readonly clock: Clock;
  readonly sureTime: { readonly now: ReadSureTime };
  readonly entropy: Entropy;
  readonly rowSealer: RowSealer;
  readonly receiptSigner: ReceiptSigner;
  readonly transfer: { readonly readRoute: ReadRoute };
  readonly messaging: { assertEnabled(): void };
}

export const receipts = defineModule({
  needs: [
    'store',
    'clock',
    'sureTime',
    'entropy',
    'rowSealer',
    'receiptSigner',
    'transfer',
    'messaging',
  ],
  create: ({ transfer, messaging, ...parts }: Ports) => ({
    /** Throws `MESSAGING_DISABLED` where the deployment has no messages to deliver them as. */
    assertEnabled: (): void => messaging.assertEnabled(),
    deliverReceipt: deliverReceipt({ ...parts, readRoute: transfer.readRoute }),
    receiptKeys: receiptKeys(parts),
  }),
});
