import type { ChainRef, Address } from '@interline/kernel';
import type { RailManifest } from '@interline/ports';
import type { GuardHost } from './guard-settings.ts';

/** What the operator changes of a rail's targets on one chain. */
export type TargetChange =
  /** These and no others, whatever the manifest says. */
  | { readonly only: readonly Address[] }
  /** These beside the manifest's. */
  | { readonly add: readonly Address[] };

/** By chain. */
export type TargetChanges = Readonly<Record<ChainRef, TargetChange>>;

/**
 * The contracts that a rail's calls may go to on each chain: its manifest's, as the operator
 * changed them. A chain that neither of them names takes any contract that is not ours; the money
 * at stake is the order's own in any case.
 */
export function allowedTargets(
  { targets = {} }: Pick<RailManifest, 'targets'>,
  changes: TargetChanges = {},
): NonNullable<GuardHost['targets']> {
  return (chain) => {
    const declared = targets[chain] ?? null;
    const change = changes[chain];
    if (change === undefined) return declared;
    if ('only' in change) return change.only;
    return declared === null ? null : [...declared, ...change.add];
  };
}
