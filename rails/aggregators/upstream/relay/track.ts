import type { Progress } from '@interline/plugins';
import { z } from 'zod';
import { txHash, word } from '../../wire/fields.ts';
import { bridging, delivered, failed, notIndexed, refunded } from '../../wire/progress.ts';
import { trackBySource } from '../../wire/track-by-source.ts';
import { statusRequest } from './request.ts';

const hashes = z
  .array(txHash)
  .nullish()
  .catch(null)
  .transform((list) => list ?? []);

const intent = z.object({
  status: z.string(),
  inTxHashes: hashes,
  txHashes: hashes,
  refundFailReason: z.string().nullish().catch(null),
});

/** Keyed by Relay's own id; before our deposit is mined it reports nothing. */
export const trackTransfer = trackBySource({
  engine: 'relay',
  ref: z.object({ requestId: word }),
  request: ({ requestId }, settings) => statusRequest(requestId, settings),
  said: intent,
  progressOf,
});

function progressOf({
  status,
  inTxHashes,
  txHashes,
  refundFailReason,
}: z.output<typeof intent>): Progress {
  // A fill in several transactions pays the recipient with the last one.
  const sent = txHashes.filter((hash) => !inTxHashes.includes(hash)).at(-1);
  switch (status) {
    case 'success':
      return delivered(sent);
    case 'refund':
    case 'refunded':
      return refunded(sent);
    case 'failure':
      return failed(hasReason(refundFailReason) ? 'REFUND_FAILED' : 'FAILED');
    case 'waiting':
      return notIndexed;
    case 'depositing':
      return bridging('CONFIRMING');
    case 'pending':
      return bridging('FILLING');
    case 'submitted':
      return bridging('DELIVERING');
    case 'delayed':
      return bridging('DELAYED');
    default:
      return bridging('UNKNOWN');
  }
}

/** Relay writes `N/A` if there is none. */
function hasReason(reason: string | null | undefined): boolean {
  return reason !== null && reason !== undefined && reason !== 'N/A';
}
