import type { RailOutcome } from '@interline/plugins';
import { RecordingLog } from '@interline/plugins/testing';
import { refusalOfFault } from '../engine/engine.ts';

/** What the rail makes of an engine's answer: a fault is that engine's refusal. */
export async function faultAsRefusal<T>(
  attempt: () => RailOutcome<T> | Promise<RailOutcome<T>>,
): Promise<RailOutcome<T>> {
  try {
    return await attempt();
  } catch (error) {
    return refusalOfFault('engine', 'build', error, new RecordingLog());
  }
}
