import type { Hex, Progress } from '@interline/plugins';
import { z } from 'zod';
import { namedLeg } from './named-tx.ts';

/** Version 1. */
export const bungeeRequest = z.object({
  bungeeStatusCode: z.int(),
  originData: namedLeg,
  destinationData: namedLeg,
  refund: namedLeg,
});

type BungeeRequest = z.output<typeof bungeeRequest>;

/** Of several requests in one transaction only the one that names it is identifiable. */
export function bungeeProgress(requests: readonly BungeeRequest[], srcTx: Hex): Progress {
  const ours =
    requests.length === 1
      ? requests[0]
      : requests.find(({ originData }) => originData?.txHash === srcTx);
  return ours === undefined ? { status: 'BRIDGING', stage: 'NOT_INDEXED' } : progressOf(ours);
}

function progressOf({ bungeeStatusCode, destinationData, refund }: BungeeRequest): Progress {
  switch (bungeeStatusCode) {
    case 0:
      return { status: 'BRIDGING', stage: 'PENDING' };
    case 1:
      return { status: 'BRIDGING', stage: 'ASSIGNED' };
    case 2:
      return { status: 'BRIDGING', stage: 'EXTRACTED' };
    case 3:
    case 4:
      return {
        status: 'DONE',
        stage: 'DELIVERED',
        ...(destinationData?.txHash === undefined ? {} : { destTx: destinationData.txHash }),
      };
    case 5:
      return { status: 'FAILED', stage: 'EXPIRED' };
    case 6:
      return { status: 'FAILED', stage: 'CANCELLED' };
    // Its sources disagree which of the two is a refund still to come, so only the refund's
    // transaction counts.
    case 7:
    case 8:
      return refund?.txHash === undefined
        ? { status: 'BRIDGING', stage: 'REFUNDING' }
        : { status: 'FAILED', stage: 'REFUNDED', refundTx: refund.txHash };
    default:
      return { status: 'BRIDGING', stage: 'UNKNOWN' };
  }
}
