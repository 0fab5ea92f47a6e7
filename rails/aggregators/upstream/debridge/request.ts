import { tokenAddress, zeroNative } from '../../wire/native-coin.ts';
import type { Ask, UpstreamRequest, UpstreamSettings } from '../upstream.ts';
import { debridgeChainId } from './chain-ids.ts';

/** deBridge's notation for an EVM chain's own coin. */
export const debridgeCoin = zeroNative;

/**
 * The single call that prices and builds. Without recipient and authorities the response has no
 * transaction, and so no flat fee.
 */
export function createTxRequest(ask: Ask, settings: UpstreamSettings): UpstreamRequest {
  return {
    method: 'GET',
    path: '/v1.0/dln/order/create-tx',
    query: {
      srcChainId: String(debridgeChainId(ask.fromChainId)),
      srcChainTokenIn: tokenAddress(ask.from, debridgeCoin),
      srcChainTokenInAmount: ask.units.toString(),
      dstChainId: String(debridgeChainId(ask.toChainId)),
      dstChainTokenOut: tokenAddress(ask.to, debridgeCoin),
      dstChainTokenOutAmount: 'auto',
      dstChainTokenOutRecipient: ask.recipient,
      senderAddress: ask.depositor,
      // Receives what a swap before the order leaves over.
      srcChainRefundAddress: ask.payer,
      // The only beneficiary of a cancelled order; without it the canceller would choose one.
      srcAllowedCancelBeneficiary: ask.payer,
      // An unfilled order never expires and only its authority can cancel it, so that must be an
      // account whose key the service holds.
      srcChainOrderAuthorityAddress: ask.depositor,
      dstChainOrderAuthorityAddress: ask.depositor,
      prependOperatingExpenses: 'false',
      accesstoken: settings.apiKey ?? undefined,
      referralCode: settings.integrator ?? undefined,
      ...affiliateFee(settings),
    },
  };
}

export function statusRequest(orderId: string): UpstreamRequest {
  return { method: 'GET', path: `/v1.0/dln/order/${orderId}/status` };
}

/** The order's full history, including hashes, from the stats service. */
export function storyRequest(orderId: string): UpstreamRequest {
  return { method: 'GET', path: `/api/Orders/${orderId}`, at: 'status' };
}

function affiliateFee({ feeBps, feeTaker }: UpstreamSettings): Record<string, string> {
  return feeBps > 0 && feeTaker !== null
    ? { affiliateFeePercent: String(feeBps / 100), affiliateFeeRecipient: feeTaker }
    : {};
}
