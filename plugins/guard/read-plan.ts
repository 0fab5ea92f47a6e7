import { type Order, type Plan, type RailOutcome, refuse } from '@interline/kernel';
import type { RailManifest } from '@interline/ports';
import { firstIssue } from '../admission/first-issue.ts';
import { broken } from './broken-contract.ts';
import type { GuardHost } from './guard-host.ts';
import { planOutcomeShape } from './plan-shape.ts';
import { planViolation } from './plan-violation.ts';

/** Reads a rail's plan; one outside the contract is refused, so that another rail can be tried. */
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
