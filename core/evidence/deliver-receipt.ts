import { RelayError, utcDay } from '@interline/kernel';
import type { Clock, Entropy, RowSealer } from '@interline/ports';
import { putRow, type PutRow } from '../messaging/index.ts';
import { spendWithin, type VerifiedPass } from '../passes/index.ts';
import type { ReadReceipt } from './read-receipt.ts';
import type { EvidenceStore } from './repository.ts';

export interface DeliveryRequest {
  readonly routeId: string;
  /** A public key of HPKE; it is not kept. */
  readonly to: Uint8Array;
}

interface DeliveryParts {
  readonly store: EvidenceStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly entropy: Entropy;
  readonly rowSealer: RowSealer;
  readonly readReceipt: ReadReceipt;
}

/**
 * Seals the receipt of an ended route to a key and delivers it to that key's mailbox, in one unit with the
 * pass. Throws `BAD_REQUEST` for an invalid key, and `UNKNOWN_ROUTE` and `RECEIPT_NOT_READY`, all before the
 * pass is spent; `PASS_SPENT`.
 */
export type DeliverReceipt = (
  request: DeliveryRequest,
  pass: VerifiedPass,
  signal: AbortSignal,
) => Promise<Pick<PutRow, 'id' | 'bucket'>>;

export function deliverReceipt(parts: DeliveryParts): DeliverReceipt {
  const { store, clock, rowSealer, readReceipt } = parts;
  return async ({ routeId, to }, pass, signal) => {
    if (!rowSealer.isAddress(to))
      throw new RelayError(
        'BAD_REQUEST',
        { field: 'to' },
        'to is not a public key of X25519 or MLKEM768-X25519; the pass was not spent',
      );
    const { jws } = await readReceipt(routeId, signal);
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
