import type { RouteReceipt } from '@interline/client';
import { unitsOf } from '../../format/amount.ts';
import type { WordKey } from '../../words/t.ts';

/** A line of the bill. */
export interface MoneyRow {
  readonly word: WordKey;
  readonly side: 'from' | 'to';
  /** Null where nothing is known yet. */
  readonly units: bigint | null;
  readonly isStrong?: boolean;
  /** Since when it is so, of what waits. */
  readonly sinceMs?: number | null;
}

/** Nothing of it is charged or sent on: it goes back, came back, or was never taken. */
export function isGoingBack({ bridged }: Pick<RouteReceipt, 'bridged'>): boolean {
  return bridged === '0';
}

/** What was sent, what it cost, what was said and what came: in the order in which people check it. */
export function moneyRows(receipt: RouteReceipt): readonly MoneyRow[] {
  const { from, to, quoted, feeParts, refund } = receipt;
  const delivered = unitsOf(to.delivered);
  const estimated = unitsOf(to.estimated);
  const isBack = isGoingBack(receipt);
  const gas = unitsOf(feeParts.gas) ?? 0n;
  const engine = unitsOf(feeParts.engine) ?? 0n;
  return [
    { word: 'money.sent', side: 'from', units: unitsOf(from.amount) },
    ...(isBack
      ? [{ word: 'money.quotedFee', side: 'from', units: unitsOf(quoted.svcFee) } as const]
      : [
          {
            word: gas > 0n ? 'money.serviceAlone' : 'money.service',
            side: 'from',
            units: unitsOf(feeParts.service),
          } as const,
          ...(gas > 0n ? [{ word: 'money.gas', side: 'from', units: gas } as const] : []),
          ...(engine > 0n ? [{ word: 'money.engine', side: 'from', units: engine } as const] : []),
        ]),
    { word: 'money.quoted', side: 'to', units: estimated },
    { word: 'money.least', side: 'to', units: unitsOf(to.min) },
    ...(isBack && delivered === null
      ? []
      : [{ word: 'money.delivered', side: 'to', units: delivered, isStrong: true } as const]),
    ...differenceRow(delivered, estimated),
    ...(refund === undefined
      ? []
      : [
          {
            word: `refund.${refund.state}`,
            side: 'from',
            units: unitsOf(refund.units),
            isStrong: true,
            sinceMs: refund.state === 'done' ? null : refund.since,
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
