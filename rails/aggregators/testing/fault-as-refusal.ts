import type { RailOutcome } from '@interline/plugins';
import { RecordingLog } from '@interline/plugins/testing';
import { refusalOfFault } from '../engine/engine.ts';

/** The rail's result for an engine's answer: a fault becomes that engine's refusal. */
export async function faultAsRefusal<T>(
  attempt: () => RailOutcome<T> | Promise<RailOutcome<T>>,
): Promise<RailOutcome<T>> {
  try {
    return await attempt();
  } catch (error) {
    return refusalOfFault('engine', 'build', error, new RecordingLog());
  }
}
