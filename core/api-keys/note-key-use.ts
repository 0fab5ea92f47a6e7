import type { Clock, Log } from '@interline/ports';
import type { ApiKeyStore } from './repository.ts';
import { slotOf } from './key-use-slot.ts';
import type { KeyedRequest, KeyUse } from './repository.ts';

/**
 * Counts a request that showed a key. Returns at once: what was noted is written a second later,
 * all in one unit.
 */
export type NoteKeyUse = (hash: string, request: KeyedRequest) => void;

interface NoteParts {
  readonly store: ApiKeyStore;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
  /** What was noted is written at once, and so is what still comes. */
  readonly stop: AbortSignal;
}

interface Noted {
  readonly use: Map<string, KeyUse>;
  /** The newest first. */
  readonly recent: KeyedRequest[];
}

const writtenAfterMs = 1_000;
const mostRecent = 20;
/** Keys counted between two writes; use of further ones is not, rather than that memory grows. */
const mostKeys = 1_000;

/**
 * Usage is for the key's owner to look at, nothing is charged by it: what a failing store does not
 * take is lost.
 */
export function noteKeyUse({ store, clock, log, stop }: NoteParts): NoteKeyUse {
  let noted = new Map<string, Noted>();
  const write = async (): Promise<void> => {
    await clock.sleep(writtenAfterMs, stop);
    // In one order everywhere: two processes that count for the same keys wait for each other, and
    // never in a circle.
    const batch = [...noted].sort(([a], [b]) => (a < b ? -1 : 1));
    noted = new Map();
    await store.run('count-key-use', async (tx) => {
      for (const [hash, { use, recent }] of batch)
        await tx.apiKeys.countKeyUse(hash, [...use.values()], recent);
    });
  };
  return (hash, request) => {
    if (noted.size === 0)
      void write().catch((error: unknown) =>
        log.warn('key-use-lost', { fault: error instanceof Error ? error.name : 'unknown' }),
      );
    const own = noted.get(hash) ?? { use: new Map<string, KeyUse>(), recent: [] };
    if (noted.size < mostKeys) noted.set(hash, own);
    count(own, request);
  };
}

function count({ use, recent }: Noted, request: KeyedRequest): void {
  const slotMs = slotOf(request.atMs);
  const name = `${slotMs} ${request.path}`;
  const { total, errors } = use.get(name) ?? { total: 0, errors: 0 };
  use.set(name, {
    slotMs,
    path: request.path,
    total: total + 1,
    errors: errors + (request.status < 400 ? 0 : 1),
  });
  recent.unshift(request);
  if (recent.length > mostRecent) recent.pop();
}
