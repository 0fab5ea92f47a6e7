import { isNative, type JsonObject, type TokenRef } from '@interline/plugins';
import type { Ask } from '../../upstream.ts';

export const socketGateway = '0x3a23f943181408eac424116af7b7790c94cb97a5';
export const routeCall = `0x1028c2bd${'00'.repeat(31)}2a${'ab'.repeat(64)}`;

interface RouteTerms {
  readonly quoteId: string;
  readonly amount: string;
  readonly minAmountOut: string;
  readonly value?: string;
}

/** A route that is one call; the gateway pulls the token. */
export function txRoute(ask: Ask, { quoteId, amount, minAmountOut, value = '0' }: RouteTerms) {
  return {
    userOp: 'tx',
    quoteId,
    expiresAt: 1_800_000_060,
    routeTags: ['SUGGESTED'],
    output: { token: tokenOf(ask.to, ask.toChainId), amount, minAmountOut, valueInUsd: '99.9' },
    estimatedTime: 42,
    slippage: 0.5,
    gasFee: {
      gasToken: { chainId: ask.fromChainId, symbol: 'ETH', decimals: 18 },
      gasLimit: '350000',
      gasPrice: '1000000',
      estimatedFee: '350000000000',
      feeInUsd: 0.001,
    },
    approval: isNative(ask.from)
      ? null
      : {
          spenderAddress: socketGateway,
          amount: ask.units.toString(),
          tokenAddress: ask.from.address,
          userAddress: ask.depositor,
        },
    txData: {
      kind: 'evm_tx',
      object: { chainId: ask.fromChainId, to: socketGateway, value, data: routeCall },
    },
    statusCheck: { endpoint: '/v3/swap/status', method: 'GET', intervalSec: 5 },
  };
}

export function depositRoute(amount: string) {
  return {
    userOp: 'deposit',
    quoteId: 'deposit-1',
    output: { amount, minAmountOut: amount },
    approval: null,
    txData: { kind: 'btc_deposit', object: { depositAddress: 'bc1q', amount } },
  };
}

/** Two single-call routes, the second better, and a still better one of another kind. */
export function quoteBody(
  ask: Ask,
  routes: readonly JsonObject[] = [
    txRoute(ask, { quoteId: 'quote-1', amount: '99700000', minAmountOut: '99600000' }),
    txRoute(ask, { quoteId: 'quote-2', amount: '99800000', minAmountOut: '99500000' }),
    depositRoute('99900000'),
  ],
) {
  return {
    success: true,
    statusCode: 200,
    message: null,
    result: {
      originChainId: ask.fromChainId,
      destinationChainId: ask.toChainId,
      userAddress: ask.depositor,
      receiverAddress: ask.recipient,
      input: {
        token: tokenOf(ask.from, ask.fromChainId),
        amount: ask.units.toString(),
        valueInUsd: '100',
      },
      routes: [...routes],
    },
  };
}

function tokenOf(token: TokenRef, chainId: number) {
  return {
    chainId,
    address: isNative(token) ? '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' : token.address,
    symbol: token.symbol,
    name: token.symbol,
    decimals: token.decimals,
  };
}
