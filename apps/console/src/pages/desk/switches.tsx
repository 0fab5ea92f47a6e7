import type { Console } from '@interline/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatSpan } from '../../format/time.ts';
import { chainName } from '../../parts/names.ts';
import { Shown } from '../../parts/problem.tsx';
import { say, t } from '../../words/t.ts';
import { GiveOrder, plainOrder } from './give-order.tsx';
import { Line } from './line.tsx';
import { type HealthProps, useAsked } from './section.tsx';

/** What accepts nothing new, and the way to stop a part of the service or let it go on. */
export function Switches({ facts, now, health }: HealthProps): JSX.Element {
  const [scope, setScope] = useState('service');
  const found = useAsked('switches', (client, signal) =>
    client.call('GET /operator/switches', {}, { signal }),
  );
  const chains = (facts?.chains ?? []).map(({ chain }) => chain);
  const groups = [
    [t('desk.chains'), chains.map((chain) => `chain:${chain}`)],
    [
      t('desk.lanes'),
      chains.flatMap((from) =>
        chains.filter((to) => to !== from).map((to) => `lane:${from}-${to}`),
      ),
    ],
    [t('desk.engines'), (health.value?.engines ?? []).map(({ name }) => `engine:${name}`)],
  ] as const;
  return (
    <>
      <Shown of={found} lines={1}>
        {({ switches }) =>
          switches.length === 0 ? (
            <p class="faint">{t('desk.allOpen')}</p>
          ) : (
            <ul class="rows list">
              {switches.map(({ scope: of, state, by, since, reason }) => (
                <Line
                  key={of}
                  title={scopeName(facts, of)}
                  tag={say(`desk.${state}`)}
                  notes={[t('desk.switchedBy', { by, time: formatSpan(now - since), why: reason })]}
                >
                  <GiveOrder order={plainOrder('resume', { scope: of })} facts={facts} />
                </Line>
              ))}
            </ul>
          )
        }
      </Shown>
      <label class="field">
        <span>{t('desk.scope')}</span>
        <select value={scope} onChange={({ currentTarget }) => setScope(currentTarget.value)}>
          <option value="service">{t('desk.service')}</option>
          {groups.map(([label, scopes]) => (
            <optgroup key={label} label={label}>
              {scopes.map((one) => (
                <option key={one} value={one}>
                  {scopeName(facts, one)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <div class="orders" key={scope}>
        {['pause', 'drain'].map((path) => (
          <GiveOrder key={path} order={plainOrder(path, { scope })} facts={facts} />
        ))}
      </div>
      <p class="faint">{t('desk.pauseMore')}</p>
    </>
  );
}

/** Chains and lanes by the names of their chains; every other scope as the service writes it. */
function scopeName(facts: Console | null, scope: string): string {
  const [kind, of = ''] = scope.split(':');
  if (kind === 'service') return t('desk.service');
  if (kind !== 'chain' && kind !== 'lane') return of;
  const [from = '', to] = of.split('-').map((chain) => chainName(facts, chain));
  return to === undefined ? from : t('routes.lane', { from, to });
}
