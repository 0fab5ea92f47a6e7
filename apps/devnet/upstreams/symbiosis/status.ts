import type { Order, OrderState } from '../order.ts';
import type { StatusEndpoint } from '../stand-in.ts';

type StatusWord = { readonly code: -1 | 0 | 1 | 2 | 3; readonly text: string };

/** Orders are known by their source transaction; one it has not indexed is a 404. */
export const status: StatusEndpoint = {
  method: 'GET',
  path: '/crosschain/v2/tx/:chainId/:hash',
  find({ params }, book) {
    const order = book.bySourceTx(params.hash ?? '');
    return String(order?.offer.ask.fromChainId) === params.chainId ? order : undefined;
  },
  tell: (order, { params }) =>
    order === undefined
      ? { status: 404, body: { message: 'Transaction not found' } }
      : {
          status: 200,
          body: {
            status: wordOf(order.state),
            txIn: { hash: params.hash, chainId: order.offer.ask.fromChainId },
            tx: outcomeOf(order),
          },
        },
};

function wordOf({ stage }: OrderState): StatusWord {
  switch (stage) {
    case 'quoted':
    case 'seen':
      return { code: -1, text: 'Not found' };
    case 'filling':
    case 'refunding':
      return { code: 1, text: 'Pending' };
    case 'stuck':
      return { code: 2, text: 'Stuck' };
    case 'filled':
      return { code: 0, text: 'Success' };
    case 'refunded':
      return { code: 3, text: 'Reverted' };
  }
}

/** The last transaction: the payment on the destination, or the refund on the source. */
function outcomeOf({ offer: { ask }, state }: Order): object | null {
  if (state.stage === 'filled') return { hash: state.dstTx, chainId: ask.toChainId };
  return state.stage === 'refunded' ? { hash: state.refundTx, chainId: ask.fromChainId } : null;
}
