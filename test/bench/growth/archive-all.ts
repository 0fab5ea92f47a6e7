import { systemClock } from '@interline/adapters/clock';
import { openStoreOn } from '@interline/adapters/store';
import { archiveEnded } from '@interline/core/transfer';
import type { ArchivedShare } from './growth-table.ts';
import type { GrownStore } from './grown-store.ts';
import { longestHoldMs } from './measure-questions.ts';

const afterMs = 90 * 86_400_000;
const archiveTables = ['archive_page', 'archived_route', 'archived_name'];

/** Moves to the archive what a service with its usual settings moves in the course of days. */
export async function archiveAll(
  grown: GrownStore,
  { nowMs, routes }: { readonly nowMs: number; readonly routes: number },
): Promise<ArchivedShare> {
  const store = await openStoreOn(grown.dialect, {});
  let moved = 0;
  const startMs = performance.now();
  const heldMs = await longestHoldMs(async () => {
    const order = { nowMs, afterMs, lookAtMost: Infinity };
    const never = new AbortController().signal;
    ({ moved } = await archiveEnded({ store, clock: systemClock }, order, null, never));
  });
  const tookMs = performance.now() - startMs;
  await store.close();
  const { byTable } = await grown.kept(1);
  const bytesOf = (tables: readonly string[]): number =>
    byTable.filter(({ name }) => tables.includes(name)).reduce((sum, { bytes }) => sum + bytes, 0);
  const bytes = bytesOf(archiveTables) / Math.max(moved, 1);
  return { moved, bytes, bytesWithBooks: bytes + bytesOf(['book_entry']) / routes, tookMs, heldMs };
}
