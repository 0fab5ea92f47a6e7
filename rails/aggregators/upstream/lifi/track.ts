import type { Progress } from '@interline/plugins';
import { z } from 'zod';
import { chainId, txHash } from '../../wire/fields.ts';
import {
  bridging,
  delivered,
  deliveredOther,
  failed,
  notIndexed,
  refunded,
} from '../../wire/progress.ts';
import { trackBySource } from '../../wire/track-by-source.ts';
import { statusRequest } from './request.ts';

const transferRef = z.object({ fromChain: z.int(), toChain: z.int() });

const receiving = z.object({ txHash, chainId });

const transfer = z.object({
  status: z.string(),
  substatus: z.string().nullish(),
  // Empty, or partly filled in, until something arrived.
  receiving: receiving.nullish().catch(null),
});

export const trackTransfer = trackBySource({
  engine: 'lifi',
  ref: transferRef,
  request: (lane, settings) => statusRequest(lane, lane.srcTx, settings),
  said: transfer,
  progressOf,
});

function progressOf(
  { status, substatus, receiving: arrived }: z.output<typeof transfer>,
  { fromChain, toChain }: z.output<typeof transferRef>,
): Progress {
  const hashOn = (chain: number) => (arrived?.chainId === chain ? arrived.txHash : null);
  switch (substatus === null || substatus === undefined ? status : `${status}/${substatus}`) {
    case 'DONE':
    case 'DONE/COMPLETED':
      return delivered(hashOn(toChain));
    case 'DONE/PARTIAL':
      return deliveredOther(hashOn(toChain));
    case 'DONE/REFUNDED':
    case 'FAILED/REFUNDED':
      return refunded(hashOn(fromChain));
  }
  switch (status) {
    case 'NOT_FOUND':
      return notIndexed;
    case 'PENDING':
      return bridging(pendingStages.get(substatus ?? '') ?? 'PENDING');
    case 'FAILED':
      return failed(failedStages.get(substatus ?? '') ?? 'FAILED');
    case 'INVALID':
      return failed('INVALID');
    default:
      return bridging('UNKNOWN');
  }
}

const pendingStages = new Map([
  ['WAIT_SOURCE_CONFIRMATIONS', 'CONFIRMING'],
  ['WAIT_DESTINATION_TRANSACTION', 'FILLING'],
  ['BRIDGE_NOT_AVAILABLE', 'BRIDGE_UNAVAILABLE'],
  ['CHAIN_NOT_AVAILABLE', 'CHAIN_UNAVAILABLE'],
  ['REFUND_IN_PROGRESS', 'REFUNDING'],
  ['NOT_PROCESSABLE_REFUND_NEEDED', 'REFUNDING'],
  ['UNKNOWN_ERROR', 'UNKNOWN'],
]);

const failedStages = new Map([
  ['NOT_PROCESSABLE_REFUND_NEEDED', 'REFUND_NEEDED'],
  ['OUT_OF_GAS', 'OUT_OF_GAS'],
  ['SLIPPAGE_EXCEEDED', 'SLIPPAGE_EXCEEDED'],
  ['INSUFFICIENT_ALLOWANCE', 'NO_ALLOWANCE'],
  ['INSUFFICIENT_BALANCE', 'NO_BALANCE'],
  ['EXPIRED', 'EXPIRED'],
]);
