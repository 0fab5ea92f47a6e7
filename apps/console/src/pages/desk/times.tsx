import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatMoment, formatSpan } from '../../format/time.ts';
import { Shown } from '../../parts/problem.tsx';
import { t } from '../../words/t.ts';
import { Chart } from './chart.tsx';
import { useAsked } from './section.tsx';

const spans = ['1d', '7d', '30d'] as const;

/** How transfers ended and how long they took. */
export function Times(): JSX.Element {
  const [span, setSpan] = useState<(typeof spans)[number]>('1d');
  const found = useAsked(`series ${span}`, (client, signal) =>
    client.call('GET /operator/series', { query: { span } }, { signal }),
  );
  return (
    <>
      <div class="row" role="group" aria-label={t('desk.times')}>
        {spans.map((one) => (
          <button
            key={one}
            type="button"
            class="link"
            aria-pressed={one === span}
            onClick={() => setSpan(one)}
          >
            {t('desk.days', { count: one.slice(0, -1) })}
          </button>
        ))}
      </div>
      <Shown of={found} lines={6}>
        {({ slots }) => (
          <div class="two even">
            <Chart
              title={t('desk.settle')}
              isLines
              columns={[t('desk.median'), t('desk.p95')]}
              rows={slots.map(({ from, medianMs, p95Ms }) => ({
                label: formatMoment(from),
                values: [medianMs, p95Ms].map((ms) => (ms === null ? null : BigInt(ms))),
              }))}
              format={(ms) => formatSpan(Number(ms))}
            />
            <Chart
              title={t('desk.transfers')}
              columns={[t('state.delivered'), t('desk.missed'), t('desk.failed')]}
              rows={slots.map(({ from, delivered, missed, failed }) => ({
                label: formatMoment(from),
                values: [delivered, missed, failed].map(BigInt),
              }))}
              format={String}
            />
          </div>
        )}
      </Shown>
    </>
  );
}
