import type { Hex, Json, JsonObject } from '@interline/plugins';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { signedMessage } from '../signed-quote.ts';

export const usdcBaseAsset = 'nep141:base-0x833589fcd6edb6e08f4c7c32d4f71b54bda02913.omft.near';
export const usdcArbitrumAsset = 'nep141:arb-0xaf88d065e77c8cc2239327c5edb3a432268e5831.omft.near';
export const depositAddress = '0x76b4c56085ed136a8744d52bdd35aff0b2b3e4a1';

const secretKey = new Uint8Array(32).fill(7);
export const signer = `ed25519:${base58.encode(ed25519.getPublicKey(secretKey))}`;

/** Some of what it lists; the last entries are none of ours. */
export const tokensBody: readonly Json[] = [
  {
    assetId: usdcBaseAsset,
    decimals: 6,
    blockchain: 'base',
    symbol: 'USDC',
    price: 0.9998,
    priceUpdatedAt: '2026-11-20T09:30:30.000Z',
    contractAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  },
  {
    assetId: usdcArbitrumAsset,
    decimals: 6,
    blockchain: 'arb',
    symbol: 'USDC',
    price: 0.9998,
    priceUpdatedAt: '2026-11-20T09:30:30.000Z',
    contractAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  },
  {
    assetId: 'nep141:base.omft.near',
    decimals: 18,
    blockchain: 'base',
    symbol: 'ETH',
    price: 3105.2,
    priceUpdatedAt: '2026-11-20T09:30:30.000Z',
    contractAddress: null,
  },
  {
    assetId: 'nep141:arb.omft.near',
    decimals: 18,
    blockchain: 'arb',
    symbol: 'ETH',
    price: 3105.2,
    priceUpdatedAt: '2026-11-20T09:30:30.000Z',
  },
  {
    assetId: 'nep245:v2_1.omni.hot.tg:56_2w93GqMcEmQFDru84j3HZZWt557r',
    decimals: 18,
    blockchain: 'bsc',
    symbol: 'USDC',
    price: 0.9998,
    priceUpdatedAt: '2026-11-20T09:30:30.000Z',
    contractAddress: '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d',
  },
  {
    assetId: 'nep141:wrap.near',
    decimals: 24,
    blockchain: 'near',
    symbol: 'wNEAR',
    price: 2.1,
    priceUpdatedAt: '2026-11-20T09:30:30.000Z',
    contractAddress: 'wrap.near',
  },
  {
    assetId: 'nep141:btc.omft.near',
    decimals: 8,
    blockchain: 'btc',
    symbol: 'BTC',
    price: 91_020.4,
    priceUpdatedAt: '2026-11-20T09:30:30.000Z',
    contractAddress: null,
  },
];

export const dryQuote: JsonObject = {
  amountIn: '100000000',
  amountInFormatted: '100.0',
  amountInUsd: '99.9800',
  minAmountIn: '100000000',
  amountOut: '99780000',
  amountOutFormatted: '99.78',
  amountOutUsd: '99.7600',
  minAmountOut: '99281100',
};

export const liveQuote: JsonObject = {
  ...dryQuote,
  depositAddress,
  deadline: '2027-01-15T08:20:00.000Z',
  timeWhenInactive: '2027-01-15T08:20:00.000Z',
  timeEstimate: 18,
  refundFee: '20000',
  withdrawFee: '15000',
};

/** An answer that repeats the request and is signed, as it does. */
export function quoteBody(
  quoteRequest: JsonObject,
  quote: JsonObject = liveQuote,
): JsonObject & { readonly signature: string } {
  const signed = { timestamp: '2027-01-15T08:00:00.112Z', quoteRequest, quote };
  return {
    correlationId: '5b0a1d8e-8a83-4f0c-a3b1-94a0f9a1d7c2',
    ...signed,
    signature: `ed25519:${base58.encode(ed25519.sign(signedMessage(signed), secretKey))}`,
  };
}

export function statusBody(
  status: string,
  originTxs: readonly Hex[],
  destinationTxs: readonly Hex[] = [],
): JsonObject {
  return {
    correlationId: '5b0a1d8e-8a83-4f0c-a3b1-94a0f9a1d7c2',
    quoteResponse: {},
    status,
    updatedAt: '2027-01-15T08:00:41.000Z',
    swapDetails: {
      intentHashes: [],
      nearTxHashes: [],
      amountIn: '100000000',
      amountOut: '99780000',
      refundedAmount: '0',
      refundReason: null,
      originChainTxHashes: originTxs.map((hash) => ({
        hash,
        explorerUrl: 'https://explorer.example',
      })),
      destinationChainTxHashes: destinationTxs.map((hash) => ({
        hash,
        explorerUrl: 'https://explorer.example',
      })),
    },
  };
}
