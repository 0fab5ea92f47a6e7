import type { RecentRoute } from '@interline/usecases';
import type * as z from 'zod';
import type { recentRoutesAnswer } from '../wire/recent-routes.ts';

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
