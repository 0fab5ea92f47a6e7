import type { ChainRef, Address } from '@interline/kernel';
import type { RailManifest } from '@interline/ports';
import type { GuardHost } from './guard-settings.ts';

/** The operator's change to a rail's targets on one chain. */
export type TargetChange =
  /** Only these, instead of the manifest's. */
  | { readonly only: readonly Address[] }
  /** These in addition to the manifest's. */
  | { readonly add: readonly Address[] };

/** By chain. */
export type TargetChanges = Readonly<Record<ChainRef, TargetChange>>;

/**
 * The contracts that a rail's calls may use on each chain: its manifest's with the operator's
 * changes. A chain that neither names allows any contract that is not ours; only the order's own
 * money is at stake in any case.
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
