import type { EvmAddress, Hex, JsonObject, Progress } from '@interline/plugins';
import { z } from 'zod';
import { address, txHash } from '../../wire/fields.ts';
import { bridging, delivered, notIndexed, refunded } from '../../wire/progress.ts';
import { readBody } from '../../wire/read-body.ts';
import { askStatus } from '../../wire/track-by-source.ts';
import type { Upstream } from '../upstream.ts';
import { statusRequest } from './request.ts';

const ref = z.object({ depositAddress: address, deadlineMs: z.number().nullable() });

/** The deposit address identifies the order at 1Click, and is known before anything is sent. */
export function depositRef(
  depositAddress: EvmAddress,
  deadlineMs: number | null,
  signature: string,
): JsonObject {
  return { depositAddress, deadlineMs, signature };
}

const hashes = z
  .array(z.object({ hash: txHash }).nullable().catch(null))
  .nullish()
  .catch(null)
  .transform((list) => (list ?? []).flatMap((each) => (each === null ? [] : [each.hash])));

const statusBody = z.object({
  status: z.string(),
  swapDetails: z
    .object({ originChainTxHashes: hashes, destinationChainTxHashes: hashes })
    .nullish(),
});

/** Requested by the deposit address, so also before the deposit is mined. */
export const trackDeposit: Upstream['track'] = async (written, srcTx, api, signal) => {
  const order = readBody(ref, written, 'oneclick', 'ref');
  const request = statusRequest(order.depositAddress, api.settings);
  const asked = { engine: 'oneclick', request, said: statusBody };
  const told = await askStatus(asked, api, signal);
  return told === null ? notIndexed : progressOf(order, srcTx, told, api.nowMs());
};

function progressOf(
  { deadlineMs }: z.output<typeof ref>,
  srcTx: Hex | null,
  { status, swapDetails }: z.output<typeof statusBody>,
  nowMs: number,
): Progress {
  const refundTx = refundIn(swapDetails?.originChainTxHashes ?? [], srcTx);
  // Orders have been seen to remain open for weeks past their deadline.
  const underWay = (stage: string): Progress =>
    bridging(deadlineMs !== null && nowMs > deadlineMs ? 'OVERDUE' : stage);
  switch (status) {
    case 'PENDING_DEPOSIT':
      return underWay('DEPOSITING');
    case 'INCOMPLETE_DEPOSIT':
      return underWay('DEPOSIT_INCOMPLETE');
    case 'KNOWN_DEPOSIT_TX':
      return underWay('CONFIRMING');
    case 'PROCESSING':
      return underWay('SWAPPING');
    case 'SUCCESS':
      return delivered(swapDetails?.destinationChainTxHashes[0]);
    case 'REFUNDED':
      return refunded(refundTx);
    case 'FAILED':
      return { ...refunded(refundTx), stage: 'FAILED' };
    default:
      return underWay('UNKNOWN');
  }
}

/**
 * One list has the deposit and its refund. The refund is known only if the list has the deposit and
 * exactly one other.
 */
function refundIn(origin: readonly Hex[], deposit: Hex | null): Hex | null {
  const [refundTx = null, ...more] = origin.filter((hash) => hash !== deposit);
  return more.length > 0 || deposit === null || !origin.includes(deposit) ? null : refundTx;
}
