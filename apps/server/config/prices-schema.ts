import { z } from 'zod';

const assetName = z.string().min(1).max(20);

const defillamaSchema = z.strictObject({
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://coins.llama.fi'),
  /** Coins by asset, asked for instead of each token's own address. */
  coins: z
    .record(
      assetName,
      z.string().regex(/^[a-z0-9-]+:[\w.-]+$/, 'wanted a name such as coingecko:ethereum'),
    )
    .default({}),
  /** What DefiLlama calls a chain, by chain id, where it is not known here or changed. */
  chains: z
    .record(z.string().regex(/^[1-9][0-9]*$/), z.string().regex(/^[a-z0-9_-]+$/))
    .default({}),
});

const feedSchema = z.strictObject({
  asset: assetName,
  chainId: z.int().positive(),
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'wanted an EVM address'),
  /** As Chainlink states it for the feed; some slack belongs in here. */
  heartbeatSec: z.int().min(1).max(604_800),
});

/** At least one source; a price is the median of the fresh ones. */
export const pricesSchema = z
  .strictObject({
    defillama: defillamaSchema.optional(),
    chainlink: z.strictObject({ feeds: z.array(feedSchema).min(1) }).optional(),
    maxAgeSec: z.int().min(1).max(3_600).default(60),
    maxSpreadPct: z.number().min(0.01).max(50).default(2),
    /** How many sources must be fresh and agree. */
    minSources: z.int().min(1).default(1),
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
