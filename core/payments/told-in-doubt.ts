import { isRelayError } from '@interline/kernel';
import type { PaymentPorts } from './ports.ts';
import type { Settlement } from './settlement.ts';

/**
 * The settlement, where the database has recorded the unit that told its success at that time and did not
 * answer its COMMIT: else nobody would be told. Throws the error where it was not that.
 */
export async function toldInDoubt(
  { store }: Pick<PaymentPorts, 'store'>,
  { id, atMs }: { readonly id: string; readonly atMs: number },
  error: unknown,
): Promise<Settlement> {
  const isInDoubt = isRelayError(error) && error.details['recorded'] === 'unknown';
  const now = isInDoubt ? await store.reads.payments.settlement(id) : null;
  if (now?.toldAtMs !== atMs) throw error;
  return now;
}
