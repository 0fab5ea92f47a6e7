import type { Claims, SdJwt } from '@interline/ports';
import { centsOfInteger } from './cents.ts';
import { type Instrument, type Payee, recordOf, textOf } from './constraint.ts';
import { contentOf, invalid, type Understood, unreadClaim } from './open-terms.ts';
import { type Span, timeSpan } from './time-span.ts';

/** The one payment that a closed mandate is for. */
export interface ClosedPayment {
  readonly transactionId: string;
  readonly payee: Payee;
  /** The most that it is worth, as the agent states it. */
  readonly cents: bigint;
  readonly instrument: Instrument;
  /** Null where the payment is due now. */
  readonly executionDate: Span | null;
  /** As disclosed. They identify the closed mandate under any salts and any signature. */
  readonly claims: Claims;
}

const skewSec = 60;
const closedType = 'mandate.payment.1';
const understood: Understood = {
  ofMandate: new Set([
    ...['vct', 'transaction_id', 'payee', 'payment_amount', 'payment_instrument'],
    ...['execution_date', 'iat', 'exp', 'jti', 'risk_data'],
  ]),
  ofToken: new Set([
    ...['delegate_payload', 'iss', 'sub', 'jti', 'iat', 'exp'],
    ...['aud', 'nonce', 'sd_hash'],
  ]),
};

/** `nowMs`: null where its times are not checked. Throws `INVALID_MANDATE`. */
export function readClosedPayment({ claims, hidden }: SdJwt, nowMs: number | null): ClosedPayment {
  const content = contentOf(claims);
  if (content?.['vct'] !== closedType)
    throw invalid(`the vct of the closed mandate is not ${closedType}`);
  if (hidden.length > 0) throw invalid('the closed mandate hides a claim');
  const unread = unreadClaim(claims, content, understood);
  if (unread !== undefined)
    throw invalid(`the closed mandate has the claim ${unread}, which is not understood here`);
  if (nowMs !== null) for (const one of [claims, content]) assertTimely(one, nowMs / 1_000);
  const amount = recordOf(content['payment_amount']);
  const cents = centsOfInteger(amount?.['amount']);
  if (cents === null || amount?.['currency'] !== 'USD')
    throw invalid('payment_amount is not {amount, currency} of whole cents in USD');
  const [payee, instrument] = [recordOf(content['payee']), recordOf(content['payment_instrument'])];
  const { execution_date: date } = content;
  const executionDate = date === undefined ? null : timeSpan(date);
  if (date !== undefined && executionDate === null)
    throw invalid('execution_date is not a date or time of ISO 8601 with its zone');
  return {
    transactionId: named(content['transaction_id'], 'transaction_id'),
    payee: { id: named(payee?.['id'], 'payee.id'), name: textOf(payee?.['name']) ?? '' },
    instrument: {
      id: named(instrument?.['id'], 'payment_instrument.id'),
      type: named(instrument?.['type'], 'payment_instrument.type'),
    },
    cents,
    executionDate,
    claims: content,
  };
}

function assertTimely({ exp, iat }: Claims, nowSec: number): void {
  if (exp !== undefined && !(typeof exp === 'number' && exp > nowSec))
    throw invalid('the closed mandate has expired');
  if (iat !== undefined && !(typeof iat === 'number' && iat <= nowSec + skewSec))
    throw invalid('the iat of the closed mandate is in the future');
}

function named(value: unknown, what: string): string {
  const text = textOf(value);
  if (text === null) throw invalid(`the closed mandate has no ${what}`);
  return text;
}
