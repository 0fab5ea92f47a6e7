import { isRelayError, RelayError } from '@interline/kernel';
import { readReplaceable, type Replaceable } from '../../transactions/index.ts';
import type { TransferPorts } from '../../transfer/index.ts';

/**
 * The open transaction that an order replaces. Throws `UNKNOWN_RECORD` if the id never existed,
 * `WRONG_STATE` if it has ended or cannot be replaced in its current state, and
 * `CHAIN_UNREACHABLE`.
 */
export async function readOrderedTransaction(
  given: TransferPorts,
  id: string,
  by: Parameters<typeof readReplaceable>[2],
  signal: AbortSignal,
): Promise<Replaceable> {
  try {
    return await readReplaceable(given, id, by, signal);
  } catch (error) {
    if (!isRelayError(error) || error.code !== 'UNKNOWN_RECORD') throw error;
    const known = await given.store.reads.transactions.transaction(id);
    if (known === null) throw error;
    const reason = `it is ${known.state}, and only an open transaction can be replaced`;
    throw new RelayError('WRONG_STATE', { field: 'transaction' }, reason, { cause: error });
  }
}
