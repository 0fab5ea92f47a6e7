import type { EvmAddress, Hex, JsonObject, Progress } from '@interline/plugins';
import { z } from 'zod';
import { address, txHash } from '../../wire/fields.ts';
import { readBody } from '../../wire/read-body.ts';
import type { UpstreamAnswer } from '../upstream.ts';

const ref = z.object({ depositAddress: address, deadlineMs: z.number().nullable() });

export type DepositRef = z.output<typeof ref>;

/** The deposit address is the order's name at 1Click, known before anything is sent. */
export function depositRef(
  depositAddress: EvmAddress,
  deadlineMs: number | null,
  signature: string,
): JsonObject {
  return { depositAddress, deadlineMs, signature };
}

export function readRef(written: JsonObject): DepositRef {
  return readBody(ref, written, 'oneclick', 'ref');
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

export function readStatus(
  { deadlineMs }: DepositRef,
  srcTx: Hex | null,
  { status: http, body }: UpstreamAnswer,
  nowMs: number,
): Progress {
  if (http === 404) return { status: 'BRIDGING', stage: 'NOT_INDEXED' };
  const { status, swapDetails } = readBody(statusBody, body, 'oneclick', 'status');
  const destTx = swapDetails?.destinationChainTxHashes[0];
  const refund = refundIn(swapDetails?.originChainTxHashes ?? [], srcTx);
  // Orders were seen to rest for weeks past their deadline.
  const underWay = (stage: string): Progress => ({
    status: 'BRIDGING',
    stage: deadlineMs !== null && nowMs > deadlineMs ? 'OVERDUE' : stage,
  });
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
      return { status: 'DONE', stage: 'DELIVERED', ...(destTx === undefined ? {} : { destTx }) };
    case 'REFUNDED':
      return { status: 'FAILED', stage: 'REFUNDED', ...refund };
    case 'FAILED':
      return { status: 'FAILED', stage: 'FAILED', ...refund };
    default:
      return underWay('UNKNOWN');
  }
}

/**
 * One list holds the deposit and its refund: the refund is known only where the list holds the
 * deposit and one other.
 */
function refundIn(origin: readonly Hex[], deposit: Hex | null): Pick<Progress, 'refundTx'> {
  const [refundTx, ...more] = origin.filter((hash) => hash !== deposit);
  return refundTx === undefined || more.length > 0 || deposit === null || !origin.includes(deposit)
    ? {}
    : { refundTx };
}
