import { type Hex, type JsonObject, type Progress, RelayError } from '@interline/plugins';
import { z } from 'zod';
import { readBody } from '../../wire/read-body.ts';
import { txHash } from '../../wire/fields.ts';
import type { UpstreamApi } from '../upstream.ts';
import { statusRequest, storyRequest } from './request.ts';

const orderRef = z.object({ orderId: txHash });
const statusBody = z.object({ status: z.string() });

/**
 * The order service knows the state, the stats service the hashes; the second is asked once the
 * first says that something moved for good.
 */
export async function trackOrder(
  ref: JsonObject,
  srcTx: Hex | null,
  api: UpstreamApi,
  signal: AbortSignal,
): Promise<Progress> {
  // The order does not exist before its transaction is mined.
  if (srcTx === null) return { status: 'BRIDGING', stage: 'SENDING' };
  const { orderId } = orderRef.parse(ref);
  const { status: http, body } = await api.ask(statusRequest(orderId), signal);
  if (http === 404) return { status: 'BRIDGING', stage: 'NOT_INDEXED' };
  if (http !== 200) throw unexpected(http);
  const { status } = readBody(statusBody, body, 'debridge', 'status');
  switch (status) {
    case 'None':
      return { status: 'BRIDGING', stage: 'NOT_INDEXED' };
    case 'Created':
      return { status: 'BRIDGING', stage: 'AWAITING_FILL' };
    case 'Fulfilled':
    case 'SentUnlock':
    case 'ClaimedUnlock':
      return delivered(await storyOf(orderId, api, signal));
    // Cancelled for good, and the money still on its way back: FAILED would end the watch before it
    // is seen.
    case 'OrderCancelled':
    case 'SentOrderCancel':
      return { status: 'BRIDGING', stage: 'REFUNDING' };
    case 'ClaimedOrderCancel':
      return refunded(await storyOf(orderId, api, signal));
    default:
      return { status: 'BRIDGING', stage: 'IN_TRANSIT' };
  }
}

interface OrderStory {
  readonly state: string | null;
  readonly fillTx: Hex | null;
  readonly refundTx: Hex | null;
}

const unknownStory: OrderStory = { state: null, fillTx: null, refundTx: null };

const txMetadata = z
  .object({ transactionHash: z.object({ stringValue: txHash }) })
  .transform(({ transactionHash }) => transactionHash.stringValue)
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

async function storyOf(orderId: Hex, api: UpstreamApi, signal: AbortSignal): Promise<OrderStory> {
  const { status, body } = await api.ask(storyRequest(orderId), signal);
  if (status === 404) return unknownStory;
  if (status !== 200) throw unexpected(status);
  const story = readBody(storyBody, body, 'debridge', 'story');
  return {
    state: story.state,
    fillTx: story.fulfilledDstEventMetadata,
    refundTx: story.claimedOrderCancelSrcEventInfo?.transactionMetadata ?? null,
  };
}

function delivered({ fillTx }: OrderStory): Progress {
  return { status: 'DONE', stage: 'DELIVERED', ...(fillTx === null ? {} : { destTx: fillTx }) };
}

/** While the stats service is behind, the refund's hash is still to come. */
function refunded({ state, refundTx }: OrderStory): Progress {
  if (refundTx !== null) return { status: 'FAILED', stage: 'REFUNDED', refundTx };
  return state === 'ClaimedOrderCancel'
    ? { status: 'FAILED', stage: 'REFUNDED' }
    : { status: 'BRIDGING', stage: 'REFUNDING' };
}

function unexpected(status: number): RelayError {
  return new RelayError(
    'RAIL_FAULT',
    { rail: 'debridge', step: 'status' },
    `debridge answered a status request with ${status}`,
  );
}
