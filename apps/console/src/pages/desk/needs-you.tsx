import type { DeskEntry, HookState } from '@interline/client';
import type { ComponentChildren, JSX } from 'preact';
import { formatMoment, formatSpan } from '../../format/time.ts';
import { Copy } from '../../parts/copy.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Shown } from '../../parts/problem.tsx';
import { t } from '../../words/t.ts';
import { Fields } from './fields.tsx';
import { GiveOrder, plainOrder } from './give-order.tsx';
import { type DeskProps, useAsked, useOrdered } from './section.tsx';

const everyMs = 15_000;

/** Everything that waits for a person, the oldest first, each with what can be done about it. */
export function NeedsYou({ facts, now }: DeskProps): JSX.Element {
  const ordered = useOrdered();
  const found = useAsked(
    'desk',
    async (client, signal) => {
      const [desk, { hooks }] = await Promise.all([
        client.call('GET /operator/desk', {}, { signal }),
        client.call('GET /operator/hooks', {}, { signal }),
      ]);
      return { ...desk, hooks };
    },
    everyMs,
  );
  return (
    <section class="stack" aria-labelledby="needs-you">
      <h2 id="needs-you">{t('desk.needsYou')}</h2>
      {ordered === '' ? null : <Notice tone="good" title={t('order.done', { order: ordered })} />}
      <Shown of={found}>
        {({ entries, more, hooks }) => (
          <>
            {entries.length + hooks.length === 0 ? (
              <Notice tone="good" title={t('desk.nothing')} />
            ) : null}
            {entries.map((entry) => (
              <Entry key={entry.kind + entry.subject} entry={entry} facts={facts} now={now} />
            ))}
            {hooks.map((hook) => (
              <DeadHook key={hook.id} hook={hook} facts={facts} now={now} />
            ))}
            {more === 0 ? null : <p>{t('desk.more', { count: String(more) })}</p>}
          </>
        )}
      </Shown>
    </section>
  );
}

/** The text, with a link where it names a route. */
function linked(text: string): ComponentChildren {
  return text.split(/\b((?:rt|sbx)_[0-9a-f]{32})\b/).map((part, at) =>
    at % 2 === 1 ? (
      <a key={at} href={`#/route/${part}`}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}

function Entry({
  entry: { subject, state, since, shows, whatToDo, commands, orders },
  facts,
  now,
}: DeskProps & { readonly entry: DeskEntry }): JSX.Element {
  return (
    <Need
      title={subject}
      tag={state}
      sinceMs={since}
      now={now}
      facts={facts}
      says={whatToDo}
      orders={orders}
    >
      <details>
        <summary>{t('desk.shows')}</summary>
        <Fields facts={facts} fields={shows} />
        <p class="label">{t('desk.terminal')}</p>
        {commands.map((command) => (
          <p key={command} class="command">
            <code data-copied>{command}</code>
            <Copy text={command} what={t('desk.command')} />
          </p>
        ))}
      </details>
    </Need>
  );
}

/** A webhook of which every try failed; it is heard of nowhere else. */
function DeadHook({
  hook: { id, routeId, url, attempts, created },
  facts,
  now,
}: DeskProps & { readonly hook: HookState }): JSX.Element {
  const last = attempts.at(-1);
  return (
    <Need
      title={t('desk.hook', { route: routeId })}
      tag={String(last?.httpStatus ?? last?.outcome ?? '')}
      sinceMs={last?.ts ?? created}
      now={now}
      facts={facts}
      says={t('desk.hookMore', { url, count: String(attempts.length) })}
      orders={[plainOrder('hooks/redeliver', { id })]}
    />
  );
}

function Need({
  title,
  tag,
  sinceMs,
  says,
  orders,
  facts,
  now,
  children,
}: DeskProps & {
  readonly title: string;
  readonly tag: string;
  readonly sinceMs: number | null;
  readonly says: string;
  readonly orders: DeskEntry['orders'];
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <article class="card needs">
      <h3>{linked(title)}</h3>
      <p class="row">
        <span class="tag FAILED">{tag}</span>
        {sinceMs === null ? null : (
          <time title={formatMoment(sinceMs)}>
            {t('desk.since', { time: formatSpan(now - sinceMs) })}
          </time>
        )}
      </p>
      <p>{says}</p>
      <div class="orders">
        {orders.map((order) => (
          <GiveOrder key={order.path + order.how} order={order} facts={facts} />
        ))}
      </div>
      {children}
    </article>
  );
}
