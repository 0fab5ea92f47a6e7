import type { Hex } from '@interline/plugins';
import { tokenAddress, zeroNative } from '../../wire/native-coin.ts';
import { bearerOf, listed } from '../../wire/request-parts.ts';
import { slippageFraction } from '../../wire/slippage.ts';
import type { Ask, UpstreamRequest, UpstreamSettings } from '../upstream.ts';

/** Across's notation for a chain's own coin. */
export const acrossCoin = zeroNative;

/** One response has price and transaction, so one request serves both. */
export function quoteRequest(ask: Ask, settings: UpstreamSettings): UpstreamRequest {
  return {
    method: 'GET',
    path: '/api/swap/approval',
    query: {
      tradeType: 'exactInput',
      amount: ask.units.toString(),
      originChainId: String(ask.fromChainId),
      destinationChainId: String(ask.toChainId),
      inputToken: tokenAddress(ask.from, acrossCoin),
      outputToken: tokenAddress(ask.to, acrossCoin),
      depositor: ask.depositor,
      recipient: ask.recipient,
      refundAddress: ask.payer,
      refundOnOrigin: 'true',
      slippage: slippageFraction(ask.slippage),
      // The depositor holds nothing before the pull, so Across's own estimate could only fail.
      skipOriginTxEstimation: 'true',
      integratorId: settings.integrator ?? undefined,
      includeSources: listed(settings.allow),
      excludeSources: listed(settings.deny),
      ...appFeeOf(settings),
    },
    ...bearerOf(settings),
  };
}

/** Keyed by the deposit's transaction. */
export function statusRequest(srcTx: Hex): UpstreamRequest {
  return { method: 'GET', path: '/api/deposit/status', query: { depositTxnRef: srcTx } };
}

/** A fraction of the output, such as 0.001. */
function appFeeOf({ feeBps, feeTaker }: UpstreamSettings): Record<string, string> {
  return feeBps === 0 || feeTaker === null
    ? {}
    : { appFee: String(feeBps / 10_000), appFeeRecipient: feeTaker };
}
