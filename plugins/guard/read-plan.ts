import {
  type Order,
  type Plan,
  type PlanStep,
  type RailOutcome,
  refuse,
  tokenKey,
  type TokenRef,
} from '@interline/kernel';
import type { RailManifest } from '@interline/ports';
import { firstIssue } from '../admission/show-found.ts';
import { planOutcomeShape } from './boundary-shapes.ts';
import { callViolation } from './call-violation.ts';
import type { GuardHost } from './guard-settings.ts';
import { broken } from './plain-text.ts';
import { isAboveInput } from './read-offers.ts';
import { recallViolation } from './read-recall.ts';

/** Reads a rail's plan; an invalid one is refused, so that another rail can be tried. */
export function readPlan(
  value: unknown,
  order: Order,
  manifest: RailManifest,
  host: GuardHost,
): RailOutcome<Plan> {
  const read = planOutcomeShape.safeParse(value);
  if (!read.success) return refuse('RAIL_FAULT', broken(manifest.id, firstIssue(read.error)));
  // CAST: shape and bounds were just read; the brands say no more than that.
  const outcome = read.data as RailOutcome<Plan>;
  if (!outcome.ok) return outcome;
  const violation = planViolation(outcome.value, order, manifest, host);
  return violation === null ? outcome : refuse('RAIL_FAULT', broken(manifest.id, violation));
}

/** What is wrong with a well-shaped plan, in our own words, or null. */
export function planViolation(
  plan: Plan,
  order: Order,
  manifest: RailManifest,
  host: GuardHost,
): string | null {
  if (plan.fee > order.amount) return `its fee ${plan.fee} is above the order's ${order.amount}`;
  if (isAboveInput(order, plan.output))
    return `it plans ${plan.output} out of ${order.amount} of one asset`;
  if (manifest.minOut === 'enforced' && plan.output < order.minOutput)
    return `it plans ${plan.output}, below the agreed ${order.minOutput} that it enforces`;
  const outside = plan.steps.find((step) => !mayPlan(manifest, step));
  if (outside !== undefined)
    return `it plans a ${outside.kind}, which its manifest gives it no right to`;
  if (!mayPullTo(manifest, plan.pullTo))
    return `it pulls to ${plan.pullTo}, which its manifest gives it no right to`;
  return (
    payoutViolation(plan, order) ??
    callViolation(plan, order, host) ??
    plannedRecallViolation(plan, order, manifest, host)
  );
}

function mayPlan({ effects, capabilities }: RailManifest, { kind }: PlanStep): boolean {
  switch (kind) {
    case 'reserve':
    case 'payout':
      return effects === 'real' && capabilities.includes('inventory');
    case 'call':
    case 'deposit':
      return effects === 'real';
    case 'await-deposit':
    case 'await-funds':
    case 'track':
      return true;
  }
}

function mayPullTo({ effects, capabilities }: RailManifest, pullTo: Plan['pullTo']): boolean {
  switch (pullTo) {
    case 'float':
      return effects === 'real' && capabilities.includes('inventory');
    case 'spender':
      return effects === 'real';
    case 'none':
      return true;
  }
}

/** A later recall's target is checked like a call's; its calldata is known only then. */
function plannedRecallViolation(
  { steps }: Plan,
  order: Order,
  { effects }: RailManifest,
  host: GuardHost,
): string | null {
  for (const step of steps) {
    if (step.kind !== 'track' || step.recall === undefined) continue;
    if (effects !== 'real') return 'it plans a recall, which its manifest gives it no right to';
    const wrong = recallViolation({ to: step.recall.to, data: '0x' }, order, host);
    if (wrong !== null) return `of its recall: ${wrong}`;
  }
  return null;
}

function payoutViolation({ steps, output }: Plan, order: Order): string | null {
  const payouts = steps.filter((step) => step.kind === 'payout');
  if (payouts.length === 0) return null;
  if (payouts.some((step) => step.to !== order.recipient || !isSame(step.token, order.to)))
    return 'it pays out another token or to another account than the order says';
  const paid = sum(payouts);
  if (paid !== output) return `its payouts add up to ${paid} and its output is ${output}`;
  const reserved = sum(
    steps.filter((step) => step.kind === 'reserve').filter((step) => isSame(step.token, order.to)),
  );
  return reserved < paid ? `it pays out ${paid} and reserves ${reserved}` : null;
}

function sum(steps: readonly { readonly units: bigint }[]): bigint {
  return steps.reduce((total, step) => total + step.units, 0n);
}

function isSame(a: TokenRef, b: TokenRef): boolean {
  return tokenKey(a) === tokenKey(b);
}
