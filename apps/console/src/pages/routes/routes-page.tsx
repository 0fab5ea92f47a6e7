import '../../shared.ts';
import { type Console, ServiceError, type TransactionRoutes } from '@interline/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatMoment, shortened } from '../../format/time.ts';
import { chainName } from '../../parts/names.ts';
import { later } from '../../parts/later.tsx';
import { Notice } from '../../parts/notice.tsx';
import { saidBy, sentence, Shown } from '../../parts/problem.tsx';
import { Sure } from '../../parts/sure.tsx';
import { typedIn } from '../../parts/typed-in.ts';
import { hrefOf, searchOf } from '../../router.ts';
import { ownRoutes } from '../../state/own-routes.ts';
import { client } from '../../state/service.ts';
import { type Loaded, useLoaded } from '../../state/use-loaded.ts';
import { followWords } from '../../words/en-follow.ts';
import { addWords, say, t } from '../../words/t.ts';
import { UnansweredTransfers } from '../move/unanswered.tsx';
import { stageWord } from '../route/headline.ts';
import { Ways } from './ways.tsx';

addWords(followWords);

/** With the sign-in of a wallet: most who look for a route have its id. */
const AccountPanel = later(
  async () => (await import('../../account/account-panel.tsx')).AccountPanel,
);

/** Calls that accounts had sent at the relayer's cost: no route is one, and few look for them. */
const FollowedCall = later(
  async () => (await import('../../sponsor/sponsor-panel.tsx')).FollowedCall,
);
const SponsorOffer = later(
  async () => (await import('../../sponsor/sponsor-panel.tsx')).SponsorOffer,
);

export function RoutesPage({
  search,
  facts,
}: {
  readonly search: string;
  readonly facts: Console | null;
}): JSX.Element {
  return (
    <div class="stack">
      <h1 tabIndex={-1}>{t('routes.title')}</h1>
      <Search key={search} search={search} facts={facts} />
      <UnansweredTransfers facts={facts} />
      <div class="two even">
        <Own facts={facts} />
        <Everybody />
      </div>
      <Account facts={facts} />
      <Ways facts={facts} />
      <Sponsored facts={facts} />
    </div>
  );
}

function Search({
  search,
  facts,
}: {
  readonly search: string;
  readonly facts: Console | null;
}): JSX.Element {
  const [isWrong, setWrong] = useState(false);
  const asked = searchOf(search);
  const call = callIn(search);
  const tx = 'tx' in asked ? asked.tx : null;
  const found = useLoaded(tx, (signal) =>
    client.call('GET /api/route/by-transaction', { query: { tx: tx ?? '' } }, { signal }),
  );
  const find = (event: Event): void => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const typed = typedIn(event.target, 'q');
    const [wanted, wantedCall] = [searchOf(typed), callIn(typed)];
    setWrong('wrong' in wanted && wantedCall === null);
    if (wantedCall !== null) location.hash = hrefOf({ page: 'routes', search: wantedCall });
    if ('id' in wanted) location.hash = hrefOf({ page: 'route', id: wanted.id });
    if ('tx' in wanted) location.hash = hrefOf({ page: 'routes', search: wanted.tx });
  };
  return (
    <section class="card" role="search">
      <form class="search" onSubmit={find}>
        <label class="field grow">
          <span>{t('routes.searchField')}</span>
          <input
            name="q"
            defaultValue={search}
            autoComplete="off"
            spellcheck={false}
            aria-describedby="search-more"
            aria-invalid={isWrong}
          />
        </label>
        <button class="button">{t('routes.find')}</button>
      </form>
      <p id="search-more" class={isWrong ? 'wrong' : 'faint'} role={isWrong ? 'alert' : undefined}>
        {isWrong ? t('routes.wrong') : t('routes.searchMore')}
      </p>
      {tx === null ? null : <Found found={found} facts={facts} />}
      {call === null ? null : <FollowedCall id={call} facts={facts} />}
    </section>
  );
}

/** What is folded asks for nothing; who signed in stays so while other pages are looked at. */
function Account({ facts }: { readonly facts: Console | null }): JSX.Element {
  const [isWanted, want] = useState(false);
  return (
    <details class="card" onToggle={({ currentTarget }) => want(currentTarget.open)}>
      <summary>{t('routes.account')}</summary>
      {isWanted ? <AccountPanel facts={facts} /> : null}
    </details>
  );
}

/** The id of a sponsored call, or a link with one. */
function callIn(text: string): string | null {
  return /sp_[0-9a-f]{32}/.exec(text)?.[0] ?? null;
}

/** What is folded is not asked for. */
function Sponsored({ facts }: { readonly facts: Console | null }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="card" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('routes.sponsored')}</summary>
      {isOpen ? <SponsorOffer facts={facts} /> : null}
    </details>
  );
}

const as = {
  source: 'routes.asSource',
  destination: 'routes.asDestination',
  refund: 'routes.asRefund',
} as const;

function Found({
  found,
  facts,
}: {
  readonly found: Loaded<TransactionRoutes>;
  readonly facts: Console | null;
}): JSX.Element {
  if (found.error instanceof ServiceError && found.error.errorCode === 'UNKNOWN_ROUTE')
    return (
      <Notice tone="plain" title={t('routes.foundNone')}>
        <p>{sentence(saidBy(found.error))}</p>
      </Notice>
    );
  return (
    <Shown of={found}>
      {({ routes, note }) => (
        <>
          <ul class="rows list">
            {routes.map((route, at) => (
              <li key={at}>
                <span>{say(as[route.as], { chain: chainName(facts, route.chain) })}</span>
                <span class="tag">{say(stageWord(route))}</span>
              </li>
            ))}
          </ul>
          <p class="faint">{note}</p>
        </>
      )}
    </Shown>
  );
}

function Own({ facts }: { readonly facts: Console | null }): JSX.Element {
  const [routes, setRoutes] = useState(() => ownRoutes.read());
  const claims = routes
    .filter(({ refundClaim }) => refundClaim !== undefined)
    .map(({ id, amount, symbol }) => `${amount} ${symbol} (${shortened(id, 7)})`);
  return (
    <section class="card">
      <h2>{t('routes.yours')}</h2>
      {routes.length === 0 ? (
        <>
          <p class="faint">{t('routes.yoursNone')}</p>
          <a class="button quiet" href="#/">
            {t('app.toMove')}
          </a>
        </>
      ) : (
        <>
          <ul class="rows list">
            {routes.map((route) => (
              <li key={route.id}>
                <a href={hrefOf({ page: 'route', id: route.id })}>
                  <strong>
                    {route.amount} {route.symbol}
                  </strong>
                  <span>
                    {t('routes.lane', {
                      from: chainName(facts, route.fromChain),
                      to: chainName(facts, route.toChain),
                    })}
                  </span>
                  <small>
                    {formatMoment(route.atMs)} {'\u00b7'} {shortened(route.id, 7)}
                  </small>
                </a>
              </li>
            ))}
          </ul>
          <Sure
            label={t('routes.forget')}
            sure={t('routes.forgetSure')}
            not={t('routes.forgetNot')}
            onSure={() => {
              ownRoutes.forgetAll();
              setRoutes(ownRoutes.read());
            }}
          >
            {claims.length === 0 ? null : (
              <p class="todo">{t('routes.forgetClaims', { deposits: claims.join(', ') })}</p>
            )}
          </Sure>
        </>
      )}
    </section>
  );
}

const feedEveryMs = 10_000;

function Everybody(): JSX.Element {
  const feed = useLoaded(
    'feed',
    (signal) => client.call('GET /api/routes/recent', { query: { limit: '12' } }, { signal }),
    { everyMs: feedEveryMs },
  );
  return (
    <section class="card">
      <h2>{t('routes.everybody')}</h2>
      <p class="faint">{t('routes.everybodyMore')}</p>
      <Shown of={feed} lines={6}>
        {({ routes }) =>
          routes.length === 0 ? (
            <p>{t('routes.everybodyNone')}</p>
          ) : (
            <ul class="rows list">
              {routes.map((route, at) => (
                <li key={at}>
                  <span>
                    <strong>{route.lane.replace(' -> ', ' \u2192 ')}</strong>
                    <small>
                      {route.size}, {route.asset}, {route.rail}, {route.when}
                    </small>
                  </span>
                  <span class={`tag ${route.status}`}>
                    {say(statusWords[route.status])}
                    {route.sandbox ? '\u2009*' : ''}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </section>
  );
}

const statusWords = {
  BRIDGING: 'state.underWay',
  DONE: 'state.delivered',
  FAILED: 'state.ended',
  AWAITING_DEPOSIT: 'stage.AWAITING_DEPOSIT',
  FUNDS_REQUIRED: 'stage.FUNDS_REQUIRED',
} as const;
