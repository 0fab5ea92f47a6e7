import type { Progress } from '@interline/plugins';
import { z } from 'zod';
import { namedTx } from '../../wire/fields.ts';
import { bridging, delivered, failed, notIndexed } from '../../wire/progress.ts';
import { trackBySource } from '../../wire/track-by-source.ts';
import { statusRequest } from './request.ts';

const message = z.object({
  pathway: z.object({ dstEid: z.int().nullish() }).nullish(),
  status: z.object({ name: z.string() }),
  destination: z.object({ tx: z.object({ txHash: namedTx }).nullish() }).nullish(),
});

/**
 * Stargate has no status of its own. LayerZero reports the state of a source transaction's
 * messages. A batch may carry several, distinguished by their endpoints.
 */
export const trackMessage = trackBySource({
  engine: 'stargate',
  ref: z.object({ endpointId: z.int() }),
  request: ({ srcTx }) => statusRequest(srcTx),
  said: z.object({ data: z.array(message) }),
  progressOf({ data }, { endpointId }) {
    const [first, ...others] = data
      .filter(({ pathway }) => (pathway?.dstEid ?? endpointId) === endpointId)
      .map(progressOf);
    if (first === undefined) return notIndexed;
    if (others.some(({ stage }) => stage !== first.stage)) return bridging('SEVERAL_MESSAGES');
    // If several arrived, it is unknown which one is ours.
    return others.length === 0 ? first : { status: first.status, stage: first.stage };
  },
});

/** LayerZero returns nothing automatically, so a failure names no refund. */
function progressOf({ status, destination }: z.output<typeof message>): Progress {
  switch (status.name) {
    case 'INFLIGHT':
      return bridging('IN_FLIGHT');
    case 'CONFIRMING':
      return bridging('CONFIRMING');
    case 'DELIVERED':
      return delivered(destination?.tx?.txHash);
    case 'FAILED':
      return failed('FAILED');
    case 'PAYLOAD_STORED':
      return failed('PAYLOAD_STORED');
    case 'BLOCKED':
      return failed('BLOCKED');
    // Permanently given up: nothing arrives any more.
    case 'APPLICATION_BURNED':
      return failed('BURNED');
    case 'APPLICATION_SKIPPED':
      return failed('SKIPPED');
    case 'UNRESOLVABLE_COMMAND':
      return failed('UNRESOLVABLE');
    default:
      return bridging('UNKNOWN');
  }
}
