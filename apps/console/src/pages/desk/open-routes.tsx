import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { unitsOf } from '../../format/amount.ts';
import { formatSpan } from '../../format/time.ts';
import { Shown } from '../../parts/problem.tsx';
import { typedIn } from '../../parts/typed-in.ts';
import { say, t } from '../../words/t.ts';
import { stageWord } from '../route/headline.ts';
import { laneOf } from './float.tsx';
import { Line } from './line.tsx';
import { type DeskProps, useAsked } from './section.tsx';
import { amountOf } from './shown.ts';

/** What is open, the oldest first; or whatever an id, a hash or an address finds. */
export function OpenRoutes({ facts, now }: DeskProps): JSX.Element {
  const [search, setSearch] = useState('');
  const found = useAsked(`routes ${search}`, (client, signal) =>
    client.call('GET /operator/routes', { query: search === '' ? {} : { q: search } }, { signal }),
  );
  const find = (event: Event): void => {
    event.preventDefault();
    if (event.currentTarget instanceof HTMLFormElement)
      setSearch(
        typedIn(event.currentTarget, 'q')
          .trim()
          .replace(/^.*#\/route\//, ''),
      );
  };
  return (
    <>
      <form class="search" role="search" onSubmit={find}>
        <label class="field grow">
          <span>{t('desk.searchField')}</span>
          <input name="q" autoComplete="off" spellcheck={false} />
        </label>
        <button class="button quiet">{t('routes.find')}</button>
      </form>
      <Shown of={found} lines={4}>
        {({ routes, count }) => (
          <>
            <p class="faint">
              {t(search === '' ? 'desk.open' : 'desk.found', { count: String(count) })}
            </p>
            <ul class="rows list">
              {routes.map((route) => {
                const { id, from, to, rail, status, accepted, moved } = route;
                return (
                  <Line
                    key={id}
                    href={`#/route/${id}`}
                    title={`${amountOf(unitsOf(from.units), from)}, ${laneOf(facts, from.chain, to.chain)}`}
                    notes={[`${rail} \u00b7 ${id}`]}
                    tag={say(stageWord(route))}
                    tone={status}
                    endNote={t('desk.age', {
                      age: formatSpan(now - accepted),
                      moved: formatSpan(now - moved),
                    })}
                  />
                );
              })}
            </ul>
          </>
        )}
      </Shown>
    </>
  );
}
