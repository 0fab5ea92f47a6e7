import type { JSX } from 'preact';
import { formatMoment } from '../../format/time.ts';
import { Shown } from '../../parts/problem.tsx';
import { t } from '../../words/t.ts';
import { Line } from './line.tsx';
import { useAsked } from './section.tsx';

/** The orders that were given last, by whom, why, and what became of each. */
export function Audit(): JSX.Element {
  const found = useAsked('audit', (client, signal) =>
    client.call('GET /operator/audit', { query: { limit: '20' } }, { signal }),
  );
  return (
    <Shown of={found} lines={4}>
      {({ entries }) =>
        entries.length === 0 ? (
          <p class="faint">{t('desk.noOrder')}</p>
        ) : (
          <ul class="rows list">
            {entries.map(({ id, ts, operator, action, target, reason, outcome, errorCode }) => (
              <Line
                key={id}
                title={`${action} ${target}`}
                notes={[`${formatMoment(ts)} \u00b7 ${operator} \u00b7 ${reason}`]}
                tag={errorCode ?? outcome}
                tone={outcome === 'done' ? 'DONE' : 'FAILED'}
              />
            ))}
          </ul>
        )
      }
    </Shown>
  );
}
