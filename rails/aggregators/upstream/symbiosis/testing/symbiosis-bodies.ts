import type { Hex, Json } from '@interline/plugins';
import { usdcOnBase } from '@interline/plugins/testing';
import { contractOf } from '../../../testing/contract.ts';

export const metaRouter = '0xf621fb08bbe51af70e7e0f4ea63496894166ff7f';
export const metaRouterGateway = '0x9d0e4d6dfd9ff6dfb9d3fb1a6d7d2a0e3bf0b5a1';
export const endTx = `0x${'7e57'.repeat(16)}`;

export const metaRouterContract = contractOf(`function metaRoute(
  (bytes firstSwapCalldata, bytes secondSwapCalldata, address[] approvedTokens, address firstDexRouter, address secondDexRouter,
   uint256 amount, bool nativeIn, address relayRecipient, bytes otherSideCalldata) metarouteTransaction)`);

const zeroAddress = '0x0000000000000000000000000000000000000000';
const soundRoute = {
  firstSwapCalldata: '0x',
  secondSwapCalldata: '0x',
  approvedTokens: [usdcOnBase.address, usdcOnBase.address],
  firstDexRouter: zeroAddress,
  secondDexRouter: zeroAddress,
  amount: 100_000_000n,
  nativeIn: false,
  relayRecipient: '0x5aa5f7f84ed0e5db0a4a85c3947ea16b53352fd4',
  otherSideCalldata: `0xce654c17${'00'.repeat(64)}`,
};

/** The calldata of the test ask's swap, with the changes of a test. */
export function routeCalldata(changes: Partial<typeof soundRoute> = {}): Hex {
  return metaRouterContract.encode('metaRoute', [{ ...soundRoute, ...changes }]);
}

export interface SwapTerms {
  readonly out?: Readonly<Record<string, Json>>;
  readonly tx?: Readonly<Record<string, Json>>;
  readonly rest?: Readonly<Record<string, Json>>;
}

/** A whole answer of `quote` or `swap` to the test ask. */
export function swapBody({ out = {}, tx = {}, rest = {} }: SwapTerms = {}): Json {
  const token = {
    symbol: 'USDC',
    address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    chainId: 42161,
    decimals: 6,
    priceUsd: 0.9998,
  };
  return {
    type: 'evm',
    kind: 'crosschain-swap',
    tx: { chainId: 8453, to: metaRouter, data: routeCalldata(), value: '0', ...tx },
    approveTo: metaRouterGateway,
    fees: [
      {
        provider: 'symbiosis',
        description: 'Cross-chain fee',
        value: { ...token, amount: '210000' },
      },
      { provider: 'octopool', description: 'Pool fee', value: { ...token, amount: '10000' } },
    ],
    tokenAmountOut: { ...token, amount: '99700000', ...out },
    tokenAmountOutMin: { ...token, amount: '99201500', ...out },
    priceImpact: '-0.08',
    estimatedTime: 45,
    routes: [
      { provider: 'octopool', tokens: [token, token] },
      { provider: 'uniswap-v3', tokens: [token, token] },
    ],
    ...rest,
  };
}

/** What the status service says of a swap. */
export function statusBody(code: Json, tx: Json = null): Json {
  return {
    status: { code, text: 'in its own words' },
    txIn: { hash: `0x${'11'.repeat(32)}`, chainId: 8453 },
    tx,
  };
}
