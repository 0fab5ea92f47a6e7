import type { Console, Scorecard } from '@interline/client';
import type { JSX } from 'preact';
import { formatSpan } from '../../format/time.ts';
import { chainName } from '../../parts/names.ts';
import { Shown } from '../../parts/problem.tsx';
import { client } from '../../state/service.ts';
import { useLoaded } from '../../state/use-loaded.ts';
import { t } from '../../words/t.ts';

const everyMs = 60_000;

/** How long each way took, and how often it brought less than it said. */
export function Ways({ facts }: { readonly facts: Console | null }): JSX.Element {
  const card = useLoaded(
    'scorecard',
    (signal) => client.call('GET /api/rails/scorecard', { query: {} }, { signal }),
    { everyMs },
  );
  return (
    <section class="card">
      <h2>{t('routes.ways')}</h2>
      <Shown of={card} lines={4}>
        {({ rails, window }) => (
          <>
            <p class="faint">{t('routes.waysMore', { window: window.replace(/d$/, ' d') })}</p>
            {rails.length === 0 ? <p>{t('routes.waysNone')}</p> : null}
            <ul class="ways">
              {rails.map((rail) => (
                <Way key={rail.rail} rail={rail} facts={facts} />
              ))}
            </ul>
          </>
        )}
      </Shown>
    </section>
  );
}

type Rail = Scorecard['rails'][number];

function Way({
  rail,
  facts,
}: {
  readonly rail: Rail;
  readonly facts: Console | null;
}): JSX.Element {
  const { samples, missRatePct, failRatePct, medianSeconds, lanes } = rail;
  const [most] = lanes;
  return (
    <li>
      <h3>{rail.rail}</h3>
      <p>
        {t('routes.samples', { count: String(samples) })}
        {medianSeconds === null
          ? ''
          : ` \u00b7 ${t('routes.median', { time: formatSpan(medianSeconds * 1_000) })}`}
      </p>
      <Distribution rail={rail} />
      <p class={missRatePct + failRatePct === 0 ? 'faint' : 'todo'}>
        {missRatePct + failRatePct === 0 ? t('routes.kept') : null}
        {missRatePct === 0 ? null : t('routes.missed', { pct: String(missRatePct) })}
        {missRatePct === 0 || failRatePct === 0 ? '' : ' \u00b7 '}
        {failRatePct === 0 ? null : t('routes.failed', { pct: String(failRatePct) })}
      </p>
      {most === undefined ? null : (
        <small>
          {t('routes.lane', {
            from: chainName(facts, most.fromChain),
            to: chainName(facts, most.toChain),
          })}
          {` (${most.samples})`}
        </small>
      )}
    </li>
  );
}

const [width, height, foot] = [264, 72, 16];

/** A bar for each step of time; the axis says where a step ends. */
function Distribution({ rail: { rail, times } }: { readonly rail: Rail }): JSX.Element {
  const most = Math.max(1, ...times.map(({ count }) => count));
  const step = width / Math.max(1, times.length);
  const steps = times
    .filter(({ count }) => count > 0)
    .map(({ upToSeconds, count }) =>
      upToSeconds === null
        ? t('routes.timeStepLast', { count: String(count) })
        : t('routes.timeStep', { count: String(count), time: formatSpan(upToSeconds * 1_000) }),
    )
    .join(', ');
  return (
    <svg
      class="times"
      viewBox={`0 0 ${width} ${height + foot}`}
      role="img"
      aria-label={t('routes.times', { rail, steps })}
    >
      <line x1="0" y1={height + 0.5} x2={width} y2={height + 0.5} />
      {times.map(({ upToSeconds, count }, at) => {
        const tall = count === 0 ? 0 : Math.max(3, (count / most) * (height - 6));
        return (
          <g key={at}>
            <rect x={at * step + 2} y={height - tall} width={step - 4} height={tall} rx="2" />
            {at % 2 === 0 && upToSeconds !== null ? (
              <text x={(at + 1) * step} y={height + 13} text-anchor="middle">
                {shortSpan(upToSeconds)}
              </text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}

function shortSpan(sec: number): string {
  return formatSpan(sec * 1_000)
    .replace(' min', 'm')
    .replace(/ /g, '');
}
