import type { JSX } from 'preact';
import { formatMoney } from '../../format/amount.ts';
import { chainName } from '../../parts/names.ts';
import { Shown } from '../../parts/problem.tsx';
import { t } from '../../words/t.ts';
import { bookRows, daysBefore } from './books.ts';
import { Chart } from './chart.tsx';
import { microUsd } from './chart-scale.ts';
import { type DeskProps, useAsked } from './section.tsx';

const everyMs = 300_000;
const shownDays = 14;

/** What was earned and spent, by day, by chain and by way, as the books have it. */
export function Money({ facts, now }: DeskProps): JSX.Element {
  const days = daysBefore(now, shownDays);
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const found = useAsked(
    `books ${to}`,
    async (client, signal) => {
      const by = (group: 'day' | 'chain' | 'engine') =>
        client.call(
          'GET /operator/books/statement',
          { query: { from, to, by: group } },
          { signal },
        );
      return Promise.all([by('day'), by('chain'), by('engine')]);
    },
    everyMs,
  );
  const columns = [t('desk.fees'), t('desk.gas'), t('desk.costs'), t('desk.result')];
  return (
    <Shown of={found} lines={6}>
      {([byDay, byChain, byEngine]) => (
        <>
          <p>
            {t('desk.total', {
              days: String(shownDays),
              volume: dollars(microUsd(byDay.total.volumeUsd) ?? 0n),
              usd: dollars(microUsd(byDay.total.profitUsd) ?? 0n),
            })}
            {byDay.total.unpriced > 0 &&
              t('desk.unpriced', { unpriced: String(byDay.total.unpriced) })}
          </p>
          <div class="two even">
            {(
              [
                ['desk.byDay', 'desk.volumeByDay', bookRows(byDay, days)],
                [
                  'desk.byChain',
                  'desk.volumeByChain',
                  bookRows(byChain, [], (chain) => chainName(facts, chain)),
                ],
                ['desk.byWay', 'desk.volumeByWay', bookRows(byEngine)],
              ] as const
            ).map(([title, volume, rows]) => (
              <>
                <Chart title={t(title)} columns={columns} rows={rows} format={dollars} />
                <Chart
                  title={t(volume)}
                  columns={[t('desk.volume')]}
                  rows={rows.map((row) => ({ label: row.label, values: [row.volume] }))}
                  format={dollars}
                />
              </>
            ))}
          </div>
        </>
      )}
    </Shown>
  );
}

function dollars(micro: bigint): string {
  return `${micro < 0n ? '\u2212' : ''}$${formatMoney(micro < 0n ? -micro : micro, 6)}`;
}
