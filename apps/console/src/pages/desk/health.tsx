import type { Console, OperatorHealth } from '@interline/client';
import type { JSX } from 'preact';
import { unitsOf } from '../../format/amount.ts';
import { chainName } from '../../parts/names.ts';
import { Shown } from '../../parts/problem.tsx';
import { say, t } from '../../words/t.ts';
import { Line } from './line.tsx';
import type { HealthProps } from './section.tsx';
import { amountOf, tokenOn } from './shown.ts';

/** Chains with their nodes, engines with their limits, and what is left of today's budgets. */
export function Health({ facts, health }: HealthProps): JSX.Element {
  return (
    <Shown of={health} lines={5}>
      {({ chains, engines, budgets }) => (
        <div class="two even">
          <ul class="rows list" aria-label={t('desk.chains')}>
            {chains.map(({ chain, up, nodes }) => (
              <Line
                key={chain}
                title={chainName(facts, chain)}
                tag={say(up ? 'health.up' : 'health.down')}
                tone={up ? 'DONE' : 'FAILED'}
                notes={[
                  nodes
                    .map(({ number, state }) =>
                      t('desk.node', { number: String(number), state: say(`health.${state}`) }),
                    )
                    .join(' \u00b7 '),
                  ...budgets
                    .filter((one) => one.chain === chain)
                    .map((one) => budgetOf(facts, one)),
                ]}
              />
            ))}
          </ul>
          <ul class="rows list" aria-label={t('desk.engines')}>
            {engines.map(({ name, up, state, reason, requestsLeft }) => (
              <Line
                key={name}
                title={name}
                tag={say(`health.${state ?? (up ? 'up' : 'down')}`)}
                tone={up ? 'DONE' : 'FAILED'}
                notes={[
                  reason,
                  requestsLeft === null
                    ? null
                    : t('desk.requestsLeft', { count: String(requestsLeft) }),
                ]}
              />
            ))}
          </ul>
        </div>
      )}
    </Shown>
  );
}

/** Said only where some of it is spent. */
function budgetOf(
  facts: Console | null,
  { chain, of, engine, spent, limit }: OperatorHealth['budgets'][number],
): string | null {
  if (spent === '0') return null;
  const coin = tokenOn(facts, chain, 'native');
  return t('desk.budget', {
    of: engine ?? of,
    spent: amountOf(unitsOf(spent), coin),
    limit: amountOf(unitsOf(limit), coin),
  });
}
