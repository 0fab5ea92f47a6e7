import { type JsonObject, type Order, type Progress, RelayError } from '@interline/plugins';
import { simulatedTx } from './simulated-tx.ts';

/** How a simulated transfer can end or wait, from the caller's outcome header. */
export const scriptedOutcomes = ['done', 'failed', 'funds-required', 'awaiting-deposit'] as const;

export type ScriptedOutcome = (typeof scriptedOutcomes)[number];

/** Null for an unknown outcome; an omitted one is `done`. */
export function readOutcome(value: unknown): ScriptedOutcome | null {
  return value === undefined
    ? 'done'
    : (scriptedOutcomes.find((outcome) => outcome === value) ?? null);
}

/** Everything `track` needs, so a restart with other settings does not change started transfers. */
interface TransferRef {
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

/** The progress of a simulated transfer, which depends on its ref and the time only. */
export function progressAt(ref: TransferRef, nowMs: number): Progress {
  const gone = Math.max(0, nowMs - ref.startedAtMs) / ref.lifecycleMs;
  switch (ref.outcome) {
    case 'done':
      return gone < 1 ? onTheWay(ref, gone) : delivered(ref);
    case 'failed':
      return gone < 0.5
        ? onTheWay(ref, gone)
        : { status: 'FAILED', stage: 'SCRIPTED_FAILURE', ...src(ref) };
    case 'funds-required':
      return gone < 0.5
        ? { status: 'FUNDS_REQUIRED', stage: 'FUNDS_REQUIRED' }
        : afterWaiting(ref, gone);
    case 'awaiting-deposit':
      return gone < 0.5
        ? { status: 'AWAITING_DEPOSIT', stage: 'AWAITING_DEPOSIT' }
        : afterWaiting(ref, gone);
  }
}

/** RECEIVING for the first fifth of the lifecycle, CONFIRMING until the half, then SENDING. */
function onTheWay(ref: TransferRef, gone: number): Progress {
  if (gone < 0.2) return { status: 'BRIDGING', stage: 'RECEIVING' };
  return { status: 'BRIDGING', stage: gone < 0.5 ? 'CONFIRMING' : 'SENDING', ...src(ref) };
}

/** The wait takes the first half of the lifecycle; the second half has the usual stages. */
function afterWaiting(ref: TransferRef, gone: number): Progress {
  return gone < 1 ? onTheWay(ref, (gone - 0.5) * 2) : delivered(ref);
}

function delivered(ref: TransferRef): Progress {
  return {
    status: 'DONE',
    stage: 'DELIVERED',
    ...src(ref),
    ...(ref.destTx === null ? {} : { destTx: ref.destTx }),
  };
}

function src({ srcTx }: TransferRef): Pick<Progress, 'srcTx'> {
  return srcTx === null ? {} : { srcTx };
}
