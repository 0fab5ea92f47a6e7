import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fastFolder } from './fast-folder.ts';

export interface OverheardOrder {
  readonly devnetUrl: string;
  readonly dataDir: string;
  readonly rpcUrls: Readonly<Record<number, readonly string[]>>;
}

/**
 * A harness in a process of its own that logs everything it can, and whose standard output and
 * error are kept.
 */
export interface OverheardHarness {
  readonly url: string;
  readonly metricsUrl: string;
  readonly operatorToken: string;
  heard(): string;
  /** All that its memory holds, after a collection of garbage. */
  memory(): Promise<Buffer>;
  /** Stops it in order; what it says meanwhile is heard too. */
  stop(): Promise<void>;
}

const child = fileURLToPath(new URL('./overheard-harness-child.ts', import.meta.url));

export async function overheardHarness(order: OverheardOrder): Promise<OverheardHarness> {
  const heard: Buffer[] = [];
  const harness = fork(child, [], {
    execArgv: ['--conditions=interline-source'],
    env: { ...process.env, INTERLINE_LOG: 'debug' },
    silent: true,
  });
  const exited = once(harness, 'close');
  for (const stream of [harness.stdout, harness.stderr])
    stream?.on('data', (chunk: Buffer) => heard.push(chunk));
  const text = (): string => Buffer.concat(heard).toString();
  harness.send(order);
  const [started] = (await Promise.race([
    once(harness, 'message'),
    exited.then(() => {
      throw new Error(`the service did not start: ${text()}`);
    }),
  ])) as [{ url: string; metricsUrl: string; operatorToken: string }];
  return {
    ...started,
    heard: text,
    async memory() {
      const folder = await mkdtemp(join(fastFolder, 'interline-memory-'));
      const memoryTo = join(folder, 'memory.heapsnapshot');
      harness.send({ memoryTo });
      await once(harness, 'message');
      const bytes = await readFile(memoryTo);
      await rm(folder, { recursive: true });
      return bytes;
    },
    async stop() {
      if (harness.connected) harness.send('stop');
      await exited;
    },
  };
}
