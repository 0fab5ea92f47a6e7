import { type Hex, type JsonObject, type Progress, RelayError } from '@interline/plugins';
import { z } from 'zod';
import { readBody } from '../../wire/read-body.ts';
import { txHash, word } from '../../wire/fields.ts';
import type { UpstreamAnswer, UpstreamApi } from '../upstream.ts';
import { statusRequest } from './request.ts';

/** Keyed by its own id, but before our deposit is mined it has nothing to tell. */
export async function trackTransfer(
  ref: JsonObject,
  srcTx: Hex | null,
  api: UpstreamApi,
  signal: AbortSignal,
): Promise<Progress> {
  if (srcTx === null) return { status: 'BRIDGING', stage: 'SENDING' };
  const { requestId } = readBody(transferRef, ref, 'relay', 'ref');
  return readStatus(await api.ask(statusRequest(requestId, api.settings), signal));
}

const transferRef = z.object({ requestId: word });

const hashes = z
  .array(txHash)
  .nullish()
  .catch(null)
  .transform((list) => list ?? []);

const intent = z.object({
  status: z.string(),
  inTxHashes: hashes,
  txHashes: hashes,
  refundFailReason: z.string().nullish().catch(null),
});

function readStatus({ status, body }: UpstreamAnswer): Progress {
  if (status === 404) return { status: 'BRIDGING', stage: 'NOT_INDEXED' };
  if (status >= 400)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: 'relay', step: 'status' },
      `relay refuses to say where a transfer stands, with HTTP status ${status}`,
    );
  return progressOf(readBody(intent, body, 'relay', 'status'));
}

function progressOf({
  status,
  inTxHashes,
  txHashes,
  refundFailReason,
}: z.output<typeof intent>): Progress {
  // A fill in several transactions pays the recipient with the last.
  const sent = txHashes.filter((hash) => !inTxHashes.includes(hash)).at(-1);
  switch (status) {
    case 'success':
      return {
        status: 'DONE',
        stage: 'DELIVERED',
        ...(sent === undefined ? {} : { destTx: sent }),
      };
    case 'refund':
    case 'refunded':
      return {
        status: 'FAILED',
        stage: 'REFUNDED',
        ...(sent === undefined ? {} : { refundTx: sent }),
      };
    case 'failure':
      return { status: 'FAILED', stage: hasReason(refundFailReason) ? 'REFUND_FAILED' : 'FAILED' };
    case 'waiting':
      return { status: 'BRIDGING', stage: 'NOT_INDEXED' };
    case 'depositing':
      return { status: 'BRIDGING', stage: 'CONFIRMING' };
    case 'pending':
      return { status: 'BRIDGING', stage: 'FILLING' };
    case 'submitted':
      return { status: 'BRIDGING', stage: 'DELIVERING' };
    case 'delayed':
      return { status: 'BRIDGING', stage: 'DELAYED' };
    default:
      return { status: 'BRIDGING', stage: 'UNKNOWN' };
  }
}

/** It writes `N/A` where there is none. */
function hasReason(reason: string | null | undefined): boolean {
  return reason !== null && reason !== undefined && reason !== 'N/A';
}
