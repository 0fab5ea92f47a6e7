import type { Hex, JsonObject, Progress } from '@interline/plugins';
import { z } from 'zod';
import { readBody } from '../../wire/read-body.ts';
import { txHash } from '../../wire/fields.ts';
import type { UpstreamAnswer, UpstreamRequest } from '../upstream.ts';

/** Tells our message from others that one transaction of a batch may carry. */
export function stargateRef(endpointId: number): JsonObject {
  return { endpointId };
}

/**
 * Stargate has no status of its own; LayerZero tells where the message of a source transaction
 * stands.
 */
export function statusRequest(srcTx: Hex): UpstreamRequest {
  return { method: 'GET', at: 'status', path: `/v1/messages/tx/${srcTx}` };
}

const message = z.object({
  pathway: z.object({ dstEid: z.int().nullish() }).nullish(),
  status: z.object({ name: z.string() }),
  destination: z
    .object({ tx: z.object({ txHash: txHash.nullish().catch(null) }).nullish() })
    .nullish(),
});

type Message = z.output<typeof message>;

const messages = z.object({ data: z.array(message) });

export function readStatus(
  ref: JsonObject,
  srcTx: Hex,
  { status, body }: UpstreamAnswer,
): Progress {
  if (status === 404) return { status: 'BRIDGING', stage: 'NOT_INDEXED', srcTx };
  const ours = readBody(messages, body, 'stargate', 'status').data.filter(
    ({ pathway }) => typeof pathway?.dstEid !== 'number' || pathway.dstEid === ref['endpointId'],
  );
  const [first, ...others] = ours.map(progressOf);
  if (first === undefined) return { status: 'BRIDGING', stage: 'NOT_INDEXED', srcTx };
  if (others.some(({ stage }) => stage !== first.stage))
    return { status: 'BRIDGING', stage: 'SEVERAL_MESSAGES', srcTx };
  // Of several that arrived it is not known which one is ours.
  return others.length === 0
    ? { ...first, srcTx }
    : { status: first.status, stage: first.stage, srcTx };
}

/** LayerZero gives nothing back by itself, so a failure names no refund. */
function progressOf({ status, destination }: Message): Omit<Progress, 'srcTx'> {
  const destTx = destination?.tx?.txHash ?? null;
  switch (status.name) {
    case 'INFLIGHT':
      return { status: 'BRIDGING', stage: 'IN_FLIGHT' };
    case 'CONFIRMING':
      return { status: 'BRIDGING', stage: 'CONFIRMING' };
    case 'DELIVERED':
      return { status: 'DONE', stage: 'DELIVERED', ...(destTx === null ? {} : { destTx }) };
    case 'FAILED':
      return { status: 'FAILED', stage: 'FAILED' };
    case 'PAYLOAD_STORED':
      return { status: 'FAILED', stage: 'PAYLOAD_STORED' };
    case 'BLOCKED':
      return { status: 'FAILED', stage: 'BLOCKED' };
    // Given up for good: nothing arrives any more.
    case 'APPLICATION_BURNED':
      return { status: 'FAILED', stage: 'BURNED' };
    case 'APPLICATION_SKIPPED':
      return { status: 'FAILED', stage: 'SKIPPED' };
    case 'UNRESOLVABLE_COMMAND':
      return { status: 'FAILED', stage: 'UNRESOLVABLE' };
    default:
      return { status: 'BRIDGING', stage: 'UNKNOWN' };
  }
}
