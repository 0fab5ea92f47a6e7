import type { LaneKeys } from '../generated/shapes/lane-keys.ts';
import { endOfWeek } from './lane-leaves.ts';

/** What a caller seals to and goes through, so that it need not ask the service who it is to be for. */
export interface KeptLane {
  /** The document, in base64: it was checked when it came. */
  readonly keys: string;
  readonly relay: string;
  /** The end of its week, in epoch milliseconds. */
  readonly untilMs: number;
}

/** Where a caller keeps it: without it, the service is asked directly just before what is sealed. */
export interface KeptLanes {
  read(): Promise<KeptLane | null>;
  write(lane: KeptLane): Promise<void>;
}

const dayMs = 86_400_000;

/** Keys open for two days after their week: a day of that is the service's own, where its witnesses are down. */
export const opensAfterMs = dayMs;

/** Keys that no log has yet may be of the last day of their week. */
export function untilOf({ digest, log }: Pick<LaneKeys, 'digest' | 'log'>, nowMs: number): number {
  return (log === null ? null : endOfWeek(digest, log.leaves)) ?? nowMs + dayMs;
}
