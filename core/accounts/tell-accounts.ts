import type { AccountEvent } from './account-event.ts';
import type { EventUnit } from './repository.ts';

/**
 * Within the caller's unit: adds the event to each of these accounts that has signed in before, and enqueues
 * it for the account's webhooks, or for the named one alone.
 */
export async function tellAccounts(
  tx: EventUnit,
  accounts: readonly string[],
  happened: Omit<AccountEvent, 'account' | 'seq'>,
  only?: string,
): Promise<readonly AccountEvent[]> {
  const events = await tx.accounts.recordEvents(accounts, happened);
  for (const event of events) await tx.webhooks.oweToAccount(event, only);
  return events;
}
