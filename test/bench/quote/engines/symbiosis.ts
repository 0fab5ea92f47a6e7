import { type BenchEngine, lane, less } from './engine.ts';

const metaRouter = '0xf621fb08bbe51af70e7e0f4ea63496894166ff7f';
const gateway = '0x9d0e4d6dfd9ff6dfb9d3fb1a6d7d2a0e3bf0b5a1';
const routeCall = `0xa11b1198${'00'.repeat(31)}20${'5e'.repeat(32 * 20)}`;

export const symbiosis: BenchEngine = {
  name: 'symbiosis',
  latencyMs: 36,
  path: '/crosschain/v2/quote',
  answer({ body }) {
    const { tokenAmountIn, tokenOut } = body as Record<
      'tokenAmountIn' | 'tokenOut',
      { readonly address: string; readonly amount: string }
    >; // CAST: as documented.
    const units = BigInt(tokenAmountIn.amount);
    const out = (bps: bigint) => ({ ...tokenOut, amount: less(units, bps) });
    return {
      type: 'evm',
      kind: 'crosschain-swap',
      tx: { chainId: lane.from, to: metaRouter, data: routeCall, value: '0' },
      approveTo: gateway,
      fees: [
        {
          provider: 'symbiosis',
          description: 'Cross-chain fee',
          value: { ...tokenOut, amount: '210000' },
        },
      ],
      tokenAmountOut: out(30n),
      tokenAmountOutMin: out(80n),
      priceImpact: '-0.08',
      estimatedTime: 45,
      routes: [
        { provider: 'octopool', tokens: [tokenAmountIn, tokenOut] },
        { provider: 'uniswap-v3', tokens: [tokenAmountIn, tokenOut] },
      ],
    };
  },
};
