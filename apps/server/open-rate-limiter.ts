import { systemClock } from '@interline/adapters/clock';
import {
  memoryRateLimiter,
  openPostgresRateLimiter,
  type OpenRateLimiter,
} from '@interline/adapters/rate-limiter';
import type { Log } from '@interline/ports';
import type { Deployment } from './deployment.ts';
import { notOpened } from './open-ledger.ts';

/**
 * Counts where the ledger is: in this process, or for all instances in their database. The ledger
 * is open by then.
 */
export async function openRateLimiter(
  { database }: Pick<Deployment, 'database'>,
  salt: string,
  log: Log,
): Promise<OpenRateLimiter> {
  if (database.kind === 'file')
    return { ...memoryRateLimiter(systemClock), close: async () => undefined };
  const { url, schema } = database;
  return openPostgresRateLimiter({ url, schema, salt, log, clock: systemClock }).catch(
    (error: unknown) => {
      throw notOpened(error);
    },
  );
}
