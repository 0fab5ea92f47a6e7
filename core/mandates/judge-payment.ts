import { canonicalText, inDollars, type Ppm, showSlippage } from '@interline/kernel';
import type { ClosedPayment } from './closed-payment.ts';
import type { Constraint } from './constraint.ts';
import type { OpenTerms } from './open-terms.ts';
import { windowOf } from './time-span.ts';

/** What a mandate's payments have taken so far. */
export interface MandateUse {
  /** Reserved and spent together, in cents. */
  readonly cents: bigint;
  readonly uses: number;
  /** The windows in which it was used. */
  readonly windows: readonly string[];
}

/** The payment as it would be executed, not as its closed mandate states it. */
export interface PaymentFacts {
  /** Hash of the body that would be executed. */
  readonly transactionId: string;
  /** CAIP-10 of the recipient, followed by the memo where there is one. */
  readonly payeeId: string;
  /** CAIP-19 of the token that is pulled. */
  readonly instrumentId: string;
  /** Its worth now, rounded up. */
  readonly worthCents: bigint;
  /** What the body accepts, and the most that the agent's policy allows. */
  readonly slippage: Ppm;
  readonly maxSlippage: Ppm;
  /** The reference of a payment without a checkout. */
  readonly anyReference: string;
  readonly atMs: number;
}

export interface Failing {
  /** The constraint's type, or the claim's name. */
  readonly constraint: string;
  readonly reason: string;
  /**
   * - unresolved: it cannot be evaluated
   * - used: earlier payments used it up
   * - broken: it forbids the payment
   */
  readonly why: 'broken' | 'unresolved' | 'used';
}

const instrumentType = 'interline.permit2-allowance.1';
/** How long after its start an execution date is still current. */
const dayMs = 86_400_000;

/** Everything that the mandate does not allow, in the order of the mandate; empty where it allows the payment. */
export function judgePayment(
  terms: OpenTerms,
  payment: ClosedPayment,
  facts: PaymentFacts,
  used: MandateUse,
): readonly Failing[] {
  return [
    ...judgeFacts(payment, facts),
    ...judgePresets(terms, payment),
    ...judgeReuse(terms, used),
    ...terms.constraints.flatMap((one) => judgeConstraint(one, payment, facts, used)),
  ];
}

/** The closed mandate must state what the body does. */
function judgeFacts(
  { transactionId, payee, instrument, cents, executionDate }: ClosedPayment,
  facts: PaymentFacts,
): readonly Failing[] {
  const unless = (isTrue: boolean, constraint: string, reason: string): readonly Failing[] =>
    isTrue ? [] : [{ constraint, reason, why: 'broken' }];
  const startMs = executionDate?.fromMs ?? facts.atMs;
  return [
    ...unless(
      transactionId === facts.transactionId,
      'transaction_id',
      `the body's is ${facts.transactionId}`,
    ),
    ...unless(sameId(payee.id, facts.payeeId), 'payee', `the body pays ${facts.payeeId}`),
    ...unless(
      instrument.type === instrumentType && sameId(instrument.id, facts.instrumentId),
      'payment_instrument',
      `the body takes ${facts.instrumentId} by ${instrumentType}`,
    ),
    ...unless(
      cents >= facts.worthCents,
      'payment_amount',
      `the body is worth ${inDollars(facts.worthCents)} now, more than ${inDollars(cents)}`,
    ),
    ...unless(
      facts.slippage <= facts.maxSlippage,
      'slippage',
      `the body accepts ${showSlippage(facts.slippage)}; at most ${showSlippage(facts.maxSlippage)} is allowed, unless maxSlippage of the agent's policy allows more`,
    ),
    ...unless(
      startMs <= facts.atMs,
      'execution_date',
      'it is in the future, and the payment would be executed now',
    ),
    ...unless(
      facts.atMs < startMs + dayMs,
      'execution_date',
      'it has passed, and the payment would be executed now',
    ),
  ];
}

function judgePresets({ preset }: OpenTerms, { claims }: ClosedPayment): readonly Failing[] {
  return Object.keys(preset)
    .filter((name) => canonicalText(preset[name]) !== canonicalText(claims[name]))
    .map((constraint) => ({
      constraint,
      reason: 'the open mandate sets another value',
      why: 'broken',
    }));
}

/** A mandate without a recurrence constraint is for one payment. */
function judgeReuse({ constraints }: OpenTerms, { uses }: MandateUse): readonly Failing[] {
  const mayRecur = constraints.some(({ kind }) => kind === 'recurrence');
  const reason = 'the mandate is for one payment, and was used';
  return mayRecur || uses === 0
    ? []
    : [{ constraint: 'payment.agent_recurrence', reason, why: 'used' }];
}

function judgeConstraint(
  constraint: Constraint,
  { cents, payee, instrument }: ClosedPayment,
  { anyReference, worthCents, atMs }: PaymentFacts,
  used: MandateUse,
): readonly Failing[] {
  const failing = (type: string, reason: string, why: Failing['why'] = 'broken') => [
    { constraint: `payment.${type}`, reason, why },
  ];
  switch (constraint.kind) {
    case 'amount-range':
      if (cents > constraint.max)
        return failing('amount_range', `at most ${inDollars(constraint.max)}`);
      // By its worth: an agent that states a higher amount does not pay more.
      return worthCents < constraint.min
        ? failing('amount_range', `at least ${inDollars(constraint.min)}`)
        : [];
    case 'budget':
      return used.cents + cents > constraint.max
        ? failing(
            'budget',
            `${inDollars(used.cents)} of ${inDollars(constraint.max)} are used`,
            'used',
          )
        : [];
    case 'recurrence': {
      const { maxUses, frequency } = constraint;
      if (maxUses !== null && used.uses >= maxUses)
        return failing('agent_recurrence', `used ${used.uses} times of ${maxUses}`, 'used');
      const window = windowOf(frequency, atMs);
      return window !== null && used.windows.includes(window)
        ? failing('agent_recurrence', `used in this window (${frequency}, ${window})`, 'used')
        : [];
    }
    case 'payees':
      return constraint.ids.some((id) => sameId(id, payee.id))
        ? []
        : failing('allowed_payees', `${payee.id} is not among them`);
    case 'instruments':
      return constraint.ids.some((id) => sameId(id, instrument.id))
        ? []
        : failing('allowed_payment_instruments', `${instrument.id} is not among them`);
    case 'reference':
      return constraint.id === anyReference
        ? []
        : failing('reference', 'it names a checkout, and none is presented here', 'unresolved');
    case 'execution-date':
      return constraint.within.fromMs <= atMs && atMs <= constraint.within.untilMs
        ? []
        : failing('execution_date', 'now is not in its window');
    case 'unknown':
      return [{ constraint: constraint.type, reason: 'not understood here', why: 'unresolved' }];
  }
}

/** Compares EVM ids without regard to case, which matters on other chains. */
function sameId(one: string, other: string): boolean {
  const plain = (id: string): string => (id.startsWith('eip155:') ? id.toLowerCase() : id);
  return plain(one) === plain(other);
}
