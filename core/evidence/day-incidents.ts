import { type JsonObject, utcDay } from '@interline/kernel';
import type { AuditEntry } from '../operations/index.ts';
import type { Switch, SwitchState } from '../switches/index.ts';

/** What went wrong on a day, as far as the service has records. */
export interface DayIncidents {
  /**
   * Parts of the service that accepted nothing new, each with its minutes of that day; a begun minute counts.
   */
  readonly pauses: readonly {
    /** The scope as operators write it: `service`, `chain:8453`. */
    readonly scope: string;
    readonly state: SwitchState;
    readonly minutes: number;
  }[];
  /** Stopped accounts of the service that an operator let run again on that day. */
  readonly restarts: number;
  /**
   * Ends that a reorg had taken back, counted on the day of the end that followed. Null for fewer than ten.
   */
  readonly endsTakenBack: number | null;
}

/** What is read from operators' orders: neither who gave one, nor why. */
export type Order = Pick<AuditEntry, 'action' | 'target' | 'outcome' | 'atMs' | 'before'>;

const dayMs = 86_400_000;
const minuteMs = 60_000;

/**
 * `orders`: all that were given since the day began, in any order. A pause that is over is known from the
 * order that ended it, which says when it began; a pause that goes on, from its switch.
 */
export function incidentsOf(
  day: string,
  orders: readonly Order[],
  switches: readonly Pick<Switch, 'scope' | 'state' | 'sinceMs'>[],
  endsTakenBack: number | null,
): DayIncidents {
  const beginMs = Date.parse(day);
  const done = orders.filter(({ outcome }) => outcome === 'done');
  const msOf = new Map<string, number>();
  const count = (scope: string, state: SwitchState, sinceMs: number, untilMs: number): void => {
    const ms = Math.min(untilMs, beginMs + dayMs) - Math.max(sinceMs, beginMs);
    const name = `${state} ${scope}`;
    if (ms > 0) msOf.set(name, (msOf.get(name) ?? 0) + ms);
  };
  for (const { action, target, atMs, before } of done) {
    const former = isSwitching(action) ? switchIn(before) : null;
    if (former !== null) count(target, former.state, former.sinceMs, atMs);
  }
  for (const { scope, state, sinceMs } of switches) count(scope, state, sinceMs, Infinity);
  return {
    pauses: [...msOf]
      .map(([name, ms]) => {
        const [state, scope] = splitAt(name, name.indexOf(' '));
        return {
          scope,
          state: state === 'paused' ? ('paused' as const) : ('draining' as const),
          minutes: Math.ceil(ms / minuteMs),
        };
      })
      .sort((a, b) => (`${a.scope} ${a.state}` < `${b.scope} ${b.state}` ? -1 : 1)),
    restarts: done.filter(({ action, atMs }) => action === 'resume-account' && utcDay(atMs) === day)
      .length,
    endsTakenBack,
  };
}

function isSwitching(action: string): boolean {
  return ['pause', 'drain', 'resume'].includes(action);
}

/** The scope as an order records it; null where it was open, or an old order did not say since when. */
function switchIn({ state, since }: JsonObject): Pick<Switch, 'state' | 'sinceMs'> | null {
  if (typeof since !== 'number' || (state !== 'paused' && state !== 'draining')) return null;
  return { state, sinceMs: since };
}

function splitAt(text: string, at: number): readonly [string, string] {
  return [text.slice(0, at), text.slice(at + 1)];
}
