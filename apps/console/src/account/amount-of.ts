import type { Console } from '@interline/client';
import { formatMoney, unitsOf } from '../format/amount.ts';
import { t } from '../words/t.ts';

/** An amount of a token that the deployment lists; in units, and saying so, of another. */
export function amountOf(
  facts: Console | null,
  {
    chainId,
    token,
    amount,
  }: Readonly<Record<'token' | 'amount', string>> & {
    readonly chainId: number | string;
  },
): string {
  const known = facts?.chains
    .find(({ chain }) => String(chain) === String(chainId))
    ?.tokens.find(({ address }) => address.toLowerCase() === token.toLowerCase());
  const units = unitsOf(amount);
  return known === undefined || units === null
    ? t('account.units', { units: amount })
    : `${formatMoney(units, known.decimals)} ${known.symbol}`;
}
