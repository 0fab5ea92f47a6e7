import { recentLimit } from '@interline/core/discovery';
import { routeStatuses } from '@interline/core/transfer';
import * as z from 'zod';

const wantedLimit = `a whole number from 1 to ${recentLimit.most}`;

export const recentRoutesQuery = z.object({
  limit: z
    .string({ error: wantedLimit })
    .regex(/^[1-9][0-9]{0,3}$/, { error: wantedLimit })
    .transform(Number)
    .refine((limit) => limit <= recentLimit.most, { error: wantedLimit })
    .meta({
      description: `${wantedLimit}; ${recentLimit.standard} when left out`,
      examples: ['25'],
    })
    .optional(),
});

const recentRoute = z.object({
  lane: z.string().meta({ examples: ['Base -> Arbitrum One'] }),
  asset: z.string().meta({ examples: ['USDC'] }),
  rail: z.string(),
  status: z.enum(routeStatuses),
  when: z.string().meta({ description: 'relative and coarse', examples: ['within the last hour'] }),
  size: z
    .string()
    .meta({ description: 'a bucket by tokens, never an amount', examples: ['tens of tokens'] }),
  sandbox: z.boolean(),
});

/** What the feed shows of a route. */
export const recentRouteFields: readonly string[] = Object.keys(recentRoute.shape);

export const recentRoutesAnswer = z
  .object({ routes: z.array(recentRoute), count: z.int().min(0), note: z.string() })
  .meta({ id: 'RecentRoutes' });
