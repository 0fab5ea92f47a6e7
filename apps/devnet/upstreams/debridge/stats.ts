import type { Order } from '../order.ts';
import type { StatusEndpoint } from '../stand-in.ts';
import { dlnIdOf } from './chains.ts';
import { stateWord } from './status.ts';

/** The statistics service; it knows an order from its creation on chain. */
export const stats: StatusEndpoint = {
  method: 'GET',
  path: '/api/Orders/:orderId',
  find: ({ params }, book) => book.byId(params.orderId ?? ''),
  tell(order) {
    if (order === undefined || order.state.stage === 'quoted')
      return { status: 404, body: { message: 'Order not found' } };
    return { status: 200, body: statsOf(order, order.state.srcTx) };
  },
};

function statsOf({ offer, state }: Order, srcTx: string): object {
  const { ask, id } = offer;
  return {
    orderId: text(id),
    state: stateWord(state, Date.now()),
    receiverDst: text(ask.recipient),
    giveOfferWithMetadata: {
      chainId: integer(dlnIdOf(ask.fromChainId)),
      amount: integer(ask.units),
    },
    takeOfferWithMetadata: {
      chainId: integer(dlnIdOf(ask.toChainId)),
      amount: integer(offer.minOutput),
    },
    createdSrcEventMetadata: { transactionHash: text(srcTx) },
    fulfilledDstEventMetadata:
      state.stage === 'filled' ? { transactionHash: text(state.dstTx) } : null,
    claimedOrderCancelSrcEventInfo:
      state.stage === 'refunded'
        ? { transactionMetadata: { transactionHash: text(state.refundTx) } }
        : null,
  };
}

function text(value: string): object {
  return { stringValue: value };
}

function integer(value: number | bigint): object {
  return { bigIntegerValue: String(value), stringValue: String(value) };
}
