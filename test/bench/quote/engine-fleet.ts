import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromEngines, ToEngines } from './engine-messages.ts';
import type { LaneTokens } from './engines/engine.ts';
import type { EngineCall } from './fan-out/fan-out-words.ts';

/** The eight engines, running. */
export interface EngineFleet {
  /** By name. */
  readonly urls: Readonly<Record<string, string>>;
  hang(engine: string): Promise<void>;
  /** How many quotes each engine was asked for while `work` ran. */
  counted(work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>>;
  /** How each was asked for its last quote. */
  lastCalls(): Promise<readonly EngineCall[]>;
  stop(): Promise<void>;
}

export async function startEngines(tokens: LaneTokens): Promise<EngineFleet> {
  const child = fork(fileURLToPath(new URL('./engines-process.ts', import.meta.url)));
  const { urls } = await ask(child, { kind: 'serve', tokens }, 'serving');
  return {
    urls,
    async hang(engine) {
      await ask(child, { kind: 'hang', engine }, 'hanging');
    },
    async counted(work) {
      await ask(child, { kind: 'count' }, 'counted');
      await work();
      return (await ask(child, { kind: 'count' }, 'counted')).quotes;
    },
    async lastCalls() {
      return (await ask(child, { kind: 'calls' }, 'calls')).calls;
    },
    async stop() {
      if (!child.connected) return;
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

async function ask<Kind extends FromEngines['kind']>(
  child: ChildProcess,
  message: ToEngines,
  kind: Kind,
): Promise<Extract<FromEngines, { kind: Kind }>> {
  const told = once(child, 'message');
  child.send(message);
  const [answer] = (await told) as [FromEngines]; // CAST: only the engines' process writes to this channel.
  if (answer.kind !== kind)
    throw new Error(`the engines answered ${answer.kind} to ${message.kind}`);
  return answer as Extract<FromEngines, { kind: Kind }>; // CAST: its kind was just compared.
}
