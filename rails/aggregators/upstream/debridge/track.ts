import type { Hex, Progress } from '@interline/plugins';
import { z } from 'zod';
import { txHash } from '../../wire/fields.ts';
import { bridging, delivered, notIndexed, refunded } from '../../wire/progress.ts';
import { askStatus, trackBySource } from '../../wire/track-by-source.ts';
import { statusRequest, storyRequest } from './request.ts';

/**
 * The order service has the state, the stats service the hashes. The second is asked once the first
 * reports a final movement. The order does not exist before its transaction is mined.
 */
export const trackOrder = trackBySource({
  engine: 'debridge',
  ref: z.object({ orderId: txHash }),
  request: ({ orderId }) => statusRequest(orderId),
  said: z.object({ status: z.string() }),
  async progressOf({ status }, { orderId }, { api, signal }) {
    const asked = { engine: 'debridge', request: storyRequest(orderId), said: storyBody };
    switch (status) {
      case 'None':
        return notIndexed;
      case 'Created':
        return bridging('AWAITING_FILL');
      case 'Fulfilled':
      case 'SentUnlock':
      case 'ClaimedUnlock':
        return delivered((await askStatus(asked, api, signal))?.fulfilledDstEventMetadata);
      // The order is cancelled, and the money is still on its way back: FAILED would end the watch
      // before it is seen.
      case 'OrderCancelled':
      case 'SentOrderCancel':
        return bridging('REFUNDING');
      case 'ClaimedOrderCancel':
        return givenBack(await askStatus(asked, api, signal));
      default:
        return bridging('IN_TRANSIT');
    }
  },
});

const txMetadata = z
  .object({ transactionHash: z.object({ stringValue: txHash }) })
  .transform(({ transactionHash }): Hex => transactionHash.stringValue)
  .nullable()
  .catch(null);

const storyBody = z.object({
  state: z.string().nullable().catch(null),
  fulfilledDstEventMetadata: txMetadata,
  claimedOrderCancelSrcEventInfo: z
    .object({ transactionMetadata: txMetadata })
    .nullable()
    .catch(null),
});

/** While the stats service lags, the refund's hash is not known yet. */
function givenBack(story: z.output<typeof storyBody> | null): Progress {
  const refundTx = story?.claimedOrderCancelSrcEventInfo?.transactionMetadata ?? null;
  return refundTx === null && story?.state !== 'ClaimedOrderCancel'
    ? bridging('REFUNDING')
    : refunded(refundTx);
}
