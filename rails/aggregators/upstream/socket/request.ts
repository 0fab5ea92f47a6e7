import { eeeeNative, tokenAddress } from '../../wire/native-coin.ts';
import { headersOf, listed } from '../../wire/request-parts.ts';
import { slippagePercent } from '../../wire/slippage.ts';
import type { Ask, UpstreamRequest, UpstreamSettings } from '../upstream.ts';

/** Socket's notation for a chain's own coin. */
export const socketCoin = eeeeNative;

/**
 * Of its kinds of route only `tx` is a single call of ours; the transaction comes with the price.
 */
export function quoteRequest(ask: Ask, settings: UpstreamSettings): UpstreamRequest {
  return {
    method: 'GET',
    path: '/v3/swap/quote',
    query: {
      userOps: 'tx',
      originChainId: String(ask.fromChainId),
      destinationChainId: String(ask.toChainId),
      inputToken: tokenAddress(ask.from, socketCoin),
      inputAmount: ask.units.toString(),
      outputToken: tokenAddress(ask.to, socketCoin),
      receiverAddress: ask.recipient,
      userAddress: ask.depositor,
      refundAddress: ask.payer,
      slippage: slippagePercent(ask.slippage),
      includeProvider: listed(settings.allow),
      excludeProvider: listed(settings.deny),
      ...feeOf(settings),
    },
    ...keyOf(settings),
  };
}

export function statusRequest(quoteId: string, settings: UpstreamSettings): UpstreamRequest {
  return { method: 'GET', path: '/v3/swap/status', query: { quoteId }, ...keyOf(settings) };
}

function feeOf({ feeBps, feeTaker }: UpstreamSettings): Record<string, string> {
  return feeBps === 0 || feeTaker === null
    ? {}
    : { feeBps: String(feeBps), feeTakerAddress: feeTaker };
}

function keyOf({ apiKey, integrator }: UpstreamSettings): Pick<UpstreamRequest, 'headers'> {
  return headersOf({ 'x-api-key': apiKey, affiliate: integrator });
}
