import { type BenchEngine, less } from './engine.ts';

const signature =
  'ed25519:4Yd3QZb5s8HqkT6xPzqz1VbS2nWc9gJ7uRmLhXaEoFvKtDiBwCyNpGjMrUeA3sZk6QxVfTnHdLc8bWm5RgYpJ2oE';

export const oneclick: BenchEngine = {
  name: 'oneclick',
  latencyMs: 15,
  path: '/v0/quote',
  answer({ body }) {
    const units = BigInt(String(body['amount']));
    const amount = units.toString();
    return {
      correlationId: 'bench',
      timestamp: '2027-01-15T08:00:00.112Z',
      signature,
      quoteRequest: body,
      quote: {
        amountIn: amount,
        amountInFormatted: '1000.0',
        amountInUsd: '1000',
        minAmountIn: amount,
        amountOut: less(units, 22n),
        amountOutFormatted: '997.8',
        amountOutUsd: '997',
        minAmountOut: less(units, 72n),
        timeEstimate: 18,
      },
    };
  },
  lists: {
    '/v0/tokens': ({ source, destination }) =>
      [
        ['base', source],
        ['arb', destination],
      ].map(([blockchain, contractAddress]) => ({
        assetId: `nep141:${blockchain}-usdc.omft.near`,
        decimals: 6,
        blockchain,
        symbol: 'USDC',
        price: 1,
        priceUpdatedAt: '2026-11-20T09:30:30.000Z',
        contractAddress,
      })),
  },
};
