import { ZeroAddress } from 'ethers/constants';
import { hexQuantity } from '../../chains/json-rpc.ts';
import type { Ask, Asset, Offer } from '../order.ts';
import { estimate } from './estimate.ts';
import { millionthsText, usdText } from '../exchange.ts';
import { RequestFields } from '../read-request.ts';
import { addressOrZeros, standInBridge } from '../stand-in-bridge.ts';
import type { Call, Calldata, EngineRequest, QuoteEndpoint } from '../stand-in.ts';

const usualSlippagePpm = 5_000n;
const tool = 'stargateV2';
const gasLimit = 300_000n;
const gasPriceWei = 2_000_000_000n;

export const quote: QuoteEndpoint = {
  method: 'GET',
  path: '/v1/quote',
  read,
  calldata,
  body,
  estimate,
};

function read({ query }: EngineRequest): Ask {
  const fields = new RequestFields(query);
  const depositor = fields.address('fromAddress');
  return {
    fromChainId: fields.integer('fromChain'),
    toChainId: fields.integer('toChain'),
    fromToken: fields.token('fromToken', ZeroAddress),
    toToken: fields.token('toToken', ZeroAddress),
    units: fields.units('fromAmount'),
    depositor,
    recipient: fields.optionalAddress('toAddress') ?? depositor,
    refundTo: null,
    least: { slippagePpm: fields.optionalMillionths('slippage') ?? usualSlippagePpm },
  };
}

function calldata({ id, ask, to, said, from }: Offer, { query }: EngineRequest): Calldata {
  const bridgeData = {
    transactionId: id,
    bridge: tool,
    integrator: query.integrator ?? 'lifi-api',
    referrer: ZeroAddress,
    sendingAssetId: said.token ?? ZeroAddress,
    receiver: said.recipient,
    minAmount: ask.units,
    destinationChainId: to.chainId,
    hasSourceSwaps: false,
    hasDestinationCall: false,
  };
  return {
    data: standInBridge.encodeFunctionData('startBridgeTokensViaStandard', [bridgeData]),
    valueWei: from.address === null ? ask.units : 0n,
  };
}

function body(
  { id, ask, from, to, output, minOutput, feeUnits, durationSec, bridge }: Offer,
  call: Call | null,
): object {
  const estimate = {
    tool,
    fromAmount: String(ask.units),
    toAmount: String(output),
    toAmountMin: String(minOutput),
    approvalAddress: bridge,
    executionDuration: durationSec,
    fromAmountUSD: usdText(ask.units, from),
    toAmountUSD: usdText(output, to),
    feeCosts: [
      {
        name: 'Bridge fee',
        percentage: '0.0012',
        token: tokenOf(from),
        amount: String(feeUnits),
        amountUSD: usdText(feeUnits, from),
        included: true,
      },
    ],
    gasCosts: [],
  };
  const action = {
    fromChainId: from.chainId,
    toChainId: to.chainId,
    fromToken: tokenOf(from),
    toToken: tokenOf(to),
    fromAmount: String(ask.units),
    slippage: ratioOf(ask.least),
    fromAddress: ask.depositor,
    toAddress: ask.recipient,
  };
  const toolDetails = { key: tool, name: 'StargateV2', logoURI: '' };
  return {
    id,
    type: 'lifi',
    tool,
    toolDetails,
    action,
    estimate,
    includedSteps: [{ id: `${id}:0`, type: 'cross', tool, toolDetails, action, estimate }],
    transactionRequest: call && {
      from: ask.depositor,
      to: call.to,
      chainId: from.chainId,
      data: call.data,
      value: hexQuantity(call.valueWei),
      gasPrice: hexQuantity(gasPriceWei),
      gasLimit: hexQuantity(gasLimit),
    },
  };
}

function tokenOf(asset: Asset): object {
  return {
    address: addressOrZeros(asset),
    chainId: asset.chainId,
    symbol: asset.symbol,
    name: asset.symbol,
    decimals: asset.decimals,
    priceUSD: millionthsText(asset.priceMicroUsd),
  };
}

function ratioOf(least: Ask['least']): number {
  return typeof least === 'object' && 'slippagePpm' in least
    ? Number(least.slippagePpm) / 1_000_000
    : 0;
}
