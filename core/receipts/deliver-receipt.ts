import { RelayError, utcDay } from '@interline/kernel';
import type { Clock, Entropy, ReceiptSigner, RowSealer } from '@interline/ports';
import { putRow, type PutRow } from '../messaging/index.ts';
import { spendWithin, type VerifiedPass } from '../passes/index.ts';
import type { ReadSureTime } from '../sure-time/index.ts';
import { isTerminal, type ReadRoute, type Receipt } from '../transfer/index.ts';
import type { ReceiptStore } from './repository.ts';
import { signingKey } from './signing-key.ts';

export interface DeliveryRequest {
  readonly routeId: string;
  /** A public key of HPKE; it is not kept. */
  readonly to: Uint8Array;
  /** What the receipt says, as the wire has it. */
  readonly claimsOf: (receipt: Receipt) => object;
}

interface DeliveryParts {
  readonly store: ReceiptStore;
  readonly clock: Clock;
  readonly sureTime: { readonly now: ReadSureTime };
  readonly entropy: Entropy;
  readonly rowSealer: RowSealer;
  readonly receiptSigner: ReceiptSigner;
  readonly readRoute: ReadRoute;
}

const receiptType = 'interline-receipt+jwt';
/** Of what only looked like a transfer: nobody may take it for one. */
const sandboxType = 'interline-sandbox-receipt+jwt';

/**
 * Signs the receipt of an ended route, seals it to a key, and puts it where that key's owner looks,
 * in one unit with the pass. Throws `BAD_REQUEST` for what is no key, `UNKNOWN_ROUTE` and
 * `RECEIPT_NOT_READY` before the pass is spent; `PASS_SPENT`.
 */
export type DeliverReceipt = (
  request: DeliveryRequest,
  pass: VerifiedPass,
  signal: AbortSignal,
) => Promise<Pick<PutRow, 'id' | 'bucket'>>;

export function deliverReceipt(parts: DeliveryParts): DeliverReceipt {
  const { store, clock, rowSealer, receiptSigner, readRoute } = parts;
  return async ({ routeId, to, claimsOf }, pass, signal) => {
    if (!rowSealer.isAddress(to))
      throw new RelayError(
        'BAD_REQUEST',
        { field: 'to' },
        'to is not a public key of X25519 or MLKEM768-X25519; the pass was not spent',
      );
    const receipt = await readRoute(routeId, signal);
    if (!isTerminal(receipt.status)) throw new RelayError('RECEIPT_NOT_READY');

    const type = receipt.route.isSimulated ? sandboxType : receiptType;
    const jws = receiptSigner.sign(await signingKey(parts), type, claimsOf(receipt));
    const row = {
      bucket: rowSealer.bucketOf(to, utcDay(clock.now())),
      body: rowSealer.seal(to, jws),
    };
    return store.run('deliver-receipt', async (tx) => {
      await spendWithin(tx, pass);
      const { id, bucket } = await putRow(tx, row, parts);
      return { id, bucket };
    });
  };
}
