import type { Progress } from '@interline/plugins';
import { z } from 'zod';
import { engineFault } from '../../wire/engine-fault.ts';
import { namedTx } from '../../wire/fields.ts';
import { bridging, delivered, deliveredOther, refunded } from '../../wire/progress.ts';
import { trackBySource } from '../../wire/track-by-source.ts';
import { statusRequest } from './request.ts';

/** Newer field names first, then the older ones. */
const deposit = z.object({
  status: z.string(),
  actionsSucceeded: z.boolean().nullish(),
  depositTxnRef: namedTx,
  depositTxHash: namedTx,
  fillTxnRef: namedTx,
  fillTx: namedTx,
  depositRefundTxnRef: namedTx,
  depositRefundTxHash: namedTx,
  /** The number of deposits in the transaction; without a count there is one. */
  pagination: z.object({ maxIndex: z.int() }).nullish().catch(null),
});

export const trackDeposit = trackBySource({
  engine: 'across',
  // Its status is requested with the deposit's own transaction only.
  ref: z.object({}),
  request: ({ srcTx }) => statusRequest(srcTx),
  said: deposit,
  progressOf(said, { srcTx }) {
    if ((said.depositTxnRef ?? said.depositTxHash ?? srcTx) !== srcTx)
      throw engineFault(
        'across',
        'status',
        'across answers for another deposit than was asked for',
      );
    // The response is about the first of them, which need not be ours.
    return said.pagination != null && said.pagination.maxIndex > 0
      ? bridging('SEVERAL_DEPOSITS')
      : progressOf(said);
  },
});

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
      // A fill whose actions failed leaves the bridged token with the recipient.
      return actionsSucceeded === false
        ? deliveredOther(fillTxnRef ?? fillTx)
        : delivered(fillTxnRef ?? fillTx);
    case 'refunded':
      return refunded(depositRefundTxnRef ?? depositRefundTxHash);
    // The refund is sent in a later bundle.
    case 'expired':
      return bridging('EXPIRED');
    case 'slowFillRequested':
      return bridging('SLOW_FILL');
    case 'pending':
      return bridging('FILLING');
    default:
      return bridging('UNKNOWN');
  }
}
