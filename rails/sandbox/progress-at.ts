import type { Progress } from '@interline/plugins';
import type { TransferRef } from './transfer-ref.ts';

/** Where a simulated transfer stands: its ref and the time decide, nothing else. */
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

/** A fifth to receive, to the half to confirm, the rest to send. */
function onTheWay(ref: TransferRef, gone: number): Progress {
  if (gone < 0.2) return { status: 'BRIDGING', stage: 'RECEIVING' };
  return { status: 'BRIDGING', stage: gone < 0.5 ? 'CONFIRMING' : 'SENDING', ...src(ref) };
}

/** The wait took the first half; the second runs through the same stages. */
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
