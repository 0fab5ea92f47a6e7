import { isNative, type TokenRef } from '@interline/plugins';
import { headersOf } from '../../wire/request-parts.ts';
import { slippageBps } from '../../wire/slippage.ts';
import type { Ask, UpstreamRequest, UpstreamSettings } from '../upstream.ts';

/** `quote` prices, `swap` builds; they take the same body. */
export type SwapStep = 'quote' | 'swap';

/** Its refund address field is for Bitcoin only. Between EVM chains a refund goes to `from`. */
export function swapRequest(step: SwapStep, ask: Ask, settings: UpstreamSettings): UpstreamRequest {
  return {
    method: 'POST',
    path: `/crosschain/v2/${step}`,
    body: {
      tokenAmountIn: { ...tokenOf(ask.from, ask.fromChainId), amount: ask.units.toString() },
      tokenOut: tokenOf(ask.to, ask.toChainId),
      from: ask.depositor,
      to: ask.recipient,
      slippage: slippageBps(ask.slippage),
      ...(settings.feeTaker === null ? {} : { partnerAddress: settings.feeTaker }),
    },
    ...headersOf({ 'X-Partner-Id': settings.integrator }),
  };
}

export function statusRequest(fromChainId: number, srcTx: string): UpstreamRequest {
  return { method: 'GET', path: `/crosschain/v2/tx/${fromChainId}/${srcTx}` };
}

/** A chain's own coin is the empty string. */
export function addressOf(token: TokenRef): string {
  return isNative(token) ? '' : token.address;
}

function tokenOf(token: TokenRef, chainId: number) {
  return { address: addressOf(token), chainId, decimals: token.decimals, symbol: token.symbol };
}
