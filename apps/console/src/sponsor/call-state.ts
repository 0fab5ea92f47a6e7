import type { Console, SponsoredCall } from '@interline/client';
import { formatUnits, unitsOf } from '../format/amount.ts';
import { t, type WordKey } from '../words/t.ts';

export interface CallState {
  readonly word: WordKey;
  /** As the dot of a route has it. */
  readonly tone: 'underWay' | 'done' | 'you' | 'stopped';
  /** Nothing follows but a reorganisation. */
  readonly isOver: boolean;
}

export function stateOf({ status, innerError }: SponsoredCall): CallState {
  switch (status) {
    case 'PREPARED':
      return { word: 'sponsor.prepared', tone: 'you', isOver: false };
    case 'ACCEPTED':
      return { word: 'sponsor.accepted', tone: 'underWay', isOver: false };
    case 'INCLUDED':
      return innerError === null
        ? { word: 'sponsor.included', tone: 'done', isOver: true }
        : { word: 'sponsor.broken', tone: 'stopped', isOver: true };
    case 'FAILED':
      return { word: 'sponsor.failed', tone: 'stopped', isOver: true };
  }
}

/** Without its decimals an amount is in units, and says so. */
export function feeOf({ fee, chainId }: SponsoredCall, facts: Console | null): string {
  if (fee === null) return t('sponsor.noFee');
  const { symbol, amount, token } = fee;
  const known = facts?.chains
    .find(({ chain }) => String(chain) === String(chainId))
    ?.tokens.find(({ address }) => address.toLowerCase() === token.toLowerCase());
  const units = unitsOf(amount);
  return known === undefined || units === null
    ? t('sponsor.units', { units: amount, token: symbol })
    : `${formatUnits(units, known.decimals)} ${symbol}`;
}
