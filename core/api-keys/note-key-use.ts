import type { Clock, Log } from '@interline/ports';
import type { ApiKeyStore, KeyedRequest, KeyUse } from './repository.ts';

/**
 * Counts a request that carried a key. Returns at once: a second later the counts of all keys are
 * written in one unit.
 */
export type NoteKeyUse = (hash: string, request: KeyedRequest) => void;

interface NoteParts {
  readonly store: ApiKeyStore;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
  /** Once it aborts, counts are written without the wait. */
  readonly stop: AbortSignal;
}

interface Noted {
  readonly use: Map<string, KeyUse>;
  /** The newest first. */
  readonly recent: KeyedRequest[];
}

const writtenAfterMs = 1_000;
const mostRecent = 20;
/** Keys counted between two writes. Use of further keys is not counted, which bounds the memory. */
const mostKeys = 1_000;

/**
 * Usage only informs the key's owner and charges nothing, so counts that the store refuses are
 * lost.
 */
export function noteKeyUse({ store, clock, log, stop }: NoteParts): NoteKeyUse {
  let noted = new Map<string, Noted>();
  const write = async (): Promise<void> => {
    await clock.sleep(writtenAfterMs, stop);
    // Sorted, so that two processes that count for the same keys lock them in the same order and
    // cannot deadlock.
    const counted = [...noted].sort(([a], [b]) => (a < b ? -1 : 1));
    noted = new Map();
    await store.run('count-key-use', async (tx) => {
      for (const [hash, { use, recent }] of counted)
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

const slotMs = 300_000;

/** The five-minute slot of a moment, named by its start. */
export function slotOf(ms: number): number {
  return ms - (ms % slotMs);
}

function count({ use, recent }: Noted, request: KeyedRequest): void {
  const slot = slotOf(request.atMs);
  const name = `${slot} ${request.path}`;
  const { total, errors } = use.get(name) ?? { total: 0, errors: 0 };
  use.set(name, {
    slotMs: slot,
    path: request.path,
    total: total + 1,
    errors: errors + (request.status < 400 ? 0 : 1),
  });
  recent.unshift(request);
  if (recent.length > mostRecent) recent.pop();
}
