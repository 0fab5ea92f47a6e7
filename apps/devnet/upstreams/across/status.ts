import type { Order } from '../order.ts';
import { RequestFields } from '../read-request.ts';
import { type Answer, Refused, type StatusEndpoint } from '../stand-in.ts';

export const status: StatusEndpoint = {
  method: 'GET',
  path: '/api/deposit/status',
  find({ query }, book) {
    const fields = new RequestFields(query);
    const txHash = fields.optionalText('depositTxnRef') ?? fields.optionalText('depositTxHash');
    if (txHash === undefined) throw new Refused({ kind: 'missing', field: 'depositTxnRef' });
    return book.bySourceTx(txHash);
  },
  tell,
};

function tell(order: Order | undefined): Answer {
  if (order === undefined || order.state.stage === 'quoted') {
    return {
      status: 404,
      body: {
        type: 'AcrossApiError',
        code: 'DEPOSIT_NOT_FOUND',
        status: 404,
        message: 'Deposit not found given the provided constraints',
        id: 'stand-in',
      },
    };
  }
  const {
    offer: { id, from, to },
    state,
  } = order;
  return {
    status: 200,
    body: {
      originChainId: from.chainId,
      destinationChainId: to.chainId,
      // Across numbers its deposits; these have their quote's id instead.
      depositId: String(BigInt(id)),
      depositTxnRef: state.srcTx,
      fillTxnRef: null,
      depositRefundTxnRef: null,
      actionsSucceeded: null,
      ...wordsOf(state),
      pagination: { currentIndex: 0, maxIndex: 0 },
    },
  };
}

function wordsOf(state: Exclude<Order['state'], { stage: 'quoted' }>): object {
  switch (state.stage) {
    case 'seen':
    case 'filling':
      return { status: 'pending' };
    case 'stuck':
      return { status: 'slowFillRequested' };
    case 'refunding':
      return { status: 'expired' };
    case 'refunded':
      return { status: 'refunded', depositRefundTxnRef: state.refundTx };
    // If the actions after the bridge fail, the recipient keeps the bridge's own token.
    case 'filled':
      return {
        status: 'filled',
        fillTxnRef: state.dstTx,
        ...(state.paid.partial ? { actionsSucceeded: false } : {}),
      };
  }
}
