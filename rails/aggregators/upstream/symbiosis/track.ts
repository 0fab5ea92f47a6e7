import { type Hex, type JsonObject, type Progress, RelayError } from '@interline/plugins';
import { z } from 'zod';
import { readBody } from '../../wire/read-body.ts';
import { chainId, txHash } from '../../wire/fields.ts';
import type { UpstreamApi } from '../upstream.ts';
import { statusRequest } from './request.ts';

const swapRef = z.object({ fromChainId: z.int().positive(), toChainId: z.int().positive() });

const endTx = z.object({ hash: txHash, chainId: chainId.optional() });
const statusBody = z.object({
  status: z.object({ code: z.int() }),
  tx: endTx.nullable().catch(null),
});

/**
 * `tx` is where the swap ended: on the destination when it arrived, on the source when it was given
 * back.
 */
export async function trackSwap(
  ref: JsonObject,
  srcTx: Hex | null,
  api: UpstreamApi,
  signal: AbortSignal,
): Promise<Progress> {
  if (srcTx === null) return { status: 'BRIDGING', stage: 'SENDING' };
  const lane = swapRef.parse(ref);
  const { status: http, body } = await api.ask(statusRequest(lane.fromChainId, srcTx), signal);
  if (http === 404) return { status: 'BRIDGING', stage: 'NOT_INDEXED' };
  if (http !== 200)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: 'symbiosis', step: 'status' },
      `symbiosis answered a status request with ${http}`,
    );
  const {
    status: { code },
    tx,
  } = readBody(statusBody, body, 'symbiosis', 'status');
  switch (code) {
    case -1:
      return { status: 'BRIDGING', stage: 'NOT_INDEXED' };
    case 0:
      return { status: 'DONE', stage: 'DELIVERED', ...hashOn(tx, lane.toChainId, 'destTx') };
    // It resolves by itself, one way or the other.
    case 2:
      return { status: 'BRIDGING', stage: 'STUCK' };
    case 3:
      return { status: 'FAILED', stage: 'REFUNDED', ...hashOn(tx, lane.fromChainId, 'refundTx') };
    case 1:
    default:
      return { status: 'BRIDGING', stage: 'IN_TRANSIT' };
  }
}

function hashOn(
  tx: z.output<typeof endTx> | null,
  chain: number,
  name: 'destTx' | 'refundTx',
): Pick<Progress, 'destTx' | 'refundTx'> {
  return tx === null || (tx.chainId !== undefined && tx.chainId !== chain)
    ? {}
    : { [name]: tx.hash };
}
