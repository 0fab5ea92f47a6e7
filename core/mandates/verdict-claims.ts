import type { ErrorCode } from '@interline/kernel';
import type { Claims } from '@interline/ports';
import type { Route } from '../transfer/index.ts';
import type { MandatePayment } from './mandate.ts';

/** The type of a verdict's JWS: nothing else is signed under it. */
export const verdictType = 'interline-mandate-receipt+jwt';

const issuer = 'interline';

/**
 * AP2's guide has a mandate receipt with `result`, its schema a payment receipt with `status`; each verdict has
 * both. The chain's word comes with the end alone.
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

/** What AP2 calls a refusal of ours; others are no verdicts on a mandate. */
export const verdicts: ReadonlyMap<ErrorCode, string> = new Map<ErrorCode, string>([
  ['INVALID_CREDENTIAL', 'invalid_credential'],
  ['UNRESOLVED_CONSTRAINT', 'unresolved_constraint'],
  ['INVALID_MANDATE', 'invalid_mandate'],
  ['MANDATE_REVOKED', 'invalid_mandate'],
  ['MANDATE_EXPIRED', 'invalid_mandate'],
  ['MANDATE_BUDGET', 'invalid_mandate'],
  ['MANDATE_USED', 'invalid_mandate'],
]);

/** Of a presentation that was not accepted. */
export function refusedClaims(
  { reference, error, reason }: { reference: string; error: string; reason: string },
  atMs: number,
): Claims {
  return {
    ...{ iss: issuer, iat: Math.floor(atMs / 1_000), reference },
    ...{ result: 'error', status: 'Error', error, error_description: reason },
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
