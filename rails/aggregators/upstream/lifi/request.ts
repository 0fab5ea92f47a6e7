import type { Hex, Ppm } from '@interline/plugins';
import { tokenAddress, zeroNative } from '../../wire/native-coin.ts';
import { headersOf, listed } from '../../wire/request-parts.ts';
import { slippageFraction } from '../../wire/slippage.ts';
import type { Ask, UpstreamRequest, UpstreamSettings } from '../upstream.ts';

/** LI.FI's notation for a chain's own coin. */
export const lifiCoin = zeroNative;

/** LI.FI has no refund field: a refund goes to `fromAddress`. */
export function quoteRequest(ask: Ask, settings: UpstreamSettings): UpstreamRequest {
  return {
    method: 'GET',
    path: '/v1/quote',
    query: {
      fromChain: String(ask.fromChainId),
      toChain: String(ask.toChainId),
      fromToken: tokenAddress(ask.from, lifiCoin),
      toToken: tokenAddress(ask.to, lifiCoin),
      fromAmount: ask.units.toString(),
      fromAddress: ask.depositor,
      toAddress: ask.recipient,
      slippage: slippageFraction(ask.slippage),
      order: 'CHEAPEST',
      // The depositor holds nothing before the pull, so LI.FI's simulation could only fail; ours
      // runs before we send.
      skipSimulation: 'true',
      integrator: settings.integrator ?? undefined,
      fee: feeOf(settings),
      allowBridges: listed(settings.allow),
      denyBridges: listed(settings.deny),
    },
    ...keyOf(settings),
  };
}

/**
 * The bridge is left out: if the hash does not belong to the named bridge, the answer is `INVALID`.
 */
export function statusRequest(
  lane: { readonly fromChain: number; readonly toChain: number },
  srcTx: Hex,
  settings: UpstreamSettings,
): UpstreamRequest {
  return {
    method: 'GET',
    path: '/v1/status',
    query: { txHash: srcTx, fromChain: String(lane.fromChain), toChain: String(lane.toChain) },
    ...keyOf(settings),
  };
}

export function keyOf({ apiKey }: UpstreamSettings): Pick<UpstreamRequest, 'headers'> {
  return headersOf({ 'x-lifi-api-key': apiKey });
}

/**
 * A fraction of the input. It goes to the integrator's account at LI.FI, so without a name there is
 * none.
 */
function feeOf({ feeBps, integrator }: UpstreamSettings): string | undefined {
  if (feeBps === 0 || integrator === null) return undefined;
  // CAST: bps written as parts per million, for the same decimals.
  return slippageFraction(Math.floor(feeBps * 100) as Ppm);
}
