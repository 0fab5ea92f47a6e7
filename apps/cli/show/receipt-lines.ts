import type { RouteReceipt } from '@interline/client';
import pc from 'picocolors';
import type { Terminal } from './terminal.ts';

/** One line per change of a route. */
export function showProgress(out: Terminal, { status, stage, elapsedSec }: RouteReceipt): void {
  const colour = status === 'DONE' ? pc.green : status === 'FAILED' ? pc.red : pc.yellow;
  out.step(`${elapsedSec} s`, `${colour(status)} ${stage}`);
}

/** How a route ended, with everything a person would look up. */
export function showReceipt(out: Terminal, receipt: RouteReceipt): void {
  for (const field of ['id', 'srcTx', 'destTx', 'refundTx', 'svcFee', 'bridged'] as const) {
    const value = receipt[field];
    if (value !== null) out.step(field, value);
  }
  if (receipt.failure !== undefined) out.step('reason', receipt.failure.error);
}
