import type { QueueReading } from '@interline/ports';
import type { FloatWallet } from '../float-wallet.ts';
import type { ReadSpine, SpineReading } from '../spine/read-spine.ts';
import { inStep } from './observe.ts';

/**
 * The pending count is the highest of all nodes that answer. The other figures come from nodes that
 * are as far as enough others, so that a lagging node neither hides anything nor delays anything.
 * Throws `CHAIN_UNREACHABLE`.
 */
export async function queueOf(
  wallet: FloatWallet,
  readSpine: ReadSpine,
  signal: AbortSignal,
): Promise<QueueReading> {
  const answers = await wallet.readAny((at) => readSpine(at, signal), signal);
  const { current } = inStep(answers, wallet.enough);
  const counted = (of: readonly SpineReading[]) => of.map(({ entries }) => entries.length);
  return {
    mined: current[0]?.confirmed ?? 0,
    pending: Math.max(...counted(answers)),
    leastPending: answers.length < wallet.enough ? null : Math.min(...counted(current)),
  };
}
