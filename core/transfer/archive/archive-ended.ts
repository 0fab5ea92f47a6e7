import type { Clock, StorePort } from '@interline/ports';
import {
  type EndedPlace,
  StaleRoute,
  type TransferReads,
  type TransferWrites,
} from '../repository.ts';

export interface ArchivePorts {
  readonly store: StorePort<
    { readonly transfers: Pick<TransferReads, 'archiveCandidates' | 'archivePage'> },
    { readonly transfers: Pick<TransferWrites, 'archiveRoutes'> }
  >;
  readonly clock: Pick<Clock, 'sleep'>;
}

export interface ArchiveOrder {
  readonly nowMs: number;
  /** Routes that ended more recently stay. */
  readonly afterMs: number;
  /** Maximum number of ended routes to look at. */
  readonly lookAtMost: number;
  /** Counts the routes that would be moved, and moves none. */
  readonly isRehearsal?: boolean;
  /** Called after each page. */
  readonly onMoved?: (soFar: Archived) => void;
}

export interface Archived {
  readonly moved: number;
  /** Routes that ended long enough ago but stay, because something may still come for them. */
  readonly left: number;
}

/** Routes per unit. Larger pages compress better in the archive, but hold the event loop longer. */
const routesInPage = 16;
/** Number of ended routes per query. */
const stretch = 64;
/** Pause between two pages, in which the writer and the event loop are free for other work. */
const restMs = 20;

/**
 * Moves routes to the archive that ended long ago and for which nothing can come any more. It
 * starts at the given place and moves one page per unit. Resolves to the place where the next call
 * continues; null once all were looked at.
 */
export async function archiveEnded(
  { store, clock }: ArchivePorts,
  { nowMs, afterMs, lookAtMost, isRehearsal = false, onMoved }: ArchiveOrder,
  from: EndedPlace | null,
  stop: AbortSignal,
): Promise<Archived & { readonly next: EndedPlace | null }> {
  const { transfers } = store.reads;
  let [moved, looked] = [0, 0];
  let after = from;
  let waiting: string[] = [];

  const move = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    if (isRehearsal || (await moveTogether(store, ids, nowMs))) moved += ids.length;
    onMoved?.({ moved, left: looked - moved });
    if (!isRehearsal) await clock.sleep(restMs, stop);
  };

  do {
    const found = await transfers.archiveCandidates({
      endedBeforeMs: nowMs - afterMs,
      after,
      limit: stretch,
    });
    looked += found.looked;
    waiting.push(...found.ids);
    while (waiting.length >= routesInPage && !stop.aborted) {
      await move(waiting.slice(0, routesInPage));
      waiting = waiting.slice(routesInPage);
    }
    after = found.next;
  } while (after !== null && looked < lookAtMost && !stop.aborted);
  if (!stop.aborted) await move(waiting);
  return { moved, left: looked - moved, next: after };
}

/** Ended routes per turn of the job. A million of them take two days. */
const lookedInTurn = 512;

/**
 * The background job. Each turn continues where the last one ended, and restarts once all were
 * looked at.
 */
export function archiveInTurns(
  ports: ArchivePorts,
  afterMs: number,
  lifetime: AbortSignal,
): (nowMs: number) => Promise<Archived> {
  let from: EndedPlace | null = null;
  return async (nowMs) => {
    const order = { nowMs, afterMs, lookAtMost: lookedInTurn };
    const { next, ...archived } = await archiveEnded(ports, order, from, lifetime);
    from = next;
    return archived;
  };
}

/** False if one of them has moved since it was looked at; the next round looks again. */
async function moveTogether(
  store: ArchivePorts['store'],
  ids: readonly string[],
  nowMs: number,
): Promise<boolean> {
  const page = await store.reads.transfers.archivePage(ids);
  try {
    await store.run('archive-routes', (tx) => tx.transfers.archiveRoutes(page, nowMs));
    return true;
  } catch (error) {
    if (error instanceof StaleRoute) return false;
    throw error;
  }
}
