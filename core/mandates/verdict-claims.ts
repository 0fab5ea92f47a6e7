import type { ErrorCode } from '@interline/kernel';
import type { Claims } from '@interline/ports';
import type { Route } from '../transfer/index.ts';
import type { MandatePayment } from './mandate.ts';

/** The `typ` of a verdict's JWS. No other JWS has it. */
export const verdictType = 'interline-mandate-receipt+jwt';

const issuer = 'interline';

/**
 * AP2's guide describes a mandate receipt with `result`, its schema a payment receipt with `status`; each verdict has
 * both. Only the verdict on a route's end names the transaction on the chain.
 */
export function acceptedClaims(payment: MandatePayment, atMs: number): Claims {
  return { ...shared(payment, atMs), result: 'success', status: 'Success' };
}

export function endedClaims(payment: MandatePayment, ended: Route, atMs: number): Claims {
  const { status, failure, destTx } = ended;
  return status === 'DONE'
    ? {
        ...shared(payment, atMs),
        result: 'success',
        status: 'Success',
        network_confirmation_id: destTx,
      }
    : {
        ...shared(payment, atMs),
        result: 'error',
        status: 'Error',
        error: 'payment_failed',
        error_description: failure?.reason ?? 'the transfer failed',
      };
}

/** AP2's words for our refusals. A refusal that is not listed is not a verdict on the mandate. */
export const verdicts: ReadonlyMap<ErrorCode, string> = new Map<ErrorCode, string>([
  ['INVALID_CREDENTIAL', 'invalid_credential'],
  ['UNRESOLVED_CONSTRAINT', 'unresolved_constraint'],
  ['INVALID_MANDATE', 'invalid_mandate'],
  ['MANDATE_REVOKED', 'invalid_mandate'],
  ['MANDATE_EXPIRED', 'invalid_mandate'],
  ['MANDATE_BUDGET', 'invalid_mandate'],
  ['MANDATE_USED', 'invalid_mandate'],
]);

/** The verdict on a presentation that was refused. */
export function refusedClaims(
  { reference, error, reason }: { reference: string; error: string; reason: string },
  atMs: number,
): Claims {
  return {
    iss: issuer,
    iat: Math.floor(atMs / 1_000),
    reference,
    result: 'error',
    status: 'Error',
    error,
    error_description: reason,
  };
}

function shared({ reference, routeId }: MandatePayment, atMs: number): Claims {
  return {
    iss: issuer,
    iat: Math.floor(atMs / 1_000),
    reference,
    payment_id: routeId,
    psp_confirmation_id: routeId,
  };
}
