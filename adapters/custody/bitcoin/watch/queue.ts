import type { QueueReading } from '@interline/ports';
import type { FloatWallet } from '../float-wallet.ts';
import type { ReadSpine } from '../spine/read-spine.ts';

/** By every node that answers, so that one that lags hides nothing. Throws `CHAIN_UNREACHABLE`. */
export async function queueOf(
  wallet: FloatWallet,
  readSpine: ReadSpine,
  signal: AbortSignal,
): Promise<QueueReading> {
  const answers = await wallet.readAny((at) => readSpine(at, signal), signal);
  const counts = answers.map(({ entries }) => entries.length);
  return {
    mined: answers[0]?.confirmed ?? 0,
    pending: Math.max(...counts),
    leastPending: answers.length < wallet.enough ? null : Math.min(...counts),
  };
}
