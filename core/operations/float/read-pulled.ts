import { accountRoles, type AccountRole, RelayError } from '@interline/kernel';
import { withEachKeySet } from '../../transactions/index.ts';
import type { TransferPorts } from '../../transfer/index.ts';
import type { OperationStore } from '../repository.ts';
import { type Pulled, refused } from './assert-returnable.ts';

type Ports = Pick<TransferPorts, 'custody' | 'former'> & {
  readonly store: Pick<OperationStore, 'reads'>;
};

/** Throws `UNKNOWN_RECORD`, and `WRONG_STATE` unless it is one pull of one amount to us. */
export async function readPulled<P extends Ports>(
  ports: P,
  id: string,
): Promise<{ readonly own: P; readonly role: AccountRole; readonly pulled: Pulled }> {
  const listed = await ports.store.reads.transactions.unmatchedTransactions();
  const unmatched = listed.find((one) => one.id === id);
  if (unmatched === undefined)
    throw new RelayError('UNKNOWN_RECORD', {}, 'no unmatched transaction has this id');
  const { kind, permit, moved, chain } = unmatched;
  if (kind !== 'pull' || permit === null)
    throw refused(`it is a ${kind}, which brought no payer's money to us`);
  const [one, ...others] = moved;
  if (one === undefined || others.length > 0 || one.from !== permit.owner)
    throw refused(
      `its transaction moved ${moved.length} payments of that payer, so how much is its own is not certain`,
    );
  for (const own of withEachKeySet(ports))
    for (const role of accountRoles)
      if (own.custody.account(chain, role) === one.to)
        return {
          own,
          role,
          pulled: {
            unmatched,
            book: { chain, account: one.to, token: one.token },
            payer: permit.owner,
            nonce: BigInt(permit.nonce),
            units: one.units,
          },
        };
  throw refused(`the deployment no longer has the keys of ${one.to}, which it came to`);
}
