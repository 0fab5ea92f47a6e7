import type { Order, OrderState } from '../order.ts';
import { RequestFields } from '../read-request.ts';
import type { StatusEndpoint } from '../stand-in.ts';
import { failure, success } from './envelope.ts';
import { tokenOf } from './token.ts';

export const status: StatusEndpoint = {
  method: 'GET',
  path: '/v3/swap/status',
  find: ({ query }, book) => book.byId(new RequestFields(query).text('quoteId')),
  tell: (order) =>
    order === undefined ? failure(404, 'Quote not found') : success(resultOf(order)),
};

function resultOf({ offer, state }: Order): object {
  const { ask, from } = offer;
  const word = wordOf(state);
  return {
    quoteId: offer.id,
    userOp: 'tx',
    status: word,
    statusCode: word,
    origin: {
      chainId: ask.fromChainId,
      txHash: state.stage === 'quoted' ? null : state.srcTx,
      userAddress: ask.depositor,
      input: [{ token: tokenOf(from), amount: String(ask.units) }],
    },
    destination: {
      chainId: ask.toChainId,
      txHash: state.stage === 'filled' ? state.dstTx : null,
      receiverAddress: ask.recipient,
      output:
        state.stage === 'filled'
          ? [{ token: tokenOf(state.paid.asset), amount: String(state.paid.units) }]
          : [],
    },
    refund:
      state.stage === 'refunded' ? { chainId: ask.fromChainId, txHash: state.refundTx } : null,
  };
}

function wordOf({ stage }: OrderState): string {
  switch (stage) {
    case 'quoted':
    case 'seen':
      return 'PENDING';
    case 'filling':
    case 'stuck':
    case 'refunding':
      return 'IN_PROGRESS';
    case 'filled':
      return 'COMPLETED';
    case 'refunded':
      return 'REFUNDED';
  }
}
