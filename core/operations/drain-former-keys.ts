import {
  type AccountRole,
  asUnits,
  type BalanceReading,
  type ChainRef,
  costMicroUsd,
  type Address,
  isNative,
  isRelayError,
  maxCost,
  nativeAddress,
  type TokenList,
  type TokenRef,
  type Units,
  valueMicroUsd,
} from '@interline/kernel';
import {
  type MovedSeen,
  readPullReturn,
  withdrawFunds,
  withEachKeySet,
} from '../transactions/index.ts';
import type { TransferPorts } from '../transfer/index.ts';
import { formerKeysWait } from './former-keys.ts';

/**
 * Sends what is left on the accounts of former keys to the current accounts, once no route accepted
 * with these keys owes anything and all their transactions are final. One token at a time: a token
 * that refuses the transfer does not delay the others, and what is worth less than its transfer
 * stays. What an unmatched pull brought also stays until it is refunded or closed, because it is
 * returned from the same account. Coin goes last, less the cost of its own transfer and of those
 * still to come. A chain that does not answer is left for the next time.
 */
export async function drainFormerKeys(ports: TransferPorts, signal: AbortSignal): Promise<void> {
  const [, ...former] = withEachKeySet(ports);
  for (const own of former) {
    const { routes, open, finalAt } = await formerKeysWait(own);
    if (routes > 0 || open > 0 || finalAt.length > 0) continue;
    await Promise.all(
      own.custody.chains.map(async (chain) => {
        try {
          for (const role of own.custody.roles(chain)) await drain(own, ports, chain, role, signal);
        } catch (error) {
          const code = isRelayError(error) ? error.code : 'INTERNAL';
          ports.log.warn('keys-not-drained', { chain, code });
        }
      }),
    );
  }
}

async function drain(
  own: TransferPorts,
  { custody: inUse }: Pick<TransferPorts, 'custody'>,
  chain: ChainRef,
  role: AccountRole,
  signal: AbortSignal,
): Promise<void> {
  const readings = await own.custody.balances(chain, booksOf(own, chain, role), signal);
  const to = inUse.account(chain, role);
  const pulled = await openPulls(own, chain, own.custody.account(chain, role));
  let refused = 0;
  let withdrawn: Leaving | null = null;
  for (const token of own.tokens.on(chain)) {
    const reading = readings.find(({ book }) => book.token === token.address);
    if (isNative(token) || reading === undefined) continue;
    const kept = pulled
      .filter((one) => one.token === token.address)
      .reduce((sum, { units }) => sum + units, 0n);
    if (reading.units <= kept) continue;
    const units = asUnits(reading.units - kept);
    const worth = await judgeWorth(own, token, { role, to, units }, signal);
    if (worth === 'refused') {
      refused += 1;
      own.log.warn('token-not-drained', { chain, role, tokenAddress: token.address });
    }
    if (worth !== 'worth-sending') continue;
    withdrawn = { book: reading.book, units };
    break;
  }
  const coin = readings.find(({ book }) => book.token === nativeAddress);
  if (withdrawn === null && coin !== undefined)
    withdrawn = await afterGas(own, coin, { role, to, toFollow: refused + pulled.length }, signal);
  // These determine what is free for returning a pull.
  if (withdrawn !== null || pulled.length > 0)
    await own.store.run('record-balances', async (tx) => {
      for (const reading of readings) await tx.books.recordBalance(reading);
    });
  if (withdrawn === null) return;
  const { token } = withdrawn.book;
  const { units } = withdrawn;
  await withdrawFunds(
    own,
    { chain, role, token, to, units, isIdle: true },
    async () => undefined,
    signal,
  );
  own.log.info('former-keys-drained', {
    chain,
    role,
    tokenAddress: token,
    units: units.toString(),
  });
}

/** What unclosed and unreturned pulls on the desk brought to the account. */
async function openPulls(
  { store: { reads } }: Pick<TransferPorts, 'store'>,
  chain: ChainRef,
  account: Address,
): Promise<readonly MovedSeen[]> {
  const pulls = (await reads.transactions.unmatchedTransactions()).filter(
    (one) => one.kind === 'pull' && one.closed === null && one.chain === chain,
  );
  const backs = await Promise.all(pulls.map(({ id }) => readPullReturn(reads.transactions, id)));
  return pulls
    .filter((_one, index) => backs[index]?.kind !== 'returned')
    .flatMap(({ moved }) => moved.filter(({ to }) => to === account));
}

type Leaving = Pick<BalanceReading, 'book' | 'units'>;

/**
 * `dust` if it is worth no more than its transfer can cost, or if that is unknown now; the next run
 * checks again. `refused` by the token, which may block our account.
 */
async function judgeWorth(
  { custody, price, tokens }: Pick<TransferPorts, 'custody' | 'price' | 'tokens'>,
  token: TokenRef,
  { role, to, units }: { readonly role: AccountRole; readonly to: Address; readonly units: Units },
  signal: AbortSignal,
): Promise<'worth-sending' | 'dust' | 'refused'> {
  const { chain, address } = token;
  const coin = tokens.on(chain).find(isNative);
  if (coin === undefined) return 'dust';
  const [tried, tokenPrice, coinPrice] = await Promise.all([
    custody.prepare(
      { kind: 'payout', purpose: 'payout', chain, role, token: address, to, units },
      signal,
    ),
    price.priceOf(token, signal),
    price.priceOf(coin, signal),
  ]);
  if (!tried.ok) return 'refused';
  if (tokenPrice === null || coinPrice === null) return 'dust';
  const gasCost = tried.value.reduce((sum, { tx }) => sum + maxCost(tx), 0n);
  return valueMicroUsd(units, token.decimals, tokenPrice) >
    costMicroUsd(gasCost, coin.decimals, coinPrice)
    ? 'worth-sending'
    : 'dust';
}

function booksOf(
  { tokens, custody }: Pick<TransferPorts, 'custody'> & { readonly tokens: TokenList },
  chain: ChainRef,
  role: AccountRole,
) {
  const account = custody.account(chain, role);
  const contracts = tokens.on(chain).filter(({ address }) => address !== nativeAddress);
  return [...contracts.map(({ address }) => address), nativeAddress].map((token) => ({
    chain,
    account,
    token,
  }));
}

/**
 * The coin less the highest cost of its own transfer, and as much again for each transfer still to
 * come; null if the rest is not worth it.
 */
async function afterGas(
  { custody }: Pick<TransferPorts, 'custody'>,
  { book, units }: BalanceReading,
  {
    role,
    to,
    toFollow,
  }: { readonly role: AccountRole; readonly to: Address; readonly toFollow: number },
  signal: AbortSignal,
): Promise<Leaving | null> {
  if (units === 0n) return null;
  const { chain, token } = book;
  const tried = await custody.prepare(
    { kind: 'payout', purpose: 'payout', chain, role, token, to, units: asUnits(1n) },
    signal,
  );
  const tx = tried.ok ? tried.value[0]?.tx : undefined;
  if (tx === undefined) return null;
  // Twice, because fees may rise before the commit, and a token's transfer takes that much; the
  // rest is dust.
  const gas = 2n * (maxCost(tx) - 1n);
  const kept = gas * BigInt(1 + toFollow);
  return units > kept + gas ? { book, units: asUnits(units - kept) } : null;
}
