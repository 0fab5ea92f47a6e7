import { isRelayError } from '@interline/kernel';
import type { PaymentPorts } from './ports.ts';
import type { Settlement } from './settlement.ts';

/**
 * The settlement, if the database recorded the unit that reported its success at that time but did
 * not answer its COMMIT. Otherwise no caller would get the success. Throws the error in any other
 * case.
 */
export async function reportedInDoubt(
  { store }: Pick<PaymentPorts, 'store'>,
  { id, atMs }: { readonly id: string; readonly atMs: number },
  error: unknown,
): Promise<Settlement> {
  const isInDoubt = isRelayError(error) && error.details['recorded'] === 'unknown';
  const now = isInDoubt ? await store.reads.payments.settlement(id) : null;
  if (now?.reportedAtMs !== atMs) throw error;
  return now;
}
