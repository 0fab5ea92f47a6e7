/** How long the host waits for a rail, and when it stops asking. */
export interface GuardSettings {
  readonly deadlineMs: Readonly<Record<RailStep, number>>;
  /** So many faults in a row and the rail rests. */
  readonly faultsToRest: number;
  /** After the rest one call is let through; its outcome decides. */
  readonly restMs: number;
}

export type RailStep = 'offers' | 'plan' | 'track' | 'health';

export const defaultGuardSettings: GuardSettings = {
  deadlineMs: { offers: 4_000, plan: 8_000, track: 8_000, health: 3_000 },
  faultsToRest: 5,
  restMs: 15_000,
};
