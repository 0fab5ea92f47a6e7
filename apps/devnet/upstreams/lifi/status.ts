import type { Asset, Order } from '../order.ts';
import { RequestFields } from '../read-request.ts';
import type { Answer, EngineRequest, StatusEndpoint } from '../stand-in.ts';
import { addressOrZeros } from '../stand-in-bridge.ts';

/** Answers 200 for hashes it does not know, too. */
export const status: StatusEndpoint = {
  method: 'GET',
  path: '/v1/status',
  find: ({ query }, book) => book.bySourceTx(new RequestFields(query).text('txHash')),
  tell,
};

function tell(order: Order | undefined, { query }: EngineRequest): Answer {
  if (order === undefined)
    return {
      status: 200,
      body: { status: 'NOT_FOUND', sending: { txHash: query.txHash }, receiving: {} },
    };
  return {
    status: 200,
    body: {
      transactionId: order.offer.id,
      tool: 'stargateV2',
      ...wordsOf(order),
      sending: sendingOf(order, query.txHash ?? ''),
    },
  };
}

function wordsOf({ offer, state }: Order): object {
  switch (state.stage) {
    case 'quoted':
    case 'seen':
      return pending('WAIT_SOURCE_CONFIRMATIONS', offer.to);
    case 'filling':
    case 'stuck':
      return pending('WAIT_DESTINATION_TRANSACTION', offer.to);
    case 'refunding':
      return pending('REFUND_IN_PROGRESS', offer.from);
    case 'refunded':
      return done('REFUNDED', transferOf(offer.from, state.refundTx, offer.ask.units, state.atMs));
    case 'filled': {
      const { asset, units, partial } = state.paid;
      return done(
        partial ? 'PARTIAL' : 'COMPLETED',
        transferOf(asset, state.dstTx, units, state.atMs),
      );
    }
  }
}

function pending(substatus: string, { chainId }: Asset): object {
  return { status: 'PENDING', substatus, receiving: { chainId } };
}

function done(substatus: string, receiving: object): object {
  return { status: 'DONE', substatus, receiving };
}

function sendingOf(
  { offer: { from, ask, quotedAtMs }, depositedAtMs }: Order,
  txHash: string,
): object {
  return transferOf(from, txHash, ask.units, depositedAtMs ?? quotedAtMs);
}

function transferOf(asset: Asset, txHash: string, units: bigint, atMs: number): object {
  const token = {
    address: addressOrZeros(asset),
    chainId: asset.chainId,
    symbol: asset.symbol,
    decimals: asset.decimals,
  };
  return {
    txHash,
    chainId: asset.chainId,
    amount: String(units),
    token,
    timestamp: Math.floor(atMs / 1_000),
  };
}
