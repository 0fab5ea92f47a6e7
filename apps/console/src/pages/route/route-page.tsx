import '../../shared.ts';
import { type Console, type RouteReceipt, ServiceError } from '@interline/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { formatClock, formatSpan } from '../../format/time.ts';
import { Copy } from '../../parts/copy.tsx';
import { headingShown } from '../../parts/heading.ts';
import { later } from '../../parts/later.tsx';
import { chainName } from '../../parts/names.ts';
import { Notice } from '../../parts/notice.tsx';
import { ErrorFacts, Problem, sentence } from '../../parts/problem.tsx';
import { Qr } from '../../parts/qr.tsx';
import { Station } from '../../parts/station.tsx';
import { useNow } from '../../state/use-now.ts';
import { followWords } from '../../words/en-follow.ts';
import { addWords, say, t } from '../../words/t.ts';
import { Deposit } from './deposit.tsx';
import { Flow } from './flow.tsx';
import { headlineOf, stageWord } from './headline.ts';
import { Amounts } from './amounts.tsx';
import { Timeline } from './timeline-view.tsx';
import { Transactions } from './transactions.tsx';
import { type FollowedRoute, useRoute } from './use-route.ts';

addWords(followWords);

/** With what it is checked by: most who follow a route want no evidence of it. */
const ReceiptPanel = later(
  async () => (await import('../../receipt/receipt-panel.tsx')).ReceiptPanel,
);

/** The reason of a way that its payer left out: no news to anybody. */
const leftOut = 'excluded by the request';

export function RoutePage({
  id,
  facts,
}: {
  readonly id: string;
  readonly facts: Console | null;
}): JSX.Element {
  const route = useRoute(id);
  const { receipt, error, offlineSinceMs } = route;
  useEffect(headingShown, [receipt === null]);
  const now = useNow(offlineSinceMs === null ? null : 1_000);
  if (receipt === null)
    return (
      <section class="narrow">
        <h1 tabIndex={-1}>{t('route.title')}</h1>
        {error === null ? (
          <p role="status">{offlineSinceMs === null ? t('route.reading') : t('problem.offline')}</p>
        ) : isUnknown(error) ? (
          <Notice tone="plain" title={t('route.unknown')} isAlert>
            <p>{t('route.unknownMore')}</p>
            {facts?.profile === 'devnet' ? <p>{t('route.gone')}</p> : null}
            <a class="button quiet" href="#/routes">
              {t('routes.search')}
            </a>
          </Notice>
        ) : (
          <Problem error={error} onAgain={route.retry} />
        )}
      </section>
    );
  const left = receipt.refusals.filter(({ reason }) => reason !== leftOut);
  return (
    <article class="route">
      {offlineSinceMs === null ? null : (
        <Notice tone="wait" title={t('problem.offline')}>
          <p>{t('problem.offlineMore', { time: formatClock(offlineSinceMs) })}</p>
          <p>{t('problem.stale', { time: formatSpan(now - offlineSinceMs) })}</p>
        </Notice>
      )}
      <Head receipt={receipt} route={route} facts={facts} />
      {receipt.deposit === undefined ? null : (
        <Deposit receipt={receipt} deposit={receipt.deposit} facts={facts} />
      )}
      <div class="two">
        <div class="stack">
          <section class="card">
            <h2>{t('route.timeline')}</h2>
            <Timeline receipt={receipt} timeline={route.timeline} facts={facts} />
          </section>
          <section class="card">
            <h2>{t('route.transactions')}</h2>
            <Transactions receipt={receipt} facts={facts} />
          </section>
        </div>
        <section class="card">
          <h2>{t('route.money')}</h2>
          <Flow receipt={receipt} />
          <Amounts receipt={receipt} />
        </section>
      </div>
      {left.length === 0 ? null : (
        <section class="card">
          <h2>{t('route.left')}</h2>
          <ul class="plain">
            {left.map(({ rail, reason, code }, at) => (
              <li key={at}>
                {t('route.leftWhy', { rail, why: sentence(reason) })} <code>{code}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isEnded(receipt) && !receipt.sandbox ? <Signed receipt={receipt} facts={facts} /> : null}
      <Share id={id} />
      <details class="card">
        <summary>{t('route.raw')}</summary>
        <pre tabIndex={0}>{JSON.stringify(receipt, null, 2)}</pre>
      </details>
    </article>
  );
}

function Head({
  receipt,
  route,
  facts,
}: {
  readonly receipt: RouteReceipt;
  readonly route: FollowedRoute;
  readonly facts: Console | null;
}): JSX.Element {
  const headline = headlineOf(receipt);
  const isOver = isEnded(receipt);
  const now = useNow(isOver ? null : 1_000);
  const [from, to] = [receipt.from.chain, receipt.to.chain].map((one) => chainName(facts, one));
  // Counted on by this machine's clock from what the service said last.
  const elapsedMs =
    receipt.elapsedSec * 1_000 + (isOver ? 0 : Math.max(0, now - (route.heardAtMs ?? now)));
  const line = {
    from: from ?? '',
    to: to ?? '',
    rail: receipt.bridge,
    time: formatSpan(isOver ? elapsedMs : Math.floor(elapsedMs / 1_000) * 1_000),
  };
  return (
    <header class="route-head">
      <p class={`state ${headline.tone}`} role="status">
        <span class="dot" />
        {say(headline.state)}
        {say(stageWord(receipt)) === say(headline.state) ? null : (
          <span class="stage">{say(stageWord(receipt))}</span>
        )}
        {receipt.sandbox ? <span class="tag">{t('state.rehearsal')}</span> : null}
      </p>
      <h1 tabIndex={-1}>{say(headline.title, headline.filling)}</h1>
      <p class="lane">
        <Station name={line.from} />
        <span class={`track ${isOver ? '' : 'moving'}`} />
        <Station name={line.to} />
        <span>
          {isOver
            ? receipt.gasless
              ? t('head.line', line)
              : t('head.lineGas', line)
            : t('head.lineOpen', line)}
        </span>
      </p>
      {headline.more === undefined ? null : <p>{say(headline.more)}</p>}
      {receipt.to.claim === undefined ? null : <p>{sentence(receipt.to.claim.note)}</p>}
      {receipt.refundHeld === undefined ? null : (
        <Notice tone="wait" title={receipt.refundHeld.error}>
          <p class="todo">{receipt.refundHeld.suggestedAction}</p>
        </Notice>
      )}
      {receipt.failure === undefined ? null : (
        <Notice tone="bad" title={sentence(receipt.failure.error)} isAlert>
          <p class="todo">{receipt.failure.suggestedAction}</p>
          <ErrorFacts code={receipt.failure.errorCode} />
        </Notice>
      )}
    </header>
  );
}

function Signed(props: {
  readonly receipt: RouteReceipt;
  readonly facts: Console | null;
}): JSX.Element {
  const [isWanted, want] = useState(false);
  return (
    <section class="card">
      <h2>{t('route.signed')}</h2>
      <p>{t('route.signedMore')}</p>
      {isWanted ? (
        <ReceiptPanel {...props} />
      ) : (
        <button type="button" class="button quiet" onClick={() => want(true)}>
          {t('route.signedCheck')}
        </button>
      )}
    </section>
  );
}

function Share({ id }: { readonly id: string }): JSX.Element {
  const link = new URL(`#/route/${id}`, location.href).href;
  const [isShown, show] = useState(false);
  return (
    <section class="card share">
      <h2>{t('route.share')}</h2>
      <p>{t('route.shareMore')}</p>
      <p class="long">
        <code data-copied>{link}</code>
        <Copy text={link} what={t('copy.link')} />
      </p>
      {isShown ? <Qr text={link} label={t('route.qr')} /> : null}
      <div class="row">
        {isShown ? null : (
          <button type="button" class="button quiet" onClick={() => show(true)}>
            {t('route.qr')}
          </button>
        )}
        <a class="link" href="#/">
          {t('route.again')}
        </a>
      </div>
    </section>
  );
}

function isEnded({ status }: RouteReceipt): boolean {
  return status === 'DONE' || status === 'FAILED';
}

function isUnknown(error: unknown): boolean {
  return error instanceof ServiceError && error.errorCode === 'UNKNOWN_ROUTE';
}
