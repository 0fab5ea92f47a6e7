import { type Hex, type Progress, RelayError } from '@interline/plugins';
import { z } from 'zod';
import { readBody } from '../../wire/read-body.ts';
import { txHash } from '../../wire/fields.ts';
import type { UpstreamAnswer } from '../upstream.ts';

/** A missing or malformed hash is left out: the word counts without it. */
const namedTx = txHash.optional().catch(undefined);

/** Newer field names first, the older ones behind them. */
const deposit = z.object({
  status: z.string(),
  actionsSucceeded: z.boolean().nullish(),
  depositTxnRef: namedTx,
  depositTxHash: namedTx,
  fillTxnRef: namedTx,
  fillTx: namedTx,
  depositRefundTxnRef: namedTx,
  depositRefundTxHash: namedTx,
  /** Says how many deposits the transaction made; without a count there is one. */
  pagination: z.object({ maxIndex: z.int() }).nullish().catch(null),
});

export function readProgress({ status, body }: UpstreamAnswer, srcTx: Hex): Progress {
  if (status === 404) return { status: 'BRIDGING', stage: 'NOT_INDEXED' };
  if (status >= 400)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: 'across', step: 'status' },
      `across refuses to say where a deposit stands, with HTTP status ${status}`,
    );
  const said = readBody(deposit, body, 'across', 'status');
  if ((said.depositTxnRef ?? said.depositTxHash ?? srcTx) !== srcTx)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: 'across', step: 'status' },
      'across answers for another deposit than the one asked for',
    );
  // The answer is about the first of them, which need not be ours.
  if (said.pagination != null && said.pagination.maxIndex > 0)
    return { status: 'BRIDGING', stage: 'SEVERAL_DEPOSITS' };
  return progressOf(said);
}

function progressOf({
  status,
  actionsSucceeded,
  fillTxnRef,
  fillTx,
  depositRefundTxnRef,
  depositRefundTxHash,
}: z.output<typeof deposit>): Progress {
  switch (status) {
    case 'filled':
      return {
        // A fill whose actions failed leaves the recipient with the token that was bridged.
        ...(actionsSucceeded === false
          ? { status: 'FAILED', stage: 'DELIVERED_OTHER_TOKEN' }
          : { status: 'DONE', stage: 'DELIVERED' }),
        ...named('destTx', fillTxnRef ?? fillTx),
      };
    case 'refunded':
      return {
        status: 'FAILED',
        stage: 'REFUNDED',
        ...named('refundTx', depositRefundTxnRef ?? depositRefundTxHash),
      };
    // The refund is sent in a later bundle.
    case 'expired':
      return { status: 'BRIDGING', stage: 'EXPIRED' };
    case 'slowFillRequested':
      return { status: 'BRIDGING', stage: 'SLOW_FILL' };
    case 'pending':
      return { status: 'BRIDGING', stage: 'FILLING' };
    default:
      return { status: 'BRIDGING', stage: 'UNKNOWN' };
  }
}

function named(field: 'destTx' | 'refundTx', hash: string | undefined): Partial<Progress> {
  return hash === undefined ? {} : { [field]: hash };
}
