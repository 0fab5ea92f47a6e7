import type { CompareResult, Scorecard } from '@interline/client';
import type { JSX } from 'preact';
import { formatMoney, formatUnits, typedAmount, unitsOf } from '../../format/amount.ts';
import { formatSpan } from '../../format/time.ts';
import { Notice } from '../../parts/notice.tsx';
import { sentence } from '../../parts/problem.tsx';
import { t } from '../../words/t.ts';
import { type Offer, type PricedOffer, recordOf } from './offers.ts';
import type { Wanted } from './wanted.ts';

export interface OfferProps {
  readonly comparison: CompareResult;
  readonly offers: readonly Offer[];
  readonly taken: PricedOffer | null;
  readonly wanted: Wanted;
  readonly record: Scorecard | null;
  readonly isAsking: boolean;
  readonly onChoose: (rail: string) => void;
  readonly onAmount: (amount: string) => void;
}

export function OfferCard(props: OfferProps): JSX.Element {
  const { comparison, taken, isAsking } = props;
  return (
    <section class="card offer" aria-busy={isAsking} aria-label={t('offer.title')}>
      <h2>{t('offer.title')}</h2>
      {taken === null ? (
        <p class="todo">{t('move.noOffer')}</p>
      ) : (
        <Taken {...props} taken={taken} />
      )}
      {comparison.guard.ok || taken === null ? null : <GuardWord {...props} />}
    </section>
  );
}

/** All answers, the refusals with their reasons: the best first. */
export function AllOffers(props: OfferProps): JSX.Element {
  const { offers, taken } = props;
  return (
    <details class="card all" open={taken === null}>
      <summary>{t('offer.others', { count: String(offers.length) })}</summary>
      <ul class="plain ways-asked">
        {offers.map((offer) => (
          <li key={offer.rail}>
            <OfferLine offer={offer} {...props} isTaken={offer.rail === taken?.rail} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Taken({
  taken,
  wanted,
  record,
}: OfferProps & { readonly taken: PricedOffer }): JSX.Element {
  const { fromToken, toToken } = wanted;
  const send = (units: bigint): string => formatMoney(units, fromToken.decimals);
  const arrive = (units: bigint): string => formatMoney(units, toToken.decimals);
  const seen = recordOf(record, taken.rail, wanted.body);
  const expected = formatSpan(taken.etaSec * 1_000);
  return (
    <>
      <p class="arrives">
        <small>{t('offer.arrives')}</small>
        <strong>
          {arrive(taken.arrives)} <span>{toToken.symbol}</span>
        </strong>
      </p>
      <dl class="rows">
        <div>
          <dt>{t('offer.atLeast')}</dt>
          <dd>
            {arrive(taken.least)} {toToken.symbol}
          </dd>
        </div>
        <div>
          <dt>{t('offer.fee')}</dt>
          <dd>
            {send(taken.fee)} {fromToken.symbol}
            {taken.parts === null ? null : (
              <small>
                {send(taken.parts.service)} {t('offer.feeService')}, {send(taken.parts.gas)}{' '}
                {t('offer.feeGas')}
                {taken.parts.engine === null || taken.parts.engine === 0n
                  ? ''
                  : `; ${send(taken.parts.engine)} ${t('offer.feeEngine')}`}
              </small>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('offer.time')}</dt>
          <dd>
            {seen === null
              ? t('offer.timeNew', { expected })
              : t('offer.timeSeen', {
                  expected,
                  median: formatSpan(seen.medianSec * 1_000),
                  samples: String(seen.samples),
                })}
          </dd>
        </div>
        <div>
          <dt>{t('offer.score')}</dt>
          <dd>
            <meter min="0" max="100" value={taken.score} aria-label={t('offer.score')} />{' '}
            {t('offer.scoreOf', { score: String(taken.score) })}
          </dd>
        </div>
        <div>
          <dt>{t('offer.by')}</dt>
          <dd>{taken.bridge === taken.rail ? taken.rail : `${taken.rail}, ${taken.bridge}`}</dd>
        </div>
      </dl>
    </>
  );
}

/** The service's own word on an amount of which too much would be lost. */
function GuardWord({ comparison: { guard }, wanted, onAmount }: OfferProps): JSX.Element {
  const { fromToken } = wanted;
  const least = unitsOf(guard.recommendedMinInput) ?? 0n;
  const amount = formatUnits(least, fromToken.decimals);
  return (
    <Notice tone="wait" title={t('guard.title')}>
      <p>
        {t('guard.more', {
          pct: String(guard.effectiveFeePct),
          amount,
          symbol: fromToken.symbol,
          threshold: String(guard.thresholdPct),
        })}
      </p>
      {least > wanted.amount ? (
        <button
          type="button"
          class="button quiet"
          onClick={() => onAmount(typedAmount(least, fromToken.decimals))}
        >
          {t('guard.use', { amount, symbol: fromToken.symbol })}
        </button>
      ) : null}
    </Notice>
  );
}

function OfferLine({
  offer,
  wanted,
  isTaken,
  onChoose,
}: OfferProps & { readonly offer: Offer; readonly isTaken: boolean }): JSX.Element {
  const { fromToken, toToken } = wanted;
  if (offer.kind === 'refused')
    return (
      <div class="way faint">
        <strong>{offer.rail}</strong>
        <span class="grow">
          {t('offer.refused', { why: sentence(offer.why) })}
          {offer.minInput === null
            ? ''
            : ` (${t('offer.least', {
                amount: formatUnits(offer.minInput, fromToken.decimals),
                symbol: fromToken.symbol,
              })})`}
        </span>
      </div>
    );
  const arrives = `${formatMoney(offer.arrives, toToken.decimals)} ${toToken.symbol}`;
  if (offer.kind === 'price-only')
    return (
      <div class="way faint">
        <strong>{offer.rail}</strong>
        <span class="grow">
          {arrives} <span class="tag">{t('offer.priceOnly')}</span> {sentence(offer.why)}
        </span>
      </div>
    );
  return (
    <div class="way">
      <strong>
        {offer.rail}
        {offer.isBest ? <span class="tag DONE">{t('offer.best')}</span> : null}
      </strong>
      <span class="grow">
        {arrives}
        <small>
          {formatMoney(offer.fee, fromToken.decimals)} {fromToken.symbol}{' '}
          {t('offer.fee').toLowerCase()}, {formatSpan(offer.etaSec * 1_000)},{' '}
          {t('offer.scoreOf', { score: String(offer.score) })}
          {offer.needsLive ? `; ${t('offer.needsLive')}` : ''}
        </small>
      </span>
      {isTaken ? (
        <span class="tag">{t('offer.chosen')}</span>
      ) : (
        <button
          type="button"
          class="link"
          aria-label={t('offer.choose', { rail: offer.rail })}
          onClick={() => onChoose(offer.rail)}
        >
          {t('offer.choose', { rail: '' }).trim()}
        </button>
      )}
    </div>
  );
}
