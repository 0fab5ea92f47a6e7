import { ZeroAddress } from 'ethers/constants';
import type { Ask, Asset, Offer } from '../order.ts';
import { estimate } from './estimate.ts';
import { millionthsText, usdText } from '../exchange.ts';
import { RequestFields } from '../read-request.ts';
import { addressOrZeros, approval, standInBridge } from '../stand-in-bridge.ts';
import type { Call, Calldata, EngineRequest, QuoteEndpoint } from '../stand-in.ts';

const usualSlippageBps = 50;
const depositGas = 200_000;

export const quote: QuoteEndpoint = {
  method: 'POST',
  path: '/quote/v2',
  read,
  calldata,
  body,
  estimate,
};

function read({ body: sent }: EngineRequest): Ask {
  const fields = new RequestFields(sent);
  const depositor = fields.address('user');
  fields.oneOf('tradeType', ['EXACT_INPUT']);
  return {
    fromChainId: fields.integer('originChainId'),
    toChainId: fields.integer('destinationChainId'),
    fromToken: fields.token('originCurrency', ZeroAddress),
    toToken: fields.token('destinationCurrency', ZeroAddress),
    units: fields.units('amount'),
    depositor,
    recipient: fields.optionalAddress('recipient') ?? depositor,
    refundTo: fields.optionalAddress('refundTo') ?? null,
    least: {
      slippagePpm: 100n * BigInt(fields.optionalInteger('slippageTolerance') ?? usualSlippageBps),
    },
  };
}

function calldata({ id, ask, from, said }: Offer): Calldata {
  if (from.address === null) {
    return {
      data: standInBridge.encodeFunctionData('depositNative', [ask.depositor, id]),
      valueWei: ask.units,
    };
  }
  return {
    data: standInBridge.encodeFunctionData('depositErc20', [
      ask.depositor,
      said.token,
      ask.units,
      id,
    ]),
    valueWei: 0n,
  };
}

function body(offer: Offer, call: Call | null): object {
  const { id, ask, from, to, output, minOutput, feeUnits, durationSec, said } = offer;
  const amountIn = amountOf(from, ask.units);
  return {
    steps: [...approveSteps(offer), ...(call === null ? [] : [depositStep(offer, call)])],
    fees: {
      relayer: amountOf(from, feeUnits),
      relayerService: amountOf(from, feeUnits),
      app: amountOf(from, 0n),
    },
    details: {
      operation: 'bridge',
      sender: ask.depositor,
      recipient: said.recipient,
      timeEstimate: durationSec,
      currencyIn: { ...amountIn, minimumAmount: String(ask.units) },
      currencyOut: { ...amountOf(to, output), minimumAmount: String(minOutput) },
      refundCurrency: amountIn,
      totalImpact: {
        usd: `-${usdText(feeUnits, from)}`,
        percent: `-${millionthsText((feeUnits * 100_000_000n) / ask.units)}`,
      },
      rate: millionthsText(
        (output * 10n ** BigInt(from.decimals) * 1_000_000n) /
          (ask.units * 10n ** BigInt(to.decimals)),
      ),
    },
    protocol: { v2: { orderId: id } },
  };
}

function approveSteps({ ask, from, bridge }: Offer): object[] {
  if (from.address === null) return [];
  const data = {
    from: ask.depositor,
    to: from.address,
    data: approval(bridge, ask.units),
    value: '0',
    chainId: from.chainId,
  };
  return [
    {
      id: 'approve',
      kind: 'transaction',
      action: 'Confirm transaction in your wallet',
      description: `Sign an approval for ${from.symbol}`,
      items: [{ status: 'incomplete', data }],
    },
  ];
}

function depositStep({ id, ask, from }: Offer, { to, data, valueWei }: Call): object {
  return {
    id: 'deposit',
    kind: 'transaction',
    action: 'Confirm transaction in your wallet',
    description: `Deposit ${from.symbol} for executing the call`,
    requestId: id,
    items: [
      {
        status: 'incomplete',
        data: {
          from: ask.depositor,
          to,
          data,
          value: String(valueWei),
          chainId: from.chainId,
          gas: String(depositGas),
        },
        check: { endpoint: `/intents/status/v3?requestId=${id}`, method: 'GET' },
      },
    ],
  };
}

function amountOf(asset: Asset, units: bigint): object {
  const { chainId, symbol, decimals } = asset;
  return {
    currency: { chainId, address: addressOrZeros(asset), symbol, name: symbol, decimals },
    amount: String(units),
    amountUsd: usdText(units, asset),
  };
}
