import { RequestFields } from '../read-request.ts';
import type { Ask, Offer } from '../order.ts';
import { type Call, type EngineRequest, type QuoteEndpoint, Refused } from '../stand-in.ts';
import { approval } from '../stand-in-bridge.ts';
import { sendCalldata } from './calldata.ts';
import { stargateChain, stargateChains } from './chains.ts';

const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';

/** For an unsupported request it returns an empty list. */
export const quote: QuoteEndpoint = {
  method: 'GET',
  path: '/api/v1/quotes',
  read,
  // A pool pays out what it takes in, USDC for USDC, and states no other pair.
  calldata: (offer) => (offer.from.symbol === offer.to.symbol ? sendCalldata(offer) : null),
  body: (offer, call) => ({ quotes: call === null ? [] : [quoteOf(offer, call)] }),
};

function read({ query }: EngineRequest): Ask {
  const fields = new RequestFields(query);
  return {
    fromChainId: chainIn(fields, 'srcChainKey'),
    toChainId: chainIn(fields, 'dstChainKey'),
    fromToken: fields.token('srcToken', coin),
    toToken: fields.token('dstToken', coin),
    units: fields.units('srcAmount'),
    depositor: fields.address('srcAddress'),
    recipient: fields.address('dstAddress'),
    refundTo: null,
    least: { units: fields.units('dstAmountMin') },
  };
}

function chainIn(fields: RequestFields, field: string): number {
  const key = fields.text(field);
  const listed = stargateChains.find((chain) => chain.key === key);
  if (listed === undefined) throw new Refused({ kind: 'malformed', field, found: key });
  return listed.chainId;
}

function quoteOf(offer: Offer, call: Call): object {
  const { ask, to, said, bridge } = offer;
  const chainKey = stargateChain(ask.fromChainId).key;
  const step = { sender: ask.depositor, chainKey };
  const approve =
    said.token === null
      ? []
      : [
          {
            type: 'approve',
            ...step,
            transaction: { data: approval(bridge, ask.units), to: said.token, from: ask.depositor },
          },
        ];
  return {
    route: 'stargate/v2/taxi',
    error: null,
    srcAmount: String(ask.units),
    srcAmountMax: String(ask.units),
    dstAmount: String(offer.output),
    dstAmountMin: String(offer.minOutput),
    srcToken: said.token ?? coin,
    dstToken: to.address ?? coin,
    srcAddress: ask.depositor,
    dstAddress: said.recipient,
    srcChainKey: chainKey,
    dstChainKey: stargateChain(ask.toChainId).key,
    dstNativeAmount: '0',
    duration: { estimated: offer.durationSec },
    fees: [{ token: coin, chainKey, amount: String(offer.feeWei), type: 'message' }],
    steps: [
      ...approve,
      {
        type: 'bridge',
        ...step,
        transaction: {
          data: call.data,
          to: call.to,
          value: String(call.valueWei),
          from: ask.depositor,
        },
      },
    ],
  };
}
