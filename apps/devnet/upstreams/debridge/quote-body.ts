import type { Asset, Offer } from '../order.ts';
import type { Call } from '../stand-in.ts';
import { addressOrZeros } from '../stand-in-bridge.ts';
import { dlnIdOf } from './chains.ts';
import { protocolFeeOf, saltOf } from './dln-order.ts';

/** An estimate has no `tx.data` and no order. */
export function body(offer: Offer, call: Call | null): object {
  return {
    estimation: estimationOf(offer),
    tx: txOf(offer, call),
    prependedOperatingExpenseCost: '0',
    order: {
      approximateFulfillmentDelay: offer.durationSec,
      ...(call === null ? {} : { salt: String(saltOf(offer)), metadata: offer.nonce }),
    },
    ...(call === null ? {} : { orderId: offer.id }),
    fixFee: String(offer.feeWei),
    protocolFee: String(protocolFeeOf(offer)),
    usdPriceImpact: 0,
    estimatedTransactionFee: { total: '0' },
  };
}

function estimationOf({ ask, from, to, output, feeUnits, said }: Offer): object {
  const given = { ...from, address: said.token };
  const amountOut = String(output);
  return {
    srcChainTokenIn: {
      ...tokenOf(given),
      amount: String(ask.units),
      approximateOperatingExpense: String(feeUnits),
      mutatedWithOperatingExpense: false,
    },
    dstChainTokenOut: {
      ...tokenOf(to),
      amount: amountOut,
      recommendedAmount: amountOut,
      maxTheoreticalAmount: amountOut,
    },
    costsDetails: [
      {
        chain: String(dlnIdOf(ask.fromChainId)),
        tokenIn: addressOrZeros(given),
        tokenOut: addressOrZeros(given),
        amountIn: String(ask.units),
        amountOut: String(ask.units - feeUnits),
        type: 'EstimatedOperatingExpenses',
        payload: { feeAmount: String(feeUnits) },
      },
    ],
    recommendedSlippage: 0,
  };
}

function tokenOf(asset: Asset): object {
  const { chainId, symbol, decimals } = asset;
  return {
    address: addressOrZeros(asset),
    chainId: dlnIdOf(chainId),
    decimals,
    name: symbol,
    symbol,
  };
}

function txOf({ ask, bridge, said }: Offer, call: Call | null): object {
  return {
    ...(said.token === null ? {} : { allowanceTarget: bridge, allowanceValue: String(ask.units) }),
    ...(call === null ? {} : { to: call.to, data: call.data, value: String(call.valueWei) }),
  };
}
