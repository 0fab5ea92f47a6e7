import { canonicalText, type Ppm } from '@interline/kernel';
import type { ClosedPayment } from './closed-payment.ts';
import type { Constraint } from './constraint.ts';
import type { OpenTerms } from './open-terms.ts';
import { windowOf } from './time-span.ts';

/** What a mandate was used for so far. */
export interface MandateUse {
  /** Reserved and spent together, in cents. */
  readonly cents: bigint;
  readonly uses: number;
  /** The windows in which it was used. */
  readonly windows: readonly string[];
}

/** What the payment is, by what will be done and not by what its mandate says. */
export interface PaymentFacts {
  /** Of the body that is to be executed. */
  readonly transactionId: string;
  /** CAIP-10 of the recipient, with the memo behind it where there is one. */
  readonly payeeId: string;
  /** CAIP-19 of the token that is pulled. */
  readonly instrumentId: string;
  /** What it is worth now, rounded up. */
  readonly worthCents: bigint;
  /** How far the body lets the price fall on the way. */
  readonly slippage: Ppm;
  /** The hash that stands where no checkout is. */
  readonly anyReference: string;
  readonly atMs: number;
}

export interface Failing {
  /** The constraint's type, or the claim's name. */
  readonly constraint: string;
  readonly reason: string;
  /** - unresolved: it cannot be judged; used: it would allow it, had less been used; broken: it does not allow it */
  readonly why: 'broken' | 'unresolved' | 'used';
}

const instrumentType = 'interline.permit2-allowance.1';
/** In parts per million: the agent must not choose how much of the payment the payee may lose to other traders. */
const mostSlippage = 10_000;
/** A day that is named is over after that, and a time is long past. */
const dayMs = 86_400_000;

/** Everything that the mandate does not allow, in its order; empty where it allows the payment. */
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

/** The closed mandate must say what is really done. */
function judgeFacts(
  { transactionId, payee, instrument, cents, executionDate }: ClosedPayment,
  facts: PaymentFacts,
): readonly Failing[] {
  const wrong = (constraint: string, reason: string): Failing => ({
    constraint,
    reason,
    why: 'broken',
  });
  return [
    ...(transactionId === facts.transactionId
      ? []
      : [wrong('transaction_id', `the body's is ${facts.transactionId}`)]),
    ...(sameId(payee.id, facts.payeeId) ? [] : [wrong('payee', `the body pays ${facts.payeeId}`)]),
    ...(instrument.type === instrumentType && sameId(instrument.id, facts.instrumentId)
      ? []
      : [wrong('payment_instrument', `the body takes ${facts.instrumentId} by ${instrumentType}`)]),
    ...(cents >= facts.worthCents
      ? []
      : [
          wrong(
            'payment_amount',
            `the body is worth ${facts.worthCents} cents now, more than ${cents}`,
          ),
        ]),
    ...(facts.slippage <= mostSlippage
      ? []
      : [wrong('slippage', `under a mandate at most ${mostSlippage / 1_000_000}`)]),
    ...(executionDate === null || executionDate.fromMs <= facts.atMs
      ? []
      : [
          wrong('execution_date', 'it is later than now, and what is executed is executed at once'),
        ]),
    ...(executionDate === null || facts.atMs < executionDate.fromMs + dayMs
      ? []
      : [wrong('execution_date', 'it is over, and what is executed is executed now')]),
  ];
}

function judgePresets({ preset }: OpenTerms, { claims }: ClosedPayment): readonly Failing[] {
  return Object.keys(preset)
    .filter((name) => canonicalText(preset[name]) !== canonicalText(claims[name]))
    .map((constraint) => ({ constraint, reason: 'the open mandate says another', why: 'broken' }));
}

/** Without a word on recurrence a mandate is for one payment. */
function judgeReuse({ constraints }: OpenTerms, { uses }: MandateUse): readonly Failing[] {
  const mayRecur = constraints.some(({ kind }) => kind === 'recurrence');
  const reason = 'it is for one payment, and was used';
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
      if (cents > constraint.max) return failing('amount_range', `at most ${constraint.max} cents`);
      // By what it is worth: whoever states more than that does not pay more.
      return worthCents < constraint.min
        ? failing('amount_range', `at least ${constraint.min} cents`)
        : [];
    case 'budget':
      return used.cents + cents > constraint.max
        ? failing('budget', `${used.cents} of ${constraint.max} cents are used`, 'used')
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
        : failing('reference', 'it is of a checkout, and none is presented here', 'unresolved');
    case 'execution-date':
      return constraint.within.fromMs <= atMs && atMs <= constraint.within.untilMs
        ? []
        : failing('execution_date', 'now is not in its window');
    case 'unknown':
      return [{ constraint: constraint.type, reason: 'not understood here', why: 'unresolved' }];
  }
}

/** EVM addresses mean the same in every case of their letters; those of other chains do not. */
function sameId(one: string, other: string): boolean {
  const plain = (id: string): string => (id.startsWith('eip155:') ? id.toLowerCase() : id);
  return plain(one) === plain(other);
}
