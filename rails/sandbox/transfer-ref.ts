import { type JsonObject, type Order, RelayError } from '@interline/plugins';
import { readOutcome, type ScriptedOutcome } from './scripted-outcome.ts';
import { simulatedTx } from './simulated-tx.ts';

/**
 * Everything `track` needs, so that a restart with other settings changes nothing for transfers
 * under way.
 */
export interface TransferRef {
  readonly startedAtMs: number;
  readonly lifecycleMs: number;
  readonly outcome: ScriptedOutcome;
  readonly srcTx: string | null;
  readonly destTx: string | null;
}

export function transferRef(
  order: Order,
  outcome: ScriptedOutcome,
  startedAtMs: number,
  lifecycleMs: number,
): TransferRef & JsonObject {
  return {
    startedAtMs,
    lifecycleMs,
    outcome,
    srcTx: simulatedTx(order.routeId, 'source', order.lane.from),
    destTx: simulatedTx(order.routeId, 'destination', order.lane.to),
  };
}

/** Throws `RAIL_FAULT` on a ref that this rail never wrote. */
export function readTransferRef(ref: JsonObject): TransferRef {
  const { startedAtMs, lifecycleMs, outcome: written, srcTx = null, destTx = null } = ref;
  const outcome = readOutcome(written);
  if (
    typeof startedAtMs !== 'number' ||
    typeof lifecycleMs !== 'number' ||
    outcome === null ||
    !isTx(srcTx) ||
    !isTx(destTx)
  ) {
    throw new RelayError(
      'RAIL_FAULT',
      { rail: 'sandbox', step: 'track' },
      'this ref is no transfer of the sandbox',
    );
  }
  return { startedAtMs, lifecycleMs, outcome, srcTx, destTx };
}

function isTx(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}
