import { RelayError } from '@interline/kernel';
import type { Claims, PublicJwk, SdJwt, SdJwts } from '@interline/ports';
import { type Constraint, readConstraint, recordOf } from './constraint.ts';

/** The terms of an open mandate: whose key may act, until when, and within which constraints. */
export interface OpenTerms {
  readonly constraints: readonly Constraint[];
  /** Claims that the closed mandate must repeat unchanged. */
  readonly preset: Claims;
  readonly agentKey: PublicJwk;
  readonly notBeforeSec: number;
  readonly expiresSec: number;
}

const openType = 'mandate.payment.open.1';
const presets = ['payee', 'payment_amount', 'payment_instrument', 'execution_date'] as const;
const understood: Understood = {
  ofMandate: new Set<string>([
    ...presets,
    ...['vct', 'constraints', 'cnf', 'iat', 'exp', 'nbf', 'iss', 'sub', 'jti', 'risk_data'],
  ]),
  ofToken: new Set(['delegate_payload', 'iss', 'sub', 'jti', 'iat', 'exp', 'nbf']),
};
const skewSec = 60;

/**
 * Reads the open mandate in a token. Throws `INVALID_MANDATE` where the token is not one, and `UNRESOLVED_CONSTRAINT`
 * where it has a claim that is not understood here, or hides one that may be a restriction.
 */
export function readOpenTerms(
  { claims, hidden }: SdJwt,
  keys: Pick<SdJwts, 'keyOf'>,
  nowMs: number,
): OpenTerms {
  const content = contentOf(claims);
  if (content?.['vct'] !== openType) throw invalid(`its vct is not ${openType}`);
  // The token itself may have a status list, or another claim that restricts the mandate it carries.
  const unread = unreadClaim(claims, content, understood);
  if (unread !== undefined)
    throw unresolved(`has the claim ${unread}, which is not understood here`);
  // A hidden element of an `allowed` list is simply not allowed.
  const concealed = hidden.find((path) => !/\.allowed\[\d+\]$/.test(path));
  if (concealed !== undefined) throw unresolved(`hides ${concealed}`);
  const { constraints: listed } = content;
  if (!Array.isArray(listed)) throw invalid('it has no list of constraints');
  const constraints = listed.map(readConstraint);
  const unknown = constraints.find((one) => one.kind === 'unknown');
  if (unknown !== undefined)
    throw unresolved(`has the constraint ${unknown.type}, which is not understood here`);
  assertComplete(constraints);
  const confirmation = recordOf(content['cnf']);
  const agentKey = keys.keyOf(confirmation?.['jwk']);
  if (agentKey === null) throw invalid('its cnf.jwk is not a key of P-256 or Ed25519');
  return {
    ...timesOf([claims, content], Math.floor(nowMs / 1_000)),
    constraints,
    agentKey,
    preset: Object.fromEntries(
      presets.flatMap((name) => (name in content ? [[name, content[name]]] : [])),
    ),
  };
}

/** The claims that a mandate may have, and those that a token may have in addition to a `delegate_payload`. */
export interface Understood {
  readonly ofMandate: ReadonlySet<string>;
  readonly ofToken: ReadonlySet<string>;
}

/** A claim that is not understood, of the mandate or of the token that it is in; undefined where there is none. */
export function unreadClaim(
  claims: Claims,
  content: Claims,
  { ofMandate, ofToken }: Understood,
): string | undefined {
  return (
    Object.keys(content).find((name) => !ofMandate.has(name)) ??
    (content === claims ? undefined : Object.keys(claims).find((name) => !ofToken.has(name)))
  );
}

/** The mandate's own claims: AP2 puts them in `delegate_payload`, a list of one. Null where the list has several. */
export function contentOf(claims: Claims): Claims | null {
  const { delegate_payload: delegated } = claims;
  if (delegated === undefined) return claims;
  if (!Array.isArray(delegated) || delegated.length !== 1) return null;
  return recordOf(delegated[0]);
}

/** AP2's rule: a mandate for several payments limits the amount of each and of all. */
function assertComplete(constraints: readonly Constraint[]): void {
  const has = (kind: Constraint['kind']): boolean => constraints.some((one) => one.kind === kind);
  const repeated = constraints.find(
    ({ kind }, index) => constraints.findIndex((one) => one.kind === kind) !== index,
  );
  if (repeated !== undefined) throw unresolved('has several constraints of one kind');
  if (!has('reference')) throw invalid('it lacks the constraint payment.reference');
  if (!has('recurrence')) return;
  if (!has('amount-range') || !has('budget'))
    throw invalid('payment.agent_recurrence needs payment.amount_range and payment.budget');
}

function timesOf(
  all: readonly Claims[],
  nowSec: number,
): Pick<OpenTerms, 'notBeforeSec' | 'expiresSec'> {
  const each = (name: string): readonly number[] =>
    all
      .map((claims) => claims[name])
      .filter((value) => value !== undefined)
      .map((value) => {
        if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
        throw invalid(`its ${name} is not whole seconds of the epoch`);
      });
  const expiresSec = Math.min(...each('exp'));
  if (!Number.isSafeInteger(expiresSec)) throw invalid('it has no exp');
  if (expiresSec <= nowSec) throw new RelayError('MANDATE_EXPIRED');
  if (each('iat').some((iat) => iat > nowSec + skewSec)) throw invalid('its iat is in the future');
  return { expiresSec, notBeforeSec: Math.max(0, ...each('nbf')) };
}

export function invalid(what: string): RelayError {
  return new RelayError('INVALID_MANDATE', {}, `the mandate is not accepted here: ${what}`);
}

export function unresolved(what: string): RelayError {
  return new RelayError('UNRESOLVED_CONSTRAINT', {}, `the mandate ${what}`);
}
