import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stoppedWithBench } from '../../scene/stopping.ts';
import type { FanOutOrder } from './fan-out-words.ts';

export interface FanOutProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export async function startFanOut(order: FanOutOrder): Promise<FanOutProcess> {
  const child = fork(fileURLToPath(new URL('./fan-out-process.ts', import.meta.url)));
  const gone = once(child, 'exit');
  child.send(order);
  const [url] = (await once(child, 'message')) as [string]; // CAST: only that process writes to this channel.
  return stoppedWithBench({
    url,
    pid: child.pid ?? 0,
    async stop() {
      if (child.connected) child.disconnect();
      await gone;
    },
  });
}
