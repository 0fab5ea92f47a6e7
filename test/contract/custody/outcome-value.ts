import type { RailOutcome } from '@interline/kernel';

/** The answer's value; a refusal fails the test with its reason. */
export function valueOf<T>(outcome: RailOutcome<T>): T {
  if (!outcome.ok) throw new Error(`refused with ${outcome.code}: ${outcome.reason}`);
  return outcome.value;
}
