import { RelayError, utcDay } from '@interline/kernel';
import type { ReadSureTime } from '../sure-time/index.ts';
import type { Statement } from '../books/index.ts';
import { type DailyReport, dailyReport, type DayMoney, untold } from './daily-report.ts';
import type { AuditEntry } from '../operations/index.ts';
import type { EvidenceReads, EvidenceStore, EvidenceView } from './repository.ts';

export interface ReportParts {
  readonly store: EvidenceStore;
  readonly books: {
    showStatement(question: {
      readonly fromDay: string;
      readonly toDay: string;
      readonly by: 'day';
    }): Promise<Statement>;
  };
  /** A report made before its day is over would say nothing about it, and would stay. */
  readonly sureTime: { readonly now: ReadSureTime };
}

const dayMs = 86_400_000;
/** Covers two days and a part of today. */
const mostRecords = 200_000;

/** Days that are made up at most. */
const mostMadeUp = 28;

/**
 * Once a day, a day late: by then no reorg changes how a route of that day ended. Days that were
 * missed since the last report, because the service was down, are made up, the oldest first.
 */
export function publishReport(parts: ReportParts): () => Promise<void> {
  return async () => {
    const nowMs = await parts.sureTime.now();
    for (const day of await missedDays(parts.store.reads.evidence, nowMs - 2 * dayMs))
      await publishDay(parts, day, nowMs);
  };
}

/** Up to the day of that time. Where no report is found before it, nothing was missed. */
async function missedDays(
  evidence: Pick<EvidenceReads, 'report'>,
  lastMs: number,
): Promise<readonly string[]> {
  const missed: string[] = [];
  for (let back = 0; back <= mostMadeUp; back += 1) {
    const day = utcDay(lastMs - back * dayMs);
    if ((await evidence.report(day)) !== null) return missed;
    missed.unshift(day);
  }
  return missed.slice(-1);
}

/**
 * Held refunds and the log's size are counted now: nothing changed them while the service was down.
 */
async function publishDay(
  { store, books }: ReportParts,
  day: string,
  nowMs: number,
): Promise<void> {
  const { evidence, transfers } = store.reads;
  const records = await transfers.transferRecords(Date.parse(day), mostRecords);
  const facts = {
    money: await moneyOf(books, day),
    held: await store.run('count-held', async (tx) => (await tx.books.liabilities()).length),
    logSize: await evidence.logSize(),
    mergeDelayMs: await mergeDelayOf(evidence, day, nowMs),
    orders: await ordersSince(store.reads.operations, Date.parse(day)),
    switches: await store.reads.switches.switches(),
    endsTakenBack: await evidence.endsTakenBack(day),
  };
  const report = dailyReport(day, records, facts);
  await store.run('publish-report', (tx) => tx.evidence.keepReport(report));
}

const ordersAtOnce = 200;
/** Enough for three days; beyond that the oldest are left out. */
const mostOrders = 20_000;

/** The newest first. */
async function ordersSince(
  operations: EvidenceView['operations'],
  sinceMs: number,
): Promise<readonly AuditEntry[]> {
  const orders: AuditEntry[] = [];
  while (orders.length < mostOrders) {
    const page = await operations.auditEntries(ordersAtOnce, orders.at(-1)?.id);
    const recent = page.filter(({ atMs }) => atMs >= sinceMs);
    orders.push(...recent);
    if (recent.length < ordersAtOnce) break;
  }
  return orders;
}

/** An entry that still waits has waited until now. */
async function mergeDelayOf(
  evidence: EvidenceReads,
  day: string,
  nowMs: number,
): Promise<number | null> {
  const published = await evidence.head('published');
  const waitingMs = await evidence.oldestUnlogged(published?.size ?? 0);
  if (waitingMs !== null && utcDay(waitingMs) <= day) return nowMs - waitingMs;
  return evidence.mergeDelay(day);
}

/** A token without a price counts as nothing. */
async function moneyOf(books: ReportParts['books'], day: string): Promise<DayMoney> {
  const { rows, total } = await books.showStatement({ fromDay: day, toDay: day, by: 'day' });
  const sumOf = (wanted: (typeof rows)[number]['kind']): bigint =>
    rows
      .filter(({ kind }) => kind === wanted)
      .reduce((sum, { microUsd }) => sum + (microUsd ?? 0n), 0n);
  return {
    volumeMicroUsd: total.volumeMicroUsd,
    feesMicroUsd: sumOf('fees'),
    gasMicroUsd: sumOf('gas'),
  };
}

/** The report of that day. Throws `UNKNOWN_RECORD` where there is none, or none yet. */
export type ReadReport = (day: string) => Promise<DailyReport>;

export function readReport({ store }: Pick<ReportParts, 'store'>): ReadReport {
  return async (day) => {
    const report = await store.reads.evidence.report(day);
    if (report === null) throw new RelayError('UNKNOWN_RECORD', { field: 'day' });
    return { ...untold, ...report };
  };
}
