import { evmChainId, isSameOrder, noUnits, RelayError } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { KeptOrder } from '../repository.ts';
import type { ExecuteRequest } from './execute-route.ts';

/**
 * Verifies the permit and finds the intent its sign request promised. Throws `PERMIT_*` and
 * `INTENT_MISMATCH`.
 */
export async function verifyOrder(
  ports: Pick<TransferPorts, 'custody' | 'store'>,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<KeptOrder | null> {
  const { permit, quote } = request;
  if (request.mode !== 'permit2' || permit === null || request.sandbox !== null) return null;
  if (evmChainId(permit.chain) === null)
    throw new RelayError('PERMIT_INVALID', {}, 'a permit can only be pulled on an EVM chain');
  const verdict = await ports.custody.verifyPermit(permit, signal);
  if (!verdict.ok) throw new RelayError(verdict.code, {}, verdict.reason);
  const kept = await ports.store.reads.transfers.intent(verdict.value.digest, permit.owner);
  if (kept === null) return null;
  const minOutput = request.minOut ?? kept.order.minOutput;
  if (!isSameOrder(kept.order, { ...quote, minOutput })) {
    throw new RelayError(
      'INTENT_MISMATCH',
      {},
      'the permit was signed for another transfer: chains, tokens, amount, recipient and minOut must be those of its sign request',
    );
  }
  return kept;
}

/** The floor that holds for this request. */
export function floorFor(request: ExecuteRequest, kept: KeptOrder | null) {
  return request.minOut ?? kept?.order.minOutput ?? noUnits;
}
