import pc from 'picocolors';
import { optionalText, textField } from '../rest/read-field.ts';
import type { JsonRecord } from '../rest/service-client.ts';
import type { Terminal } from './terminal.ts';

/** One line per change of a route. */
export function showProgress(out: Terminal, receipt: JsonRecord): void {
  const status = textField(receipt, 'status');
  const colour = status === 'DONE' ? pc.green : status === 'FAILED' ? pc.red : pc.yellow;
  out.step(`${textField(receipt, 'elapsedSec')} s`, `${colour(status)} ${textField(receipt, 'stage')}`);
}

/** How a route ended, with everything a person would look up. */
export function showReceipt(out: Terminal, receipt: JsonRecord): void {
  for (const field of ['id', 'srcTx', 'destTx', 'refundTx', 'svcFee', 'bridged'] as const) {
    const value = optionalText(receipt, field);
    if (value !== null) out.step(field, value);
  }
  const reason = optionalText(receipt, 'failure', 'error');
  if (reason !== null) out.step('reason', reason);
}
