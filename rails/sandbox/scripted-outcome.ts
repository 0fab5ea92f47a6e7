/** How a simulated transfer goes: what the caller's outcome header asks for. */
export const scriptedOutcomes = ['done', 'failed', 'funds-required', 'awaiting-deposit'] as const;

export type ScriptedOutcome = (typeof scriptedOutcomes)[number];

/** Null for anything but a known outcome; an omitted one is `done`. */
export function readOutcome(value: unknown): ScriptedOutcome | null {
  return value === undefined
    ? 'done'
    : (scriptedOutcomes.find((outcome) => outcome === value) ?? null);
}
