import { RelayError, utcDay } from '@interline/kernel';
import type { ReadSureTime } from '../sure-time/index.ts';
import { type DailyReport, dailyReport } from './daily-report.ts';
import type { EvidenceStore } from './repository.ts';

export interface ReportParts {
  readonly store: EvidenceStore;
  /** The report of a day that has not been yet would say nothing of it, and stay. */
  readonly sureTime: { readonly now: ReadSureTime };
}

const dayMs = 86_400_000;
/** Ends of two days and a part of today's. */
const mostRecords = 200_000;

/** Once a day, a day late: by then no reorg changes how a route of that day ended. */
export function publishReport({ store, sureTime }: ReportParts): () => Promise<void> {
  return async () => {
    const day = utcDay((await sureTime.now()) - 2 * dayMs);
    const { evidence, transfers } = store.reads;
    if ((await evidence.report(day)) !== null) return;
    const records = await transfers.transferRecords(Date.parse(day), mostRecords);
    const report = dailyReport(day, records);
    await store.run('publish-report', (tx) => tx.evidence.keepReport(report));
  };
}

/** Of that day. Throws `UNKNOWN_RECORD` where there is none, or none yet. */
export type ReadReport = (day: string) => Promise<DailyReport>;

export function readReport({ store }: Pick<ReportParts, 'store'>): ReadReport {
  return async (day) => {
    const report = await store.reads.evidence.report(day);
    if (report === null) throw new RelayError('UNKNOWN_RECORD', { field: 'day' });
    return report;
  };
}
