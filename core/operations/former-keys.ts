import {
  type AccountRole,
  type ChainRef,
  type Address,
  finalityOf,
  type FinalityTable,
  type TokenList,
} from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import type { BookReads } from '../books/index.ts';
import type { TransactionReads } from '../transactions/index.ts';
import type { TransferReads } from '../transfer/index.ts';

/** What keeps former keys' accounts from being drained; nothing if all of it is empty. */
export interface FormerKeysWait {
  /** Routes that were accepted with them and still owe something, or are not final. */
  readonly routes: number;
  /** Their transactions without a known end. */
  readonly open: number;
  /** For each chain, the block from which on everything they sent there is final. */
  readonly finalAt: readonly { readonly chain: ChainRef; readonly block: number }[];
}

/** A pair of rotated keys. */
export interface FormerKeys extends FormerKeysWait {
  readonly accounts: Readonly<Record<AccountRole, Address>>;
  /** Their holdings when their chains were last compared with the books. */
  readonly holdings: readonly FormerHolding[];
}

export interface FormerHolding {
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly token: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly units: bigint;
  readonly block: number;
}

type Keys = Pick<CustodyPort, 'account' | 'chains' | 'roleOf'>;

interface Reads {
  readonly transfers: Pick<TransferReads, 'countUnsettled'>;
  readonly transactions: Pick<TransactionReads, 'watchedTransactions'>;
}

export interface FormerKeysPorts {
  readonly store: { readonly reads: Reads & { readonly books: Pick<BookReads, 'checks'> } };
  readonly custody: { readonly former: readonly Keys[] };
  readonly tokens: Pick<TokenList, 'on'>;
  readonly policy: { readonly finality: FinalityTable };
}

/** Every former pair, newest first, with what it waits for and its holdings. */
export function listFormerKeys({
  store,
  custody,
  tokens,
  policy,
}: FormerKeysPorts): Promise<readonly FormerKeys[]> {
  return Promise.all(
    custody.former.map(async (keys) => ({
      accounts: accountsOf(keys),
      ...(await formerKeysWait({ store, custody: keys, policy })),
      holdings: (await store.reads.books.checks()).flatMap(({ book, units, block }) => {
        const role = keys.roleOf(book.account);
        if (role === null || units === 0n) return [];
        const { chain, token } = book;
        const listed = tokens.on(chain).find(({ address }) => address === token);
        const { symbol, decimals } = listed ?? { symbol: token, decimals: 0 };
        return [{ chain, role, token, symbol, decimals, units, block }];
      }),
    })),
  );
}

/** As on the deployment's first chain. */
function accountsOf(keys: Keys): FormerKeys['accounts'] {
  const [chain] = keys.chains;
  if (chain === undefined) throw new Error('custody has no chain');
  return { spender: keys.account(chain, 'spender'), float: keys.account(chain, 'float') };
}

/** Open work of these keys that may still need their accounts. */
export async function formerKeysWait({
  store,
  custody,
  policy,
}: {
  readonly store: { readonly reads: Reads };
  readonly custody: Keys;
  readonly policy: FormerKeysPorts['policy'];
}): Promise<FormerKeysWait> {
  const spenders = new Set(custody.chains.map((chain) => custody.account(chain, 'spender')));
  let routes = 0;
  for (const spender of spenders) routes += await store.reads.transfers.countUnsettled(spender);
  const watched = (await store.reads.transactions.watchedTransactions()).filter(
    (one) => custody.roleOf(one.account) !== null,
  );
  const last = new Map<ChainRef, number>();
  for (const { chain, minedBlock } of watched) {
    if (minedBlock !== null) last.set(chain, Math.max(minedBlock, last.get(chain) ?? 0));
  }
  return {
    routes,
    open: watched.filter(({ minedBlock }) => minedBlock === null).length,
    finalAt: [...last].map(([chain, block]) => ({
      chain,
      block: block + finalityOf(policy.finality, chain).finalDepth,
    })),
  };
}
