import { type ClosedLedger, totalStroops } from '../ledger/closed-ledger.ts';
import { baseReserve } from '../ledger/reserves.ts';
import { showStroops } from '../ledger/stroops.ts';
import { isoTime, linksOf } from './horizon-text.ts';
import type { Paged } from './page.ts';

/** The protocol whose rules of classic operations are followed. */
export const protocolVersion = 22;

export function presentLedger(ledger: ClosedLedger, base: string): Paged {
  const successful = ledger.transactions.filter((one) => one.successful);
  const count = (rows: readonly { operations: readonly unknown[] }[]): number =>
    rows.reduce((sum, { operations }) => sum + operations.length, 0);
  const fields = {
    _links: linksOf(`${base}/ledgers/${ledger.sequence}`, [
      'transactions',
      'operations',
      'payments',
      'effects',
    ]),
    id: ledger.hash,
    paging_token: (BigInt(ledger.sequence) << 32n).toString(),
    hash: ledger.hash,
    prev_hash: ledger.previousHash,
    sequence: ledger.sequence,
    successful_transaction_count: successful.length,
    failed_transaction_count: ledger.transactions.length - successful.length,
    operation_count: count(successful),
    tx_set_operation_count: count(ledger.transactions),
    closed_at: isoTime(ledger.closeTimeSec),
    total_coins: showStroops(totalStroops),
    fee_pool: showStroops(ledger.feePool),
    base_fee_in_stroops: Number(ledger.baseFee),
    base_reserve_in_stroops: Number(baseReserve),
    max_tx_set_size: 1_000,
    protocol_version: protocolVersion,
    header_xdr: '',
  };
  return fields;
}

/** Fees of the last five ledgers, in stroops an operation. */
export function presentFeeStats(ledgers: readonly ClosedLedger[], baseFee: bigint): object {
  const latest = ledgers.at(-1);
  const rows = ledgers.slice(-5).flatMap(({ transactions }) => transactions);
  const units = (operations: readonly unknown[], isFeeBump: boolean): bigint =>
    BigInt(operations.length + (isFeeBump ? 1 : 0));
  const perUnit = (which: 'charged' | 'bid'): bigint[] =>
    rows.map(({ envelope, feeCharged, operations }) => {
      const fee = which === 'charged' ? feeCharged : envelope.maxFee;
      return fee / units(operations, envelope.feeBump !== undefined);
    });
  return {
    last_ledger: String(latest?.sequence ?? 0),
    last_ledger_base_fee: baseFee.toString(),
    ledger_capacity_usage: String((latest?.transactions.length ?? 0) / 1_000),
    fee_charged: spreadOf(perUnit('charged'), baseFee),
    max_fee: spreadOf(perUnit('bid'), baseFee),
  };
}

function spreadOf(fees: readonly bigint[], baseFee: bigint): Record<string, string> {
  const sorted = (fees.length === 0 ? [baseFee] : fees).toSorted((a, b) => (a < b ? -1 : 1));
  const at = (percent: number): string =>
    String(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))]);
  const mode = sorted.reduce((best, fee) =>
    countOf(sorted, fee) > countOf(sorted, best) ? fee : best,
  );
  const percentiles = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99];
  return {
    max: at(100),
    min: at(0),
    mode: mode.toString(),
    ...Object.fromEntries(percentiles.map((percent) => [`p${percent}`, at(percent)])),
  };
}

function countOf(fees: readonly bigint[], fee: bigint): number {
  return fees.filter((one) => one === fee).length;
}
