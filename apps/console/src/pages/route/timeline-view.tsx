import type { Console, RouteReceipt, RouteTimeline } from '@interline/client';
import type { JSX } from 'preact';
import { formatClock, formatMoment, formatSpan } from '../../format/time.ts';
import { Long } from '../../parts/long.tsx';
import { chainName, explorerOf } from '../../parts/names.ts';
import { say, t } from '../../words/t.ts';
import { stopsOf } from './timeline.ts';

/** The way as a line with its stops. */
export function Timeline({
  receipt,
  timeline,
  facts,
}: {
  readonly receipt: RouteReceipt;
  readonly timeline: RouteTimeline | null;
  readonly facts: Console | null;
}): JSX.Element {
  const stops = stopsOf(receipt, timeline);
  return (
    <ol class="line">
      {stops.map(({ word, tone, atMs, chain, tx, notes, filling }, at) => (
        <li key={at} class={tone}>
          <span class="stop" />
          <div>
            <strong>
              {say(word, {
                ...filling,
                ...(chain === undefined ? {} : { chain: chainName(facts, chain) }),
              })}
            </strong>
            {notes.length === 0 ? null : (
              <span class="notes">
                {notes.map((note) => say(note.word, note.filling)).join(', ')}
              </span>
            )}
            {tx === undefined || receipt.sandbox ? null : (
              <Long
                text={tx}
                what={t('copy.hash')}
                href={chain === undefined ? null : explorerOf(facts, chain, tx)}
              />
            )}
          </div>
          {atMs === null ? null : (
            <time dateTime={new Date(atMs).toISOString()} title={formatMoment(atMs)}>
              {at === 0
                ? formatClock(atMs)
                : t('time.after', { time: formatSpan(atMs - receipt.createdAt) })}
            </time>
          )}
        </li>
      ))}
    </ol>
  );
}
