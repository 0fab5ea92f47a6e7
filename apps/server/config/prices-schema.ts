import { z } from 'zod';

const assetName = z.string().min(1).max(20);

const defillamaSchema = z.strictObject({
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://coins.llama.fi')
    .describe('Where its API is. Left out: https://coins.llama.fi.'),
  coins: z
    .record(
      assetName,
      z.string().regex(/^[a-z0-9-]+:[\w.-]+$/, 'wanted a name such as coingecko:ethereum'),
    )
    .default({})
    .describe(
      "DefiLlama's names of coins by asset, asked for instead of each token's own address.",
    ),
  chains: z
    .record(z.string().regex(/^[1-9][0-9]*$/), z.string().regex(/^[a-z0-9_-]+$/))
    .default({})
    .describe('What DefiLlama calls a chain, by chain id, where it is not known here or changed.'),
});

const feedSchema = z.strictObject({
  asset: assetName.describe('Whose price in dollars it tells.'),
  chainId: z.int().positive().describe('The chain that the feed is on, by its EIP-155 number.'),
  address: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'wanted an EVM address')
    .describe('The contract of the feed.'),
  heartbeatSec: z
    .int()
    .min(1)
    .max(604_800)
    .describe(
      'How old its answer may be, in seconds: as Chainlink states it for the feed, with some slack.',
    ),
});

/** At least one source; a price is the median of the fresh ones. */
export const pricesSchema = z
  .strictObject({
    defillama: defillamaSchema
      .optional()
      .describe('Prices of DefiLlama. Left out: it is not asked.'),
    chainlink: z
      .strictObject({ feeds: z.array(feedSchema).min(1).describe('The feeds, one an asset.') })
      .optional()
      .describe('Prices of feeds on chains. Left out: none is read.'),
    maxAgeSec: z
      .int()
      .min(1)
      .max(3_600)
      .default(60)
      .describe('How old a price may be, in seconds.'),
    maxSpreadPct: z
      .number()
      .min(0.01)
      .max(50)
      .default(2)
      .describe('How far apart sources may be, in percent, for their median to count.'),
    minSources: z.int().min(1).default(1).describe('How many sources must be fresh and agree.'),
  })
  .superRefine(({ defillama, chainlink, minSources }, context) => {
    const sources = [defillama, chainlink].filter((source) => source !== undefined).length;
    if (sources < minSources)
      context.addIssue({
        code: 'custom',
        path: ['minSources'],
        message:
          sources === 0
            ? 'wanted a source, defillama or chainlink'
            : `wanted at most ${sources}, the number of sources`,
      });
  });
