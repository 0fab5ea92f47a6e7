import type { Order } from '../order.ts';
import { RequestFields } from '../read-request.ts';
import type { Answer, StatusEndpoint } from '../stand-in.ts';

export const status: StatusEndpoint = {
  method: 'GET',
  path: '/intents/status/v3',
  find: ({ query }, book) => book.byId(new RequestFields(query).text('requestId')),
  tell,
};

function tell(order: Order | undefined): Answer {
  if (order === undefined) return { status: 404, body: { message: 'Request not found' } };
  const {
    offer: { from, to },
    state,
  } = order;
  const inTxHashes = state.stage === 'quoted' ? [] : [state.srcTx];
  const updatedAt = 'atMs' in state ? state.atMs : (order.depositedAtMs ?? order.offer.quotedAtMs);
  return {
    status: 200,
    body: {
      ...wordsOf(state),
      inTxHashes,
      updatedAt,
      originChainId: from.chainId,
      destinationChainId: to.chainId,
    },
  };
}

/** Relay has no state for a payment in another token: it reports a success. */
function wordsOf(state: Order['state']): object {
  switch (state.stage) {
    case 'quoted':
      return { status: 'waiting', txHashes: [] };
    case 'seen':
      return { status: 'depositing', txHashes: [] };
    case 'filling':
      return { status: 'pending', txHashes: [] };
    case 'stuck':
    case 'refunding':
      return { status: 'delayed', txHashes: [] };
    case 'filled':
      return { status: 'success', txHashes: [state.dstTx] };
    case 'refunded':
      return { status: 'refund', txHashes: [state.refundTx], failReason: 'SLIPPAGE' };
  }
}
