import { AbiCoder } from 'ethers/abi';
import { RequestFields } from '../read-request.ts';
import { addressOrZeros, standInBridge } from '../stand-in-bridge.ts';
import type { Ask, Offer } from '../order.ts';
import {
  type Call,
  type Calldata,
  type EngineRequest,
  type QuoteEndpoint,
  Refused,
} from '../stand-in.ts';
import { success } from './envelope.ts';
import { coin, tokenOf } from './token.ts';

const routeId = 422;
const usualSlippage = '0.5';

export const quote: QuoteEndpoint = { method: 'GET', path: '/v3/swap/quote', read, calldata, body };

function read({ query }: EngineRequest): Ask {
  const fields = new RequestFields({ slippage: usualSlippage, ...query });
  const userOps = fields.text('userOps');
  if (!userOps.split(',').includes('tx'))
    throw new Refused({ kind: 'malformed', field: 'userOps', found: userOps });
  return {
    fromChainId: fields.integer('originChainId'),
    toChainId: fields.integer('destinationChainId'),
    fromToken: fields.token('inputToken', coin),
    toToken: fields.token('outputToken', coin),
    units: fields.units('inputAmount'),
    depositor: fields.address('userAddress'),
    recipient: fields.address('receiverAddress'),
    refundTo: fields.optionalAddress('refundAddress') ?? null,
    // A percentage: its millionths are hundredths of a ppm.
    least: { slippagePpm: (fields.optionalMillionths('slippage') ?? 0n) / 100n },
  };
}

function calldata({ id, ask, feeWei, said }: Offer): Calldata {
  const routeData = AbiCoder.defaultAbiCoder().encode(
    ['address', 'uint256', 'bytes32'],
    [addressOrZeros({ address: said.token }), ask.units, id],
  );
  return {
    data: standInBridge.encodeFunctionData('executeRoute', [routeId, routeData]),
    valueWei: feeWei + (said.token === null ? ask.units : 0n),
  };
}

function body(offer: Offer, call: Call | null, { query }: EngineRequest): object {
  const { ask, from, said } = offer;
  const route = routeOf(offer, call, Number(query.slippage ?? usualSlippage));
  return success({
    originChainId: ask.fromChainId,
    destinationChainId: ask.toChainId,
    userAddress: ask.depositor,
    receiverAddress: said.recipient,
    input: { token: tokenOf({ ...from, address: said.token }), amount: String(ask.units) },
    route,
    routes: [route],
  }).body;
}

function routeOf(
  { id, ask, to, output, minOutput, durationSec, expiresAtMs, said, bridge }: Offer,
  call: Call | null,
  slippage: number,
): object {
  return {
    userOp: 'tx',
    quoteId: id,
    expiresAt: Math.floor(expiresAtMs / 1_000),
    routeTags: ['SUGGESTED', 'MAX_OUTPUT'],
    output: { token: tokenOf(to), amount: String(output), minAmountOut: String(minOutput) },
    estimatedTime: durationSec,
    slippage,
    gasFee: { gasLimit: '250000', estimatedFee: '0', feeInUsd: 0 },
    approval:
      said.token === null
        ? null
        : {
            spenderAddress: bridge,
            amount: String(ask.units),
            tokenAddress: said.token,
            userAddress: ask.depositor,
          },
    txData: call && {
      kind: 'evm_tx',
      object: {
        chainId: ask.fromChainId,
        to: call.to,
        value: String(call.valueWei),
        data: call.data,
      },
    },
    statusCheck: { endpoint: `/v3/swap/status?quoteId=${id}`, method: 'GET', intervalSec: 5 },
  };
}
