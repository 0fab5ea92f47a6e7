import { formatUnits } from 'ethers/utils';
import type { Order } from '../order.ts';
import { RequestFields } from '../read-request.ts';
import type { Answer, StatusEndpoint } from '../stand-in.ts';

export const status: StatusEndpoint = {
  method: 'GET',
  path: '/v0/status',
  find: ({ query }, book) => book.byDepositAddress(new RequestFields(query).text('depositAddress')),
  tell: statusAnswer,
};

export function statusAnswer(order: Order | undefined): Answer {
  if (order === undefined)
    return { status: 404, body: { message: 'Quote not found for the given deposit address' } };
  const { offer, state } = order;
  const updatedAtMs = 'atMs' in state ? state.atMs : (order.depositedAtMs ?? offer.quotedAtMs);
  return {
    status: 200,
    body: {
      correlationId: offer.id.slice(2),
      status: wordOf(state),
      updatedAt: new Date(updatedAtMs).toISOString(),
      swapDetails: { intentHashes: [], nearTxHashes: [], ...hashesOf(state), ...amountsOf(order) },
    },
  };
}

/** 1Click has no state for a payment in another token: it reports a success. */
function wordOf({ stage }: Order['state']): string {
  switch (stage) {
    case 'quoted':
      return 'PENDING_DEPOSIT';
    case 'seen':
      return 'KNOWN_DEPOSIT_TX';
    case 'filling':
    case 'stuck':
    case 'refunding':
      return 'PROCESSING';
    case 'filled':
      return 'SUCCESS';
    case 'refunded':
      return 'REFUNDED';
  }
}

function hashesOf(state: Order['state']): object {
  const arrived = state.stage === 'filled' ? [state.dstTx] : [];
  const sent =
    state.stage === 'quoted'
      ? []
      : [state.srcTx, ...(state.stage === 'refunded' ? [state.refundTx] : [])];
  return { originChainTxHashes: sent.map(linked), destinationChainTxHashes: arrived.map(linked) };
}

function linked(hash: string): object {
  return { hash, explorerUrl: '' };
}

function amountsOf({ offer: { ask, from }, state }: Order): object {
  switch (state.stage) {
    case 'filled':
      return {
        amountIn: String(ask.units),
        amountOut: String(state.paid.units),
        refundedAmount: '0',
      };
    case 'refunded':
      return {
        refundedAmount: String(ask.units),
        refundedAmountFormatted: formatUnits(ask.units, from.decimals),
        refundReason: 'PARTIAL_DEPOSIT_NOT_ALLOWED',
      };
    case 'quoted':
    case 'seen':
    case 'filling':
    case 'stuck':
    case 'refunding':
      return {};
  }
}
