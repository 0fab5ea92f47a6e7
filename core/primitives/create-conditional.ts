import { admitRecord, authorityOf, checkTerms, liveWarnings } from './admit-record.ts';
import type { Condition } from './condition.ts';
import type { PrimitiveCaller, PrimitivePorts } from './primitive-ports.ts';
import type { Conditional, PrimitiveTerms } from './primitive.ts';

export interface ConditionalRequest {
  readonly terms: PrimitiveTerms;
  readonly live: boolean;
  readonly when: Condition;
}

/**
 * Stores a conditional. One that waits for a time is looked at then, one that waits for a price
 * from now on.
 */
export type CreateConditional = (
  request: ConditionalRequest,
  caller: PrimitiveCaller,
  signal: AbortSignal,
) => Promise<Conditional>;

/** A price is looked at whenever its lease allows, whatever the clock says. */
const alwaysDue = 0;

export function createConditional(ports: PrimitivePorts): CreateConditional {
  return async ({ terms, live, when }, caller, signal) => {
    checkTerms(ports, terms);
    const warnings = [
      ...(await priceWarnings(ports, when, signal)),
      ...liveWarnings(ports.policy, live, caller),
    ];
    const nowMs = ports.clock.now();
    const conditional: Conditional = {
      id: `cond_${ports.entropy.hex(16)}`,
      version: 0,
      kind: 'conditional',
      status: 'armed',
      terms,
      live,
      ...authorityOf(ports.policy, caller),
      client: caller.client,
      warnings,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      when,
      sample: null,
      nextRunAtMs: when.type === 'timeAfter' ? when.atMs : alwaysDue,
      fence: 0,
      runs: [],
      reason: null,
    };
    await admitRecord(ports, conditional);
    return conditional;
  };
}

async function priceWarnings(
  { price }: PrimitivePorts,
  when: Condition,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (when.type === 'timeAfter' || (await price.priceOf(when.token, signal)) !== null) return [];
  return [
    `there is no fresh, undisputed price of ${when.asset} now; the condition cannot come true before there is one`,
  ];
}
