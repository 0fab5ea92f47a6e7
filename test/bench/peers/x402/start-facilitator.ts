import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stoppedWithBench } from '../../scene/stopping.ts';
import type { FacilitatorOrder, FacilitatorWord } from './facilitator-words.ts';

export interface FacilitatorProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export async function startFacilitator(order: FacilitatorOrder): Promise<FacilitatorProcess> {
  const child = fork(fileURLToPath(new URL('./facilitator-process.ts', import.meta.url)));
  const gone = once(child, 'exit');
  child.send(order);
  const [word] = (await Promise.race([
    once(child, 'message'),
    gone.then(() => [{ kind: 'failed', reason: 'its process ended' }]),
  ])) as [FacilitatorWord]; // CAST: only that process writes to this channel.
  if (word.kind === 'failed') {
    child.kill('SIGKILL');
    throw new Error(`x402's facilitator did not start: ${word.reason}`);
  }
  return stoppedWithBench({
    url: word.url,
    pid: child.pid ?? 0,
    async stop() {
      if (child.connected) child.disconnect();
      await gone;
    },
  });
}
