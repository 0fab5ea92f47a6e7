import type { TransactionPorts } from '../ports.ts';

/**
 * Why a start was refused: the store knows no account of ours, but the chains have their
 * transactions. A service with such a store would forget its debts.
 */
class EmptyStore extends Error {
  override readonly name = 'EmptyStore';

  constructor(used: readonly string[]) {
    super(
      `STORE_EMPTY: the store is empty, and these accounts were used before: ${used.join('; ')}. ` +
        'Routes of theirs may be open, and their payers unpaid. Restore the store ("interline restore", or the ' +
        "database's own tools), or point the config at the one that this deployment had. If the accounts were " +
        'used for something else and nothing is owed, start once with --accept-history',
    );
  }
}

/**
 * Throws `EmptyStore` if the store has never used any account, and a responsive chain counts
 * transactions of one. A silent chain is skipped.
 */
export async function refuseEmptyStore(
  { custody, store, log }: Pick<TransactionPorts, 'custody' | 'store' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  if ((await store.reads.transactions.accounts()).length > 0) return;
  const used = await Promise.all(
    custody.chains.flatMap((chain) =>
      custody.roles(chain).map(async (role) => {
        const account = custody.account(chain, role);
        const slots = await custody.queue(chain, account, signal).catch(() => null);
        if (slots === null) log.warn('account-not-judged', { chain, role });
        return slots === null || slots.pending === 0
          ? []
          : [`${role} ${account} on ${chain} has sent ${slots.pending} transactions`];
      }),
    ),
  );
  if (used.flat().length > 0) throw new EmptyStore(used.flat());
}
