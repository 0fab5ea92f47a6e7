import type { JSX } from 'preact';
import { formatMoney } from '../../format/amount.ts';
import { chainName } from '../../parts/names.tsx';
import { Shown } from '../../parts/problem.tsx';
import { t } from '../../words/t.ts';
import { bookRows, daysBefore } from './books.ts';
import { Chart } from './chart.tsx';
import { microUsd } from './chart-scale.ts';
import { type DeskProps, useAsked } from './section.tsx';

const everyMs = 300_000;
const shownDays = 14;

/** What was earned and spent, by day and by chain, as the books have it. */
export function Money({ facts, now }: DeskProps): JSX.Element {
  const days = daysBefore(now, shownDays);
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const found = useAsked(
    `books ${to}`,
    async (client, signal) => {
      const by = (group: 'day' | 'chain') =>
        client.call(
          'GET /operator/books/statement',
          { query: { from, to, by: group } },
          { signal },
        );
      return Promise.all([by('day'), by('chain')]);
    },
    everyMs,
  );
  const columns = [t('desk.fees'), t('desk.gas'), t('desk.costs'), t('desk.result')];
  return (
    <Shown of={found} lines={6}>
      {([byDay, byChain]) => (
        <>
          <p>
            {t('desk.total', {
              usd: dollars(microUsd(byDay.total.profitUsd) ?? 0n),
              days: String(shownDays),
              unpriced: String(byDay.total.unpriced),
            })}
          </p>
          <div class="two even">
            <Chart
              title={t('desk.byDay')}
              columns={columns}
              rows={bookRows(byDay, days)}
              format={dollars}
            />
            <Chart
              title={t('desk.byChain')}
              columns={columns}
              rows={bookRows(byChain, [], (chain) => chainName(facts, chain))}
              format={dollars}
            />
          </div>
        </>
      )}
    </Shown>
  );
}

function dollars(micro: bigint): string {
  return `${micro < 0n ? '\u2212' : ''}$${formatMoney(micro < 0n ? -micro : micro, 6)}`;
}
