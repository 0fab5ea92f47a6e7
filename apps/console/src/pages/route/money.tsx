import type { RouteReceipt } from '@interline/client';
import type { JSX } from 'preact';
import { formatMoney } from '../../format/amount.ts';
import { say, t } from '../../words/t.ts';
import type { Decimals } from './headline.ts';
import { moneyRows } from './money-rows.ts';

export function Money({
  receipt,
  decimals,
}: {
  readonly receipt: RouteReceipt;
  readonly decimals: Decimals | null;
}): JSX.Element | null {
  if (decimals === null) return null;
  const { delivered, estimated } = receipt.to;
  return (
    <dl class="rows bill">
      {moneyRows(receipt, decimals).map(({ word, side, units, isStrong = false }) => (
        <div key={word} class={isStrong ? 'strong' : ''}>
          <dt>{say(word, { rail: receipt.bridge })}</dt>
          <dd>
            {units === null ? (
              <span class="faint">{t('money.none')}</span>
            ) : (
              `${formatMoney(units, decimals[side])} ${receipt[side].symbol}`
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
