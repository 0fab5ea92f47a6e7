import { chainToWire } from '@interline/kernel';
import type { SponsoredCall, SponsorWrites } from '../sponsor/index.ts';
import type { TransactionReads } from '../transactions/index.ts';
import type { EventUnit } from './repository.ts';
import { accountsOfPayer } from './session.ts';
import { tellAccounts } from './tell-accounts.ts';

type Settled = Parameters<SponsorWrites['settleSponsoredCall']>[1];

/**
 * Within the unit that saw how sponsored calls ended: adds the event to their payer's accounts. If the same
 * end is seen again, as after a reorg, no second event is added.
 */
export async function noteSponsored(
  tx: EventUnit & { readonly transactions: Pick<TransactionReads, 'transactionsOf'> },
  before: SponsoredCall,
  { outcome }: Pick<Settled, 'outcome'>,
  nowMs: number,
): Promise<void> {
  const { kind, chain, account, bundleId } = before;
  if (kind !== 'calls' || outcome === null) return;
  if (before.outcome?.isSuccess === outcome.isSuccess) return;
  const carried = bundleId === null ? [] : await tx.transactions.transactionsOf(bundleId);
  await tellAccounts(tx, accountsOfPayer(chain, account), {
    kind: outcome.isSuccess ? 'sponsor.included' : 'sponsor.failed',
    atMs: nowMs,
    about: {
      sponsorId: before.id,
      chain: chainToWire(chain),
      userOpHash: before.hash,
      tx: outcome.elsewhere ?? carried.at(-1)?.minedHash ?? null,
      feeToken: before.fee.token,
      fee: outcome.feePaid.toString(),
      reason: outcome.innerError,
    },
  });
}
