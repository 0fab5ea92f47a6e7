import type { PrimitiveTerms } from '@interline/core/primitives';
import { isRelayError, RelayError } from '@interline/kernel';
import { type ExecuteSetting, parseExecuteRequest } from '../transfer/execute/parse.ts';
import type { PrimitiveRouteWire } from './primitive-request-schema.ts';

const nobody = { sandbox: null, isOperator: false, client: '', idempotency: null };

/**
 * A record's transfer, read as execute would read it. Refusals name the field where it stands, such
 * as `routes.3.amount`.
 */
export function readPrimitiveTerms(
  wire: PrimitiveRouteWire,
  field: string,
  setting: ExecuteSetting,
): PrimitiveTerms {
  try {
    const { quote, excludeRails } = parseExecuteRequest({ ...wire, mode: 'self' }, nobody, setting);
    return { quote, excludeRails };
  } catch (error) {
    if (!isRelayError(error)) throw error;
    const inner = error.details['field'];
    throw new RelayError(
      error.code,
      { ...error.details, field: typeof inner === 'string' ? `${field}.${inner}` : field },
      `${field}: ${error.message}`,
      { cause: error },
    );
  }
}
