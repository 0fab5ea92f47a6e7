import { isRelayError, type Progress } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';

/** An engine's current status of what was handed to it. */
export interface WordOfEngine {
  /**
   * The engine says that the transfer failed and names no payment, or does not know the transfer.
   * Nothing will reach the recipient or the payer from there.
   */
  readonly isOver: boolean;
  /** For an operator: `lifi says BRIDGING, stage PENDING`. */
  readonly says: string;
}

/** Asks the route's rail once. Without a response it is not over. */
export async function wordOfEngine(
  { registry }: Pick<TransferPorts, 'registry'>,
  { rail: engine, railPackage, plan, srcTx }: Route,
  signal: AbortSignal,
): Promise<WordOfEngine> {
  const rail = registry.byId(railPackage);
  const step = plan.steps.find(({ kind }) => kind === 'track');
  if (rail === undefined || step?.kind !== 'track')
    return { isOver: false, says: `${engine} cannot be asked: its rail is not in the deployment` };
  const ref = srcTx === null ? step.ref : { ...step.ref, srcTx };
  try {
    return wordIn(engine, await rail.track(ref, signal));
  } catch (error) {
    const code = isRelayError(error) ? error.code : 'RAIL_FAULT';
    return { isOver: false, says: `${engine} cannot be asked now: ${code}` };
  }
}

/** A rail's stage for a transfer that its upstream does not know. */
const notIndexed = 'NOT_INDEXED';

function wordIn(engine: string, { status, stage, destTx, refundTx }: Progress): WordOfEngine {
  const paid = [
    ...(destTx === undefined ? [] : [`an arrival in ${destTx}`]),
    ...(refundTx === undefined ? [] : [`a refund in ${refundTx}`]),
  ];
  const isOver = paid.length === 0 && (status === 'FAILED' || stage === notIndexed);
  return { isOver, says: [`${engine} says ${status}, stage ${stage}`, ...paid].join(', ') };
}
