import {
  accountRoles,
  type AccountRole,
  asUnits,
  type BalanceReading,
  type ChainRef,
  isRelayError,
  maxCostWei,
  nativeAddress,
  type TokenList,
  type Units,
} from '@interline/kernel';
import { withdrawFunds, withEachKeySet } from '../transactions/index.ts';
import type { TransferPorts } from '../transfer/index.ts';

/**
 * Sends what is left on the accounts of former keys to the accounts in use, once no route that was
 * accepted with these keys owes anything and all their transactions are final. Coin goes last, and
 * what its own transfer would cost stays. A chain that does not answer is left for the next time.
 */
export async function drainFormerKeys(ports: TransferPorts, signal: AbortSignal): Promise<void> {
  const [, ...former] = withEachKeySet(ports);
  for (const own of former) {
    if (await isNeeded(own)) continue;
    await Promise.all(
      own.custody.chains.map(async (chain) => {
        try {
          for (const role of accountRoles) await drain(own, ports, chain, role, signal);
        } catch (error) {
          const code = isRelayError(error) ? error.code : 'INTERNAL';
          ports.log.warn('keys-not-drained', { chain, code });
        }
      }),
    );
  }
}

/** Whether anything that was begun with the keys may still need their accounts. */
async function isNeeded({ store, custody }: TransferPorts): Promise<boolean> {
  const accounts = accountRoles.map((role) => custody.account(role));
  if ((await store.reads.transfers.countUnsettled(custody.account('spender'))) > 0) return true;
  return (await store.reads.transactions.watchedTransactions()).some((one) =>
    accounts.includes(one.account),
  );
}

async function drain(
  own: TransferPorts,
  { custody: inUse }: Pick<TransferPorts, 'custody'>,
  chain: ChainRef,
  role: AccountRole,
  signal: AbortSignal,
): Promise<void> {
  const readings = await own.custody.balances(chain, booksOf(own, chain, role), signal);
  const left = readings.find((one) => one.book.token !== nativeAddress && one.units > 0n);
  const coin = readings.find((one) => one.book.token === nativeAddress);
  const withdrawn =
    left ?? (coin === undefined ? null : await afterGas(own, coin, role, inUse, signal));
  if (withdrawn === null) return;
  await own.store.run('record-balances', async (tx) => {
    for (const reading of readings) await tx.books.recordBalance(reading);
  });
  const { token } = withdrawn.book;
  const { units } = withdrawn;
  await withdrawFunds(
    own,
    { chain, role, token, to: inUse.account(role), units, isIdle: true },
    async () => undefined,
    signal,
  );
  own.log.info('former-keys-drained', { chain, role, token, units: units.toString() });
}

function booksOf(
  { tokens, custody }: Pick<TransferPorts, 'custody'> & { readonly tokens: TokenList },
  chain: ChainRef,
  role: AccountRole,
) {
  const account = custody.account(role);
  const contracts = tokens.on(chain).filter(({ address }) => address !== nativeAddress);
  return [...contracts.map(({ address }) => address), nativeAddress].map((token) => ({
    chain,
    account,
    token,
  }));
}

/** The coin less the most that its own transfer costs; null where that is not worth it. */
async function afterGas(
  own: Pick<TransferPorts, 'custody'>,
  coin: BalanceReading,
  role: AccountRole,
  inUse: TransferPorts['custody'],
  signal: AbortSignal,
): Promise<{ readonly book: BalanceReading['book']; readonly units: Units } | null> {
  if (coin.units === 0n) return null;
  const { chain } = coin.book;
  const request = { kind: 'payout', purpose: 'payout', chain, role, token: nativeAddress } as const;
  const tried = await own.custody.prepare(
    { ...request, to: inUse.account(role), units: asUnits(1n) },
    signal,
  );
  const tx = tried.ok ? tried.value[0]?.tx : undefined;
  if (tx === undefined) return null;
  // Twice, because fees may rise until it is committed; the rest is dust.
  const gas = 2n * (maxCostWei(tx) - 1n);
  return coin.units > 2n * gas ? { book: coin.book, units: asUnits(coin.units - gas) } : null;
}
