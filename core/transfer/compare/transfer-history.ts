import type { Clock } from '@interline/ports';
import type { TransferRecord, TransferReads } from '../repository.ts';

/**
 * How the transfers of the window ended, the newest first. The same array until it is read again.
 */
export type TransferHistory = () => Promise<readonly TransferRecord[]>;

export const historyWindowDays = 30;
/** Where more transfers ended in the window, the newest count. */
const mostRecords = 5_000;

const windowMs = historyWindowDays * 86_400_000;
const freshMs = 30_000;

/** Reads at most every 30 s, once for all callers. Throws `STORE_DOWN`. */
export function transferHistory({
  store,
  clock,
}: {
  readonly store: {
    readonly reads: { readonly transfers: Pick<TransferReads, 'transferRecords'> };
  };
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
}): TransferHistory {
  let latest: { readonly records: readonly TransferRecord[]; readonly at: number } | null = null;
  let flight: Promise<readonly TransferRecord[]> | null = null;
  const read = async (): Promise<readonly TransferRecord[]> => {
    const records = await store.reads.transfers.transferRecords(
      clock.now() - windowMs,
      mostRecords,
    );
    latest = { records, at: clock.monotonic() };
    return records;
  };
  return async () => {
    if (latest !== null && clock.monotonic() - latest.at < freshMs) return latest.records;
    flight ??= read().finally(() => {
      flight = null;
    });
    return flight;
  };
}
