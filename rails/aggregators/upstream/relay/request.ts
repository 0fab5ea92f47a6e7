import type { JsonObject } from '@interline/plugins';
import { tokenAddress, zeroNative } from '../../wire/native-coin.ts';
import { headersOf } from '../../wire/request-parts.ts';
import { slippageBps } from '../../wire/slippage.ts';
import type { Ask, UpstreamRequest, UpstreamSettings } from '../upstream.ts';

/** Relay's notation for a chain's own coin. */
export const relayCoin = zeroNative;

export function quoteRequest(ask: Ask, settings: UpstreamSettings): UpstreamRequest {
  return {
    method: 'POST',
    path: '/quote/v2',
    body: {
      // The depositor must be the user of the quote.
      user: ask.depositor,
      recipient: ask.recipient,
      // Without it Relay makes no refunds at all.
      refundTo: ask.payer,
      originChainId: ask.fromChainId,
      destinationChainId: ask.toChainId,
      originCurrency: tokenAddress(ask.from, relayCoin),
      destinationCurrency: tokenAddress(ask.to, relayCoin),
      amount: ask.units.toString(),
      tradeType: 'EXACT_INPUT',
      slippageTolerance: String(slippageBps(ask.slippage)),
      // A deposit into the contract, which can be read, instead of a plain transfer.
      explicitDeposit: true,
      ...namesOf(settings),
      ...appFeesOf(settings),
    },
    ...keyOf(settings),
  };
}

export function statusRequest(requestId: string, settings: UpstreamSettings): UpstreamRequest {
  return { method: 'GET', path: '/intents/status/v3', query: { requestId }, ...keyOf(settings) };
}

export function keyOf({ apiKey }: UpstreamSettings): Pick<UpstreamRequest, 'headers'> {
  return headersOf({ 'x-api-key': apiKey });
}

/** The only choice inside Relay is where it swaps. */
export function namesOf({ integrator, allow, deny }: UpstreamSettings): JsonObject {
  return {
    ...(integrator === null ? {} : { referrer: integrator }),
    ...(allow.length === 0 ? {} : { includedSwapSources: allow }),
    ...(deny.length === 0 ? {} : { excludedSwapSources: deny }),
  };
}

function appFeesOf({ feeBps, feeTaker }: UpstreamSettings): JsonObject {
  return feeBps === 0 || feeTaker === null
    ? {}
    : { appFees: [{ recipient: feeTaker, fee: String(feeBps) }] };
}
