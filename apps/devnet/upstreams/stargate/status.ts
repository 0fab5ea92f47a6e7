import type { Order, OrderState } from '../order.ts';
import type { StatusEndpoint } from '../stand-in.ts';
import { stargateChain } from './chains.ts';

/**
 * LayerZero's scan knows a message by its source transaction. The pool's refund is not a message,
 * so it is not named anywhere.
 */
export const status: StatusEndpoint = {
  method: 'GET',
  path: '/v1/messages/tx/:hash',
  find: ({ params }, book) => book.bySourceTx(params.hash ?? ''),
  tell: (order, { params }) =>
    order === undefined
      ? { status: 404, body: { message: 'No messages found' } }
      : { status: 200, body: { data: [messageOf(order, params.hash ?? '')] } },
};

function messageOf({ offer: { id, ask }, state }: Order, srcTx: string): object {
  return {
    guid: id,
    pathway: {
      srcEid: stargateChain(ask.fromChainId).eid,
      dstEid: stargateChain(ask.toChainId).eid,
    },
    status: { name: wordOf(state) },
    source: { tx: { txHash: srcTx } },
    destination: state.stage === 'filled' ? { tx: { txHash: state.dstTx } } : {},
  };
}

function wordOf({ stage }: OrderState): string {
  switch (stage) {
    case 'quoted':
    case 'seen':
    case 'stuck':
    case 'refunding':
      return 'INFLIGHT';
    case 'filling':
      return 'CONFIRMING';
    case 'filled':
      return 'DELIVERED';
    case 'refunded':
      return 'FAILED';
  }
}
