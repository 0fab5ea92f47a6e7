import type { Hex, Progress } from '@interline/plugins';
import { z } from 'zod';
import { bridging, delivered, failed, notIndexed, refunded } from '../../wire/progress.ts';
import { namedLeg } from './swap-status.ts';

/** Version 1. */
export const bungeeRequest = z.object({
  bungeeStatusCode: z.int(),
  originData: namedLeg,
  destinationData: namedLeg,
  refund: namedLeg,
});

type BungeeRequest = z.output<typeof bungeeRequest>;

/** If one transaction has several requests, only one that names it can be identified. */
export function bungeeProgress(requests: readonly BungeeRequest[], srcTx: Hex): Progress {
  const ours =
    requests.length === 1
      ? requests[0]
      : requests.find(({ originData }) => originData?.txHash === srcTx);
  return ours === undefined ? notIndexed : progressOf(ours);
}

function progressOf({ bungeeStatusCode, destinationData, refund }: BungeeRequest): Progress {
  switch (bungeeStatusCode) {
    case 0:
      return bridging('PENDING');
    case 1:
      return bridging('ASSIGNED');
    case 2:
      return bridging('EXTRACTED');
    case 3:
    case 4:
      return delivered(destinationData?.txHash);
    case 5:
      return failed('EXPIRED');
    case 6:
      return failed('CANCELLED');
    // Its sources disagree on which of the two is a pending refund, so only the refund's
    // transaction counts.
    case 7:
    case 8:
      return refund?.txHash === undefined ? bridging('REFUNDING') : refunded(refund.txHash);
    default:
      return bridging('UNKNOWN');
  }
}
