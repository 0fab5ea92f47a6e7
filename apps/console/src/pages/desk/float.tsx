import type { Console } from '@interline/client';
import type { JSX } from 'preact';
import { unitsOf } from '../../format/amount.ts';
import { chainName } from '../../parts/names.ts';
import { Shown } from '../../parts/problem.tsx';
import { say, t } from '../../words/t.ts';
import { GiveOrder, plainOrder } from './give-order.tsx';
import { Line } from './line.tsx';
import { type DeskProps, useAsked } from './section.tsx';
import { amountOf, type Known, tokenOn } from './shown.ts';

/** What each float and each account for gas has, against what it should have. */
export function Float({ facts }: DeskProps): JSX.Element {
  const found = useAsked('float', (client, signal) =>
    client.call('GET /operator/float', {}, { signal }),
  );
  return (
    <Shown of={found} lines={6}>
      {({ floats, gas, gasUse, suggestions }) => (
        <>
          <ul class="rows list">
            {floats.map((one) => (
              <Level
                key={one.chain + one.token}
                {...one}
                name={`${one.symbol}, ${chainName(facts, one.chain)}`}
                known={one}
              />
            ))}
          </ul>
          <div class="orders">
            {suggestions.map(({ symbol, from, to, units }) => (
              <GiveOrder
                key={symbol + from + to}
                facts={facts}
                order={plainOrder(
                  'float/rebalance',
                  { token: symbol, from, to, units },
                  `${amountOf(unitsOf(units), tokenOn(facts, from, symbol))}, ${laneOf(facts, from, to)}`,
                )}
              />
            ))}
          </div>
          <h3>{t('desk.gas')}</h3>
          <ul class="rows list">
            {gas.map((one) => {
              const use = gasUse.find(({ chain }) => chain === one.chain);
              return (
                <Level
                  key={one.chain + one.role}
                  {...one}
                  target={one.alarmBelow}
                  name={`${say(`desk.${one.role}`)}, ${chainName(facts, one.chain)}`}
                  known={tokenOn(facts, one.chain, 'native')}
                  note={use === undefined ? '' : t('desk.daysLeft', { days: String(use.daysLeft) })}
                />
              );
            })}
          </ul>
        </>
      )}
    </Shown>
  );
}

export function laneOf(facts: Console | null, from: number | string, to: number | string): string {
  return t('routes.lane', { from: chainName(facts, from), to: chainName(facts, to) });
}

function Level({
  name,
  held,
  reserved,
  free,
  target,
  alarm,
  known,
  note = '',
}: {
  readonly name: string;
  readonly held: string | null;
  readonly reserved: string;
  readonly free: string;
  readonly target: string | null;
  readonly alarm: 'below' | 'above' | null;
  readonly known: Known | null;
  readonly note?: string;
}): JSX.Element {
  const [isFree = 0n, isHeld = 0n, wanted = 0n] = [free, reserved, target ?? '0'].map(BigInt);
  const most = [isFree + isHeld, wanted, 1n].reduce((a, b) => (a > b ? a : b));
  // Of a thousand: only the place in the picture is a number.
  const part = (units: bigint): number => Number((units * 1_000n) / most);
  return (
    <Line
      title={name}
      tag={alarm === null ? null : say(`desk.${alarm}`)}
      notes={[
        <svg
          key="level"
          class="level"
          viewBox="0 0 1000 12"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect class="c0" width={part(isFree)} height="12" />
          <rect class="c1" x={part(isFree)} width={part(isHeld)} height="12" />
          {target === null ? null : (
            <rect class="mark" x={Math.min(part(wanted), 994)} width="6" height="12" />
          )}
        </svg>,
      ]}
      end={held === null ? t('desk.unread') : t('desk.free', { amount: amountOf(isFree, known) })}
      endNote={[
        isHeld === 0n ? '' : t('desk.reserved', { amount: amountOf(isHeld, known) }),
        target === null ? '' : t('desk.target', { amount: amountOf(wanted, known) }),
        note,
      ]
        .filter((text) => text !== '')
        .join(' \u00b7 ')}
    />
  );
}
