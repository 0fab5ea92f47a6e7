import '../shared.ts';
import { type Console, ServiceError } from '@interline/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatMoney, formatUnits } from '../format/amount.ts';
import { formatClock, formatSpan } from '../format/time.ts';
import { sendingStore } from '../pages/move/send.ts';
import type { Wanted } from '../pages/move/wanted.ts';
import { chainName } from '../parts/names.ts';
import { Notice } from '../parts/notice.tsx';
import { ErrorFacts, Problem } from '../parts/problem.tsx';
import { Sure } from '../parts/sure.tsx';
import { hrefOf } from '../router.ts';
import { ownRoutes } from '../state/own-routes.ts';
import { client } from '../state/service.ts';
import { createStore, useStore } from '../state/store.ts';
import { planWords } from '../words/en-plan.ts';
import { addWords, t } from '../words/t.ts';
import { planBodyOf, type Planned, type PlannedLeg, plannedOf, sourcesOf } from './plan-of.ts';

addWords(planWords);

interface PlanProps {
  readonly facts: Console;
  readonly wanted: Wanted;
  readonly payer: string;
  readonly onReview: (leg: PlannedLeg) => void;
}

interface Kept {
  /** What was asked for, and by whom. */
  readonly key: string;
  readonly atMs: number;
  readonly planned: Planned;
  /** Chains that did not answer. */
  readonly unread: readonly string[];
}

/** Its legs are signed one by one, and each leads to its route: the plan is there on the way back. */
const planStore = createStore<{ readonly kept: Kept | null }>({ kept: null });

/** What other chains of the wallet could bring, where the one that was chosen has too little. */
export function PlanPanel(props: PlanProps): JSX.Element | null {
  const { wanted, payer, facts } = props;
  const { kept } = useStore(planStore);
  const [state, setState] = useState<
    'asking' | 'none' | 'odd' | { readonly error: unknown } | null
  >(null);
  // What is no amount of the same asset cannot be wanted on the other side.
  if (wanted.fromToken.asset !== wanted.toToken.asset || wanted.recipient === null) return null;
  const key = JSON.stringify([wanted.body, payer]);
  const ask = async (): Promise<void> => {
    setState('asking');
    planStore.change({ kept: null });
    try {
      const found = await plan(props);
      setState(typeof found === 'string' ? found : null);
      if (typeof found !== 'string')
        planStore.change({ kept: { key, atMs: Date.now(), ...found } });
    } catch (error) {
      setState({ error });
    }
  };
  return (
    <section class="card" aria-label={t('plan.title')}>
      <h2>{t('plan.title')}</h2>
      {kept?.key === key ? (
        <Legs {...props} kept={kept} onAgain={() => void ask()} />
      ) : (
        <>
          <p>
            {t('plan.lead', {
              amount: formatMoney(wanted.amount, wanted.fromToken.decimals),
              symbol: wanted.fromToken.symbol,
              chain: chainName(facts, wanted.from.chain),
            })}
          </p>
          <button
            type="button"
            class="button quiet"
            disabled={state === 'asking'}
            onClick={() => void ask()}
          >
            {state === 'asking' ? t('plan.looking') : t('plan.look')}
          </button>
          {state === 'none' ? <Notice tone="plain" title={t('plan.none')} isAlert /> : null}
          {state === 'odd' ? <Notice tone="bad" title={t('plan.odd')} isAlert /> : null}
          {typeof state === 'object' && state !== null ? (
            <Refused error={state.error} wanted={wanted} />
          ) : null}
        </>
      )}
    </section>
  );
}

/** The service says it in smallest units, and what to do to whoever writes requests. */
function Refused({
  error,
  wanted: { amount, fromToken, to },
}: {
  readonly error: unknown;
  readonly wanted: Wanted;
}): JSX.Element {
  if (!(error instanceof ServiceError) || error.errorCode !== 'PLAN_UNSATISFIABLE')
    return <Problem error={error} />;
  const filling = {
    amount: formatMoney(amount, fromToken.decimals),
    symbol: fromToken.symbol,
    chain: to.name,
  };
  return (
    <Notice tone="wait" title={t('plan.tooLittle', filling)} isAlert>
      <ErrorFacts code={error.errorCode} requestId={error.requestId} />
    </Notice>
  );
}

async function plan({
  facts,
  wanted,
  payer,
}: PlanProps): Promise<Pick<Kept, 'planned' | 'unread'> | 'none' | 'odd'> {
  const chains = facts.chains.map(({ chain }) => chain).filter((one) => typeof one === 'number');
  const body = { account: payer, chains: chains.slice(0, 32) };
  const balances = await client.call('POST /api/plan/balances', { body });
  const sources = sourcesOf(balances, facts, wanted);
  const asked = planBodyOf(wanted, sources, payer);
  if (asked === null) return 'none';
  const planned = plannedOf(
    await client.call('POST /api/plan', { body: asked }),
    ...([wanted, sources, payer] as const),
  );
  if (planned === null) return 'odd';
  return { planned, unread: balances.unread.map((chain) => chainName(facts, chain)) };
}

function Legs({
  kept,
  wanted,
  onReview,
  onAgain,
}: PlanProps & { readonly kept: Kept; readonly onAgain: () => void }): JSX.Element {
  useStore(sendingStore);
  const { planned, atMs, unread } = kept;
  const { toToken } = wanted;
  const there = (units: bigint): string =>
    `${formatMoney(units, toToken.decimals)} ${toToken.symbol}`;
  const isBegun = planned.legs.some((leg) => sentAs(leg, atMs) !== null);
  return (
    <>
      <p>{t('plan.each')}</p>
      <ul class="rows list">
        {planned.legs.map((leg) => (
          <li key={String(leg.wanted.from.chain) + leg.wanted.fromToken.address}>
            <span class="grow">
              <strong>{t('plan.leg', nameOf(leg))}</strong>
              <small>
                {t('plan.legMore', {
                  arrives: there(leg.taken.arrives),
                  least: there(leg.taken.least),
                  fee: `${formatMoney(leg.taken.fee, leg.wanted.fromToken.decimals)} ${leg.wanted.fromToken.symbol}`,
                  time: formatSpan(leg.etaSec * 1_000),
                  rail: leg.rail,
                })}
              </small>
            </span>
            <Begun sent={sentAs(leg, atMs)}>
              <button type="button" class="button quiet" onClick={() => onReview(leg)}>
                {t('plan.review', nameOf(leg))}
              </button>
            </Begun>
          </li>
        ))}
      </ul>
      <dl class="rows">
        <div>
          <dt>{t('plan.total')}</dt>
          <dd>{there(planned.arrives)}</dd>
        </div>
        <div>
          <dt>{t('plan.least')}</dt>
          <dd>{there(planned.least)}</dd>
        </div>
      </dl>
      {unread.length === 0 ? null : (
        <p class="todo">{t('plan.unread', { chains: unread.join(', ') })}</p>
      )}
      <p class="faint">{t('plan.asOf', { time: formatClock(atMs) })}</p>
      {isBegun ? (
        <Sure
          label={t('plan.forget')}
          sure={t('plan.forgetSure')}
          not={t('plan.forgetNot')}
          onSure={onAgain}
        >
          <p class="todo">{t('plan.forgetMore')}</p>
        </Sure>
      ) : (
        <button type="button" class="link" onClick={onAgain}>
          {t('plan.again')}
        </button>
      )}
    </>
  );
}

function nameOf({
  wanted: { amount, from, fromToken },
}: PlannedLeg): Readonly<Record<'amount' | 'symbol' | 'chain', string>> {
  return {
    amount: formatMoney(amount, fromToken.decimals),
    symbol: fromToken.symbol,
    chain: from.name,
  };
}

type Sent = { readonly id: string } | 'unanswered' | null;

/** A leg that was sent is not offered again: it would be paid twice. */
function sentAs({ wanted: { from, to, fromToken, amount } }: PlannedLeg, sinceMs: number): Sent {
  const isIt = (route: Omit<NonNullable<ReturnType<typeof ownRoutes.find>>, 'id'>): boolean =>
    route.atMs >= sinceMs &&
    route.fromChain === String(from.chain) &&
    route.toChain === String(to.chain) &&
    route.amount === formatUnits(amount, fromToken.decimals) &&
    route.symbol === fromToken.symbol;
  if (sendingStore.get().kept.some(({ route }) => isIt(route))) return 'unanswered';
  return ownRoutes.read().find((route) => route.id.startsWith('rt_') && isIt(route)) ?? null;
}

function Begun({
  sent,
  children,
}: {
  readonly sent: Sent;
  readonly children: JSX.Element;
}): JSX.Element {
  if (sent === null) return children;
  if (sent === 'unanswered') return <span class="tag BRIDGING">{t('plan.unanswered')}</span>;
  return <a href={hrefOf({ page: 'route', id: sent.id })}>{t('plan.sent')}</a>;
}
