import type { z } from 'zod';
import { standardTimes } from '../standard-policy.ts';
import { type ConfiguredFinality, finalityRowOf } from './finality-row-of.ts';

interface Policies {
  readonly chains: readonly (ConfiguredFinality & {
    readonly bumpAfterSec?: number | undefined;
    readonly slowBumpSec?: number | undefined;
  })[];
  readonly slowBumpSec: number;
}

/**
 * What a chain's own figures must be to each other, with ours where the config has none: nothing
 * counts before it is final for longer than it is watched, and larger values wait no shorter.
 */
export function checkChainPolicies(
  { chains, slowBumpSec }: Policies,
  context: z.RefinementCtx,
): void {
  for (const [index, chain] of chains.entries()) {
    const refuse = (field: string, message: string): void => {
      context.addIssue({ code: 'custom', path: ['chains', index, field], message });
    };
    const { tiers, confirmations, finalDepth } = finalityRowOf(chain);
    const steps = [...tiers, { upToUsd: Infinity, confirmations }];
    for (const [at, step] of steps.entries()) {
      const before = steps[at - 1];
      if (before === undefined) continue;
      if (step.upToUsd <= before.upToUsd)
        refuse('confirmations', 'the tiers must go up in value: each upToUsd above the one before');
      if (step.confirmations < before.confirmations)
        refuse(
          'confirmations',
          `a larger value must not need fewer confirmations: ${step.confirmations} after ${before.confirmations}`,
        );
    }
    const most = Math.max(...steps.map((step) => step.confirmations));
    if (most > finalDepth)
      refuse(
        chain.finalDepth === undefined ? 'confirmations' : 'finalDepth',
        `${most} confirmations are more than the final depth of ${finalDepth}, to which reorgs are watched; set finalDepth to ${most} at least`,
      );
    const bump = chain.bumpAfterSec ?? standardTimes.bumpAfterMs / 1_000;
    const slow = chain.slowBumpSec ?? slowBumpSec;
    if (slow < bump)
      refuse(
        chain.slowBumpSec === undefined ? 'bumpAfterSec' : 'slowBumpSec',
        `slow bumps every ${slow} seconds must not come faster than the first ones, every ${bump} seconds`,
      );
  }
}
