import type { RouteReceipt } from '@interline/client';
import type { JSX } from 'preact';
import { formatMoney } from '../../format/amount.ts';
import { formatMoment } from '../../format/time.ts';
import { say, t } from '../../words/t.ts';
import { moneyRows } from './amount-rows.ts';

export function Amounts({ receipt }: { readonly receipt: RouteReceipt }): JSX.Element {
  const { delivered, estimated } = receipt.to;
  return (
    <dl class="rows bill">
      {moneyRows(receipt).map(({ word, side, units, isStrong = false, sinceMs = null }) => (
        <div key={word} class={isStrong ? 'strong' : ''}>
          <dt>
            {say(word, { rail: receipt.bridge })}
            {sinceMs === null ? null : (
              <>
                {' '}
                <small>{t('refund.since', { time: formatMoment(sinceMs) })}</small>
              </>
            )}
          </dt>
          <dd>
            {units === null ? (
              <span class="faint">{t('money.none')}</span>
            ) : (
              `${formatMoney(units, receipt[side].decimals)} ${receipt[side].symbol}`
            )}
          </dd>
        </div>
      ))}
      {delivered !== null && delivered === estimated ? (
        <div class="praise">
          <dt>{t('money.exact')}</dt>
          <dd />
        </div>
      ) : null}
    </dl>
  );
}
