import { type RunningWitness, startWitness } from '@interline/witness';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DevnetWitness } from '../devnet-report.ts';
import { filesOf } from './pid-record.ts';

export type DevnetWitnesses = {
  listed: readonly DevnetWitness[];
  /** Makes all of them watch a log, by its verifier key; throws if the key is invalid. */
  addLog: (vkey: string) => Promise<void>;
  stop: () => Promise<void>;
};

/** Witnesses in this process; their state ends with the devnet, like the logs they watch. */
export async function startWitnesses(count: number, instance: string): Promise<DevnetWitnesses> {
  const folder = join(filesOf(instance), 'witnesses');
  if (count > 0) await mkdir(folder, { recursive: true });
  const running: RunningWitness[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((witness) => witness.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (let number = 1; number <= count; number += 1)
      running.push(
        await startWitness({
          folder: join(folder, String(number)),
          name: `witness-${number}.devnet`,
        }),
      );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    listed: running.map(({ name, url, vkeys }) => ({ name, url, vkeys })),
    addLog: async (vkey) => {
      for (const witness of running) await witness.addLog(vkey);
    },
    stop,
  };
}
