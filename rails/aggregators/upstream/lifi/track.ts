import { type Hex, type JsonObject, type Progress, RelayError } from '@interline/plugins';
import { z } from 'zod';
import { readBody } from '../../wire/read-body.ts';
import { chainId, txHash } from '../../wire/fields.ts';
import type { UpstreamAnswer, UpstreamApi } from '../upstream.ts';
import { statusRequest } from './request.ts';

/** Keyed by the source transaction, so before that is mined there is nothing to ask. */
export async function trackTransfer(
  ref: JsonObject,
  srcTx: Hex | null,
  api: UpstreamApi,
  signal: AbortSignal,
): Promise<Progress> {
  if (srcTx === null) return { status: 'BRIDGING', stage: 'SENDING' };
  const lane = readBody(transferRef, ref, 'lifi', 'ref');
  return readStatus(lane, await api.ask(statusRequest(lane, srcTx, api.settings), signal));
}

const transferRef = z.object({ fromChain: z.int(), toChain: z.int() });

type TransferRef = z.output<typeof transferRef>;

const receiving = z.object({ txHash, chainId });

const transfer = z.object({
  status: z.string(),
  substatus: z.string().nullish(),
  // Empty, or half filled in, until something arrived.
  receiving: receiving.nullish().catch(null),
});

function readStatus(lane: TransferRef, { status, body }: UpstreamAnswer): Progress {
  if (status === 404) return { status: 'BRIDGING', stage: 'NOT_INDEXED' };
  if (status >= 400)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: 'lifi', step: 'status' },
      `lifi refuses to say where a transfer stands, with HTTP status ${status}`,
    );
  return progressOf(lane, readBody(transfer, body, 'lifi', 'status'));
}

function progressOf(
  { fromChain, toChain }: TransferRef,
  { status, substatus, receiving: arrived }: z.output<typeof transfer>,
): Progress {
  const destTx = arrived?.chainId === toChain ? { destTx: arrived.txHash } : {};
  const refundTx = arrived?.chainId === fromChain ? { refundTx: arrived.txHash } : {};
  switch (substatus === null || substatus === undefined ? status : `${status}/${substatus}`) {
    case 'DONE':
    case 'DONE/COMPLETED':
      return { status: 'DONE', stage: 'DELIVERED', ...destTx };
    case 'DONE/PARTIAL':
      return { status: 'FAILED', stage: 'DELIVERED_OTHER_TOKEN', ...destTx };
    case 'DONE/REFUNDED':
    case 'FAILED/REFUNDED':
      return { status: 'FAILED', stage: 'REFUNDED', ...refundTx };
  }
  switch (status) {
    case 'NOT_FOUND':
      return { status: 'BRIDGING', stage: 'NOT_INDEXED' };
    case 'PENDING':
      return { status: 'BRIDGING', stage: pendingStages.get(substatus ?? '') ?? 'PENDING' };
    case 'FAILED':
      return { status: 'FAILED', stage: failedStages.get(substatus ?? '') ?? 'FAILED' };
    case 'INVALID':
      return { status: 'FAILED', stage: 'INVALID' };
    default:
      return { status: 'BRIDGING', stage: 'UNKNOWN' };
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
