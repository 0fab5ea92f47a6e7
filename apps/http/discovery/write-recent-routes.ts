import type { RecentRoute } from '@interline/core/discovery';
import type { recentRoutesAnswer } from './recent-routes-schema.ts';
import type * as z from 'zod';

const note =
  'Addresses, transaction hashes, ids and exact amounts are left out; GET /api/terms has the scales of when and size.';

export function writeRecentRoutes(
  routes: readonly RecentRoute[],
): z.input<typeof recentRoutesAnswer> {
  return {
    routes: routes.map(({ isSandbox, ...route }) => ({ ...route, sandbox: isSandbox })),
    count: routes.length,
    note,
  };
}
