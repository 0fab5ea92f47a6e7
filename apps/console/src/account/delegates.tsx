import '../shared.ts';
import type { Agents, Console, Mandate } from '@interline/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatMoney, unitsOf } from '../format/amount.ts';
import { formatMoment, shortened } from '../format/time.ts';
import { chainName } from '../parts/names.ts';
import { Problem, Shown } from '../parts/problem.tsx';
import { Sure } from '../parts/sure.tsx';
import { type Loaded, useLoaded } from '../state/use-loaded.ts';
import { t } from '../words/t.ts';
import { amountOf } from './amount-of.ts';
import type { Session } from './session.ts';

interface WithSession {
  readonly session: Session;
  readonly facts: Console | null;
}

/** The wallet's agents and the mandates that they may pay by, with the way to stop each. What is folded asks nothing. */
export function Delegates(props: WithSession): JSX.Element {
  const [isWanted, want] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => want(currentTarget.open)}>
      <summary>{t('account.delegates')}</summary>
      {isWanted ? <Listed {...props} /> : null}
    </details>
  );
}

function Listed({ session, facts }: WithSession): JSX.Element {
  const { address, ask } = session;
  const [error, setError] = useState<unknown>(null);
  const agents = useLoaded(`agents ${address}`, (signal) => ask('GET /api/agents', {}, { signal }));
  // A wallet has a hundred at most, which is a page.
  const mandates = useLoaded(`mandates ${address}`, (signal) =>
    ask('GET /api/mandates', { query: { limit: '100' } }, { signal }),
  );
  const then = (asked: Promise<unknown>, { reload }: { readonly reload: () => void }): void => {
    setError(null);
    void asked.catch(setError).then(reload);
  };
  const turn = ({ id, state }: Agent): void => {
    const params = { id };
    const body = { state: 'active' } as const;
    then(
      state === 'active'
        ? ask('POST /api/agents/{id}/freeze', { params })
        : ask('PATCH /api/agents/{id}', { params, body }),
      agents,
    );
  };
  const revoke = (id: string): void =>
    then(ask('DELETE /api/mandates/{id}', { params: { id } }), mandates);
  return (
    <>
      {error === null ? null : <Problem error={error} />}
      <ShownRows
        title={t('account.agents')}
        about={t('account.agentsWhat')}
        none={t('account.agentsNone')}
        of={agents}
      >
        {(agent) => <OneAgent key={agent.id} agent={agent} onTurn={() => turn(agent)} />}
      </ShownRows>
      <ShownRows title={t('account.mandates')} none={t('account.mandatesNone')} of={mandates}>
        {(one) => (
          <OneMandate key={one.id} mandate={one} facts={facts} onRevoke={() => revoke(one.id)} />
        )}
      </ShownRows>
    </>
  );
}

function ShownRows<Row>({
  title,
  about,
  none,
  of,
  children: rowOf,
}: {
  readonly title: string;
  /** Above the rows. */
  readonly about?: string;
  /** Where there is no row. */
  readonly none: string;
  readonly of: Loaded<{ readonly items: readonly Row[] }>;
  readonly children: (row: Row) => JSX.Element;
}): JSX.Element {
  return (
    <>
      <h3>{title}</h3>
      <Shown of={of}>
        {({ items }) => (
          <>
            {items.length === 0 ? <p>{none}</p> : null}
            {items.length > 0 && about !== undefined ? <p>{about}</p> : null}
            <ul class="rows list">{items.map(rowOf)}</ul>
          </>
        )}
      </Shown>
    </>
  );
}

type Agent = Agents['items'][number];

function OneAgent({
  agent: { name, policy, state },
  onTurn,
}: {
  readonly agent: Agent;
  readonly onTurn: () => void;
}): JSX.Element {
  const isActive = state === 'active';
  return (
    <li>
      <p class="grow">
        <strong>{name}</strong>{' '}
        {t('account.agentLimits', {
          route: dollars(policy.maxPerRoute),
          day: dollars(policy.maxPerDay),
          slippage: String(Number((policy.maxSlippage * 100).toFixed(4))),
        })}
      </p>
      {isActive ? null : <span class="tag">{t('account.frozen')}</span>}
      <button type="button" class="button quiet" onClick={onTurn}>
        {t(isActive ? 'account.freeze' : 'account.resume', { name })}
      </button>
    </li>
  );
}

const stateWords = {
  active: 'account.mandateActive',
  revoked: 'account.mandateRevoked',
  expired: 'account.mandateExpired',
  exhausted: 'account.mandateExhausted',
} as const;

function OneMandate({
  mandate: { id, ceiling, budget, state, expires },
  facts,
  onRevoke,
}: {
  readonly mandate: Mandate;
  readonly facts: Console | null;
  readonly onRevoke: () => void;
}): JSX.Element {
  const { left, max } = budget;
  return (
    <li>
      <p class="grow">
        <strong>{amountOf(facts, ceiling)}</strong>{' '}
        {t('account.ceiling', { chain: chainName(facts, ceiling.chainId) })}
        <br />
        {max === null || left === null
          ? t('account.noBudget')
          : t('account.budget', { left: dollars(left), max: dollars(max) })}{' '}
        <small>
          {t('account.lasts', { time: formatMoment(expires) })} {'\u00b7'} {shortened(id, 7)}
        </small>
      </p>
      <span class="tag">{t(stateWords[state])}</span>
      {state === 'active' || state === 'exhausted' ? (
        <Sure
          label={t('account.revoke')}
          sure={t('account.revokeSure')}
          not={t('account.revokeNot')}
          onSure={onRevoke}
        >
          <p>{t('account.revokeWhat')}</p>
        </Sure>
      ) : null}
    </li>
  );
}

/** From cents. */
function dollars(cents: string): string {
  return formatMoney(unitsOf(cents) ?? 0n, 2);
}
