import type { RouteReceipt } from '@interline/client';
import { rescaled, unitsOf } from '../../format/amount.ts';
import type { WordKey } from '../../words/t.ts';
import type { Decimals } from './headline.ts';

/** A line of the bill. */
export interface MoneyRow {
  readonly word: WordKey;
  readonly side: 'from' | 'to';
  /** Null where nothing is known yet. */
  readonly units: bigint | null;
  readonly isStrong?: boolean;
}

/** What was sent, what it cost, what was said and what came: in the order in which people check it. */
export function moneyRows(receipt: RouteReceipt, decimals: Decimals): readonly MoneyRow[] {
  const { from, to, quoted, status } = receipt;
  const amount = unitsOf(from.amount);
  const delivered = unitsOf(to.delivered);
  const estimated = unitsOf(to.estimated);
  const isBack = status === 'FAILED' || receipt.stage.startsWith('REFUND');
  const engine = engineShare(receipt, decimals);
  const back = unitsOf(receipt.refunded);
  return [
    { word: 'money.sent', side: 'from', units: amount },
    {
      word: isBack ? 'money.quotedFee' : 'money.service',
      side: 'from',
      units: unitsOf(quoted.svcFee),
    },
    ...(engine === null || engine <= 0n || isBack
      ? []
      : [{ word: 'money.engine', side: 'from', units: engine } as const]),
    { word: 'money.quoted', side: 'to', units: estimated },
    { word: 'money.least', side: 'to', units: unitsOf(to.min) },
    ...(isBack && delivered === null
      ? []
      : [{ word: 'money.delivered', side: 'to', units: delivered, isStrong: true } as const]),
    ...differenceRow(delivered, estimated),
    ...(back === null || back === 0n
      ? []
      : [{ word: 'money.refund', side: 'from', units: back, isStrong: true } as const]),
    ...(receipt.refundHeld === undefined
      ? []
      : [
          {
            word: 'money.owed',
            side: 'from',
            units: unitsOf(receipt.refundHeld.owed),
            isStrong: true,
          } as const,
        ]),
  ];
}

function differenceRow(delivered: bigint | null, estimated: bigint | null): readonly MoneyRow[] {
  if (delivered === null || estimated === null || delivered === estimated) return [];
  const units = delivered - estimated;
  return units > 0n
    ? [{ word: 'money.difference', side: 'to', units }]
    : [{ word: 'money.worse', side: 'to', units: -units }];
}

/**
 * What the engine kept, in the source token: only where both tokens are one by name, so that a unit of one is a
 * unit of the other.
 */
export function engineShare(receipt: RouteReceipt, decimals: Decimals): bigint | null {
  const { from, to, quoted } = receipt;
  if (from.symbol !== to.symbol) return null;
  const bridged = unitsOf(quoted.bridged);
  const arrived = unitsOf(to.delivered) ?? unitsOf(to.estimated);
  if (bridged === null || arrived === null) return null;
  return bridged - rescaled(arrived, decimals.to, decimals.from);
}
