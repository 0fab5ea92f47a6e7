import type { ContractScene, FamilyTraits } from './contract-scene.ts';
import type { Float } from './float.ts';

/** What every group of promises is held against. */
export interface Held {
  readonly traits: FamilyTraits;
  readonly scene: ContractScene;
  readonly float: Float;
  /** Refusals and errors of custody, in the order they came. */
  readonly errors: unknown[];
}

/** A promise that the family has no notion of is shown as pending, with the reason. */
export function promise(
  title: string,
  reason: string | undefined,
  keep: () => Promise<void>,
): void {
  if (reason === undefined) it(title, keep);
  else it(`${title} (no such notion: ${reason})`);
}
