import '../../shared.ts';
import type { AgentAnswer, Client, Console } from '@interline/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatMoney, unitsOf } from '../../format/amount.ts';
import { formatClock, formatSpan, shortened } from '../../format/time.ts';
import { ClockNotice } from '../../parts/clock.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Station } from '../../parts/station.tsx';
import { hrefOf } from '../../router.ts';
import { useStore } from '../../state/store.ts';
import { switchChain, troubleOf, type WalletTrouble } from '../../wallet/provider.ts';
import { walletStore } from '../../wallet/wallet-store.ts';
import { reviewWords } from '../../words/en-review.ts';
import { addWords, t } from '../../words/t.ts';
import type { ReviewedNumbers } from './offers.ts';
import { Trouble } from './trouble.tsx';
import { type ReviewState, useReview } from './use-review.ts';
import type { Wanted } from './wanted.ts';

addWords(reviewWords);

/** With the review, for it is what sends: who never signed has nothing to send again. */
export { UnansweredList } from './unanswered-list.tsx';

export interface ReviewProps {
  readonly facts: Console;
  readonly wanted: Wanted;
  readonly taken: ReviewedNumbers;
  readonly excluded: readonly string[];
  readonly ask: Client['call'];
  readonly onBack: (trouble?: WalletTrouble) => void;
}

/** What will happen, and what each signature allows, before anything is signed. */
export function Review(props: ReviewProps): JSX.Element {
  const { wanted, onBack } = props;
  const review = useReview(props);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const { answer } = review;
  const isOver = review.phase.kind === 'accepted';
  return (
    <section class="card review">
      <h2 tabIndex={-1} ref={heading}>
        {isOver
          ? t('review.accepted')
          : wanted.isDeposit
            ? t('review.titleDeposit')
            : t('review.title')}
      </h2>
      {answer === null ? (
        review.phase.kind === 'preparing' ? (
          <p role="status">{t('review.preparing')}</p>
        ) : null
      ) : (
        <Sentence wanted={wanted} answer={answer} />
      )}
      {review.isChanged ? <Notice tone="wait" title={t('offer.changed')} /> : null}
      <ClockNotice />
      {answer === null || isOver ? null : <Allowed wanted={wanted} answer={answer} />}
      <Phase review={review} wanted={wanted} />
      <button type="button" class="button quiet" onClick={() => onBack()} disabled={review.isBusy}>
        {t('review.back')}
      </button>
    </section>
  );
}

function Sentence({
  wanted,
  answer,
}: {
  readonly wanted: Wanted;
  readonly answer: AgentAnswer;
}): JSX.Element {
  const { from, to, fromToken, toToken, amount, recipient } = wanted;
  const {
    quote,
    execute: { memo, claimable },
  } = answer;
  const write = (text: string): string => formatMoney(unitsOf(text) ?? 0n, toToken.decimals);
  return (
    <>
      <p class="lane">
        <Station name={from.name} />
        <span class="track" />
        <Station name={to.name} />
      </p>
      <p class="big-sentence">
        {t('review.sentence', {
          amount: formatMoney(amount, fromToken.decimals),
          symbol: fromToken.symbol,
          from: from.name,
          arrives: write(quote.to.estimated),
          toSymbol: toToken.symbol,
          to: to.name,
          least: write(answer.execute.minOut),
        })}
      </p>
      <dl class="rows">
        <div>
          <dt>{t('review.recipient')}</dt>
          <dd>
            <code>{recipient ?? ''}</code>
          </dd>
        </div>
        {memo === undefined ? null : (
          <div>
            <dt>{t('review.memo')}</dt>
            <dd>
              <code>{memo.value}</code> {memo.type === 'id' ? t('move.memoId') : t('move.memoText')}
            </dd>
          </div>
        )}
        {claimable === true ? (
          <div>
            <dt>{t('move.claimable')}</dt>
            <dd>{t('move.claimableMore')}</dd>
          </div>
        ) : null}
        <div>
          <dt>{t('review.fee')}</dt>
          <dd>
            {formatMoney(unitsOf(quote.svcRouteFee) ?? 0n, fromToken.decimals)} {fromToken.symbol}
          </dd>
        </div>
        <div>
          <dt>{t('offer.time')}</dt>
          <dd>{formatSpan(quote.durationSec * 1_000)}</dd>
        </div>
      </dl>
    </>
  );
}

function Allowed({
  wanted,
  answer: { status, signRequest, warnings = [], quote },
}: {
  readonly wanted: Wanted;
  readonly answer: AgentAnswer;
}): JSX.Element {
  const { from, fromToken } = wanted;
  if (status === 'ACTION_NEEDED')
    return (
      <Notice tone="wait" title={t('review.action')} isAlert>
        <p>{t('review.actionMore')}</p>
        <ul class="plain">
          {warnings.map((warning) => (
            <li key={warning} class="todo">
              {warning}
            </li>
          ))}
        </ul>
      </Notice>
    );
  if (signRequest === null)
    return (
      <p class="allows">
        {t('review.deposit', { time: formatSpan((quote.deposit?.lockSeconds ?? 900) * 1_000) })}
      </p>
    );
  const permit = (
    <p>
      {t('review.permit', {
        spender: shortened(signRequest.spender),
        amount: formatMoney(unitsOf(signRequest.amount) ?? 0n, fromToken.decimals),
        symbol: fromToken.symbol,
        chain: from.name,
        time: formatClock(Number(signRequest.deadline) * 1_000),
      })}
    </p>
  );
  if (signRequest.allowance === undefined)
    return (
      <div class="allows">
        <h3>{t('review.one')}</h3>
        {permit}
      </div>
    );
  return (
    <div class="allows">
      <h3>{t('review.two')}</h3>
      <ol>
        <li>{permit}</li>
        <li>
          <p>{t('review.allowance', { symbol: fromToken.symbol })}</p>
        </li>
      </ol>
    </div>
  );
}

function Phase({
  review,
  wanted,
}: {
  readonly review: ReviewState;
  readonly wanted: Wanted;
}): JSX.Element | null {
  const { phase, answer, isSilent } = review;
  const { from, fromToken, amount } = wanted;
  const isReady = answer !== null && answer.status !== 'ACTION_NEEDED';
  const sign = t('review.sign', {
    amount: formatMoney(amount, fromToken.decimals),
    symbol: fromToken.symbol,
  });
  switch (phase.kind) {
    case 'preparing':
      return null;
    case 'ready':
      if (!isReady) return null;
      if (review.isOnOtherChain) return <Switch review={review} wanted={wanted} />;
      return (
        <>
          {phase.trouble === null ? null : <Trouble trouble={phase.trouble} chain={from.name} />}
          <button type="button" class="button wide" onClick={() => void review.sign()}>
            {wanted.isDeposit ? t('review.issue') : sign}
          </button>
        </>
      );
    case 'signing':
      return (
        <Notice
          tone="wait"
          title={t('review.signing', { at: String(phase.at), of: String(phase.of) })}
        >
          {isSilent ? (
            <>
              <strong>{t('wallet.look')}</strong>
              <p>{t('wallet.lookMore')}</p>
            </>
          ) : null}
        </Notice>
      );
    case 'sending':
      return (
        <p role="status" class="faint">
          {t('review.sending')}
        </p>
      );
    case 'accepted':
      return (
        <Notice
          tone="good"
          title={wanted.isDeposit ? t('review.acceptedDeposit') : t('review.acceptedMore')}
          isAlert
        >
          <p>{t('review.seen')}</p>
          <a class="button quiet" href={hrefOf({ page: 'route', id: phase.id })}>
            {t('review.follow')}
          </a>
        </Notice>
      );
    case 'dry':
      return <Notice tone="wait" title={t('review.dry', { note: phase.note })} isAlert />;
    case 'failed':
      return <Problem error={phase.error} onAgain={review.ask} />;
  }
}

function Switch({
  review,
  wanted,
}: {
  readonly review: ReviewState;
  readonly wanted: Wanted;
}): JSX.Element {
  const { wallet } = useStore(walletStore);
  const [trouble, setTrouble] = useState<ReturnType<typeof troubleOf> | null>(null);
  const chain = wanted.from.name;
  const change = async (): Promise<void> => {
    if (wallet?.kind !== 'browser') return;
    try {
      await switchChain(wallet.provider, Number(wanted.from.chain));
      setTrouble(null);
      review.lookAtChain();
    } catch (error) {
      setTrouble(troubleOf(error));
    }
  };
  return (
    <Notice tone="wait" title={t('wallet.wrongChain', { chain })}>
      <button type="button" class="button wide" onClick={() => void change()}>
        {t('wallet.switch', { chain })}
      </button>
      {trouble === null ? null : <Trouble trouble={trouble} chain={chain} />}
    </Notice>
  );
}
