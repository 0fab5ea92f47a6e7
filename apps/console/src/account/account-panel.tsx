import '../shared.ts';
import {
  type AccountRefunds,
  type AccountRoutes,
  type Console,
  type OwnAccount,
  ServiceError,
} from '@interline/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatMoney, unitsOf } from '../format/amount.ts';
import { formatClock, formatMoment, shortened } from '../format/time.ts';
import { Trouble } from '../pages/move/trouble.tsx';
import { headlineOf } from '../pages/route/headline.ts';
import { chainName } from '../parts/names.ts';
import { Notice } from '../parts/notice.tsx';
import { Problem, Shown } from '../parts/problem.tsx';
import { hrefOf } from '../router.ts';
import { clockLagMs } from '../state/service.ts';
import { useStore } from '../state/store.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { useNow } from '../state/use-now.ts';
import { troubleOf } from '../wallet/provider.ts';
import { connectWallet, type Wallet, walletStore } from '../wallet/wallet-store.ts';
import { accountWords } from '../words/en-account.ts';
import { addWords, say, t } from '../words/t.ts';
import { amountOf } from './amount-of.ts';
import { Approvals } from './approvals.tsx';
import { Delegates } from './delegates.tsx';
import { type Session, sessionStore, signInWith, signOut } from './session.ts';

addWords(accountWords);

interface WithFacts {
  readonly facts: Console | null;
}

/** The routes of a wallet, its refunds and what it is owed, once it has signed in. */
export function AccountPanel({ facts }: WithFacts): JSX.Element {
  const { wallet } = useStore(walletStore);
  const { session, isOver } = useStore(sessionStore);
  if (session !== null) return <Open session={session} facts={facts} />;
  return (
    <>
      {isOver ? <Notice tone="wait" title={t('account.over')} /> : null}
      {wallet === null ? (
        <Connect />
      ) : facts === null ? null : (
        <SignIn wallet={wallet} facts={facts} />
      )}
    </>
  );
}

function Connect(): JSX.Element {
  const { found } = useStore(walletStore);
  const [error, setError] = useState<unknown>(null);
  return (
    <>
      <p>{t('account.connect')}</p>
      {found.length === 0 ? <p class="faint">{t('wallet.noneFound')}</p> : null}
      <div class="row">
        {found.map((one) => (
          <button
            key={one.id}
            type="button"
            class="button quiet"
            onClick={() => void connectWallet(one).catch(setError)}
          >
            {t('wallet.connect', { name: one.name })}
          </button>
        ))}
      </div>
      {error === null ? null : <Trouble trouble={troubleOf(error)} chain="" />}
    </>
  );
}

function SignIn({
  wallet,
  facts,
}: {
  readonly wallet: Wallet;
  readonly facts: Console;
}): JSX.Element {
  const [isAsked, setAsked] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const ask = async (): Promise<void> => {
    setAsked(true);
    setError(null);
    await signInWith(wallet, facts).catch(setError);
    setAsked(false);
  };
  return (
    <>
      <p>{t('account.why')}</p>
      <button type="button" class="button" disabled={isAsked} onClick={() => void ask()}>
        {isAsked ? t('account.asked') : t('account.signIn', { address: shortened(wallet.address) })}
      </button>
      {error === null ? null : <Refused error={error} />}
    </>
  );
}

/** What the service says of it, or the wallet. */
function Refused({ error }: { readonly error: unknown }): JSX.Element {
  if (!(error instanceof ServiceError)) return <Trouble trouble={troubleOf(error)} chain="" />;
  return error.errorCode === 'ACCOUNTS_DISABLED' ? (
    <Notice tone="plain" title={t('account.off')} isAlert />
  ) : (
    <Problem error={error} />
  );
}

function Open({ session, facts }: WithFacts & { readonly session: Session }): JSX.Element {
  const { address, expiresAtMs, ask } = session;
  const now = useNow(1_000) + clockLagMs();
  useEffect(() => {
    if (now >= expiresAtMs) sessionStore.set({ session: null, isOver: true });
  }, [now, expiresAtMs]);
  const sheet = useLoaded(`account ${address}`, (signal) =>
    ask('GET /api/account', {}, { signal }),
  );
  const pages = {
    routes: usePages<AccountRoutes>(`routes ${address}`, (query, signal) =>
      ask('GET /api/account/routes', { query }, { signal }),
    ),
    refunds: usePages<AccountRefunds>(`refunds ${address}`, (query, signal) =>
      ask('GET /api/account/refunds', { query }, { signal }),
    ),
  };
  return (
    <>
      <div class="row">
        <p class="faint grow">
          {t('account.until', { address: shortened(address), time: formatClock(expiresAtMs) })}
        </p>
        <button type="button" class="button quiet" onClick={signOut}>
          {t('account.signOut')}
        </button>
      </div>
      <Shown of={sheet}>{(own) => <Owed own={own} facts={facts} />}</Shown>
      <Approvals session={session} facts={facts} />
      <Delegates session={session} facts={facts} />
      <h3>{t('account.routes')}</h3>
      <Shown of={pages.routes.shown}>
        {({ items, next }) => (
          <>
            {items.length === 0 ? <p>{t('account.routesNone')}</p> : null}
            <OwnRoutes items={items} facts={facts} />
            {next === null ? null : <More onMore={pages.routes.more} />}
          </>
        )}
      </Shown>
      <h3>{t('account.refunds')}</h3>
      <Shown of={pages.refunds.shown}>
        {({ items, next }) => (
          <>
            {items.length === 0 ? <p>{t('account.refundsNone')}</p> : null}
            <Refunds items={items} facts={facts} />
            {next === null ? null : <More onMore={pages.refunds.more} />}
          </>
        )}
      </Shown>
    </>
  );
}

interface Page {
  readonly items: readonly unknown[];
  readonly next: string | null;
}

/** Page after page, each behind those before it. */
function usePages<P extends Page>(
  key: string,
  load: (
    query: { readonly limit: string; readonly next?: string },
    signal: AbortSignal,
  ) => Promise<P>,
) {
  const wanted = useRef(1);
  const shown = useLoaded<P>(key, async (signal) => {
    let so: P | null = null;
    for (let page = 0; page < wanted.current && (so === null || so.next !== null); page += 1) {
      const next: string | null = so?.next ?? null;
      const one: P = await load({ limit: '25', ...(next === null ? {} : { next }) }, signal);
      so = so === null ? one : { ...one, items: [...so.items, ...one.items] };
    }
    if (so === null) throw new Error('no page was asked for');
    return so;
  });
  return {
    shown,
    more: (): void => {
      wanted.current += 1;
      shown.reload();
    },
  };
}

function More({ onMore }: { readonly onMore: () => void }): JSX.Element {
  return (
    <button type="button" class="link" onClick={onMore}>
      {t('account.more')}
    </button>
  );
}

function Owed({ own, facts }: WithFacts & { readonly own: OwnAccount }): JSX.Element {
  const { open, done, failed, owed } = own;
  return (
    <>
      <p>
        {t('account.counts', {
          ...{ open: String(open), done: String(done), failed: String(failed) },
        })}
      </p>
      {owed.length === 0 ? (
        <p class="faint">{t('account.owedNone')}</p>
      ) : (
        <Notice tone="wait" title={t('account.owed')}>
          <ul class="plain">
            {owed.map((one) => (
              <li key={one.routeId}>
                <a href={hrefOf({ page: 'route', id: one.routeId })}>
                  {t('account.owedLine', {
                    amount: amountOf(facts, one),
                    chain: chainName(facts, one.chainId),
                  })}
                </a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function OwnRoutes({ items, facts }: WithFacts & Pick<AccountRoutes, 'items'>): JSX.Element {
  return (
    <ul class="rows list">
      {items.map((receipt) => {
        const { id, from, to, createdAt, status } = receipt;
        return (
          <li key={id}>
            <a href={hrefOf({ page: 'route', id })}>
              <strong>
                {formatMoney(unitsOf(from.amount) ?? 0n, from.decimals)} {from.symbol}
              </strong>
              <span>
                {t('account.lane', {
                  from: chainName(facts, from.chain),
                  to: chainName(facts, to.chain),
                })}
              </span>
              <small>
                {formatMoment(createdAt)} {'\u00b7'} {shortened(id, 7)}
              </small>
            </a>
            <span class={`tag ${status}`}>{say(headlineOf(receipt).state)}</span>
          </li>
        );
      })}
    </ul>
  );
}

const heldWords = {
  refused: 'account.refused',
  'not-now': 'account.notNow',
  operator: 'account.operator',
  'no-address': 'account.noAddress',
} as const;

function Refunds({ items, facts }: WithFacts & Pick<AccountRefunds, 'items'>): JSX.Element {
  return (
    <ul class="rows list">
      {items.map((refund) => (
        <li key={refund.routeId}>
          <a href={hrefOf({ page: 'route', id: refund.routeId })}>
            <strong>{amountOf(facts, refund)}</strong>
            <span>{chainName(facts, refund.chainId)}</span>
            <small>{shortened(refund.refundTx ?? refund.routeId, 7)}</small>
            {refund.heldReason === null ? null : <small>{say(heldWords[refund.heldReason])}</small>}
          </a>
          <span class="tag">{refund.state === 'sent' ? t('account.sent') : t('account.held')}</span>
        </li>
      ))}
    </ul>
  );
}
