import { isRelayError, RelayError } from '@interline/kernel';
import type { Clock, SdJwts } from '@interline/ports';
import type { SignClaims } from '../evidence/index.ts';
import type { MandateStore } from './repository.ts';
import { refusedClaims, verdicts } from './verdict-claims.ts';

interface Ports {
  readonly store: MandateStore;
  readonly sdJwts: Pick<SdJwts, 'split' | 'hashOf'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Null where the deployment signs nothing. */
  readonly sign: SignClaims | null;
}

/**
 * Does the work that a presentation is for. Where that throws a verdict on the mandate, throws it again with the signed
 * verdict in its details.
 */
export type SignRefusals = <T>(presentation: string, work: () => Promise<T>) => Promise<T>;

export function signRefusals(ports: Ports): SignRefusals {
  return async (presentation, work) => {
    try {
      return await work();
    } catch (error) {
      throw await signed(ports, presentation, error);
    }
  };
}

async function signed(
  { store, sdJwts, clock, sign }: Ports,
  presentation: string,
  error: unknown,
): Promise<unknown> {
  if (!isRelayError(error)) return error;
  const { code, message, details } = error;
  const verdict = verdicts.get(code);
  if (verdict === undefined || sign === null) return error;
  const { binding, token } = sdJwts.split(presentation);
  const reference = sdJwts.hashOf(binding ?? token);
  const claims = refusedClaims({ reference, error: verdict, reason: message }, clock.now());
  const mandateReceipt = await store.run('sign-refusal', (tx) => sign(tx, claims));
  return mandateReceipt === null
    ? error
    : new RelayError(code, { ...details, mandateReceipt }, message, { cause: error });
}
