import type { Log } from '@interline/ports';
import type { Execute } from './statement.ts';
import { causeOf } from './store-down.ts';

/** A copy of the store that hears of each COMMIT a moment later. */
export interface ReplicaWatch {
  /** Looks at it now, if that was not done within a second. */
  look(): Promise<ReplicaState>;
  /** Reads that may lag, by who answered them. */
  readonly answered: { readonly replica: number; readonly primary: number };
}

export interface Replica extends ReplicaWatch {
  readonly execute: Execute;
  /**
   * Asks the replica where it lags no more than it may; else, or where that fails, the primary. Throws
   * only what the primary throws.
   */
  ask<T>(there: () => Promise<T>, here: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface ReplicaState {
  readonly isAsked: boolean;
  /** Null before it was ever seen to have what the primary had. */
  readonly lagMs: number | null;
  /** Why it is not asked: a database's code, or one of ours below; null where it is. */
  readonly cause: string | null;
}

/** It lags more than it may, or by an unknown time. */
export const behind = 'REPLICA_BEHIND';
/** It is not a copy of this store's database, or it has diverged from it. */
export const foreign = 'REPLICA_FOREIGN';

/** How far a database has come in the log that all of its copies share. */
export interface LogPlace {
  readonly system: string;
  /** Null for a standby, which has the primary's. */
  readonly timeline: string | null;
  /** Null where it has replayed nothing yet. */
  readonly at: bigint | null;
}

interface ReplicaParts {
  readonly maxLagMs: number;
  readonly execute: Execute;
  readonly placeOfPrimary: () => Promise<LogPlace>;
  readonly placeOfReplica: () => Promise<LogPlace>;
  readonly log: Log | null;
  readonly close: () => Promise<void>;
}

/** A sample of the primary's log: what was committed by then is at that place or before it. */
interface Sample {
  readonly atMs: number;
  readonly place: bigint;
}

export const lookAgainMs = 1_000;
/** How long it is left alone after it failed. */
const restMs = 5_000;

/**
 * How far the replica lags is measured by the primary's log alone: it has what was committed before the
 * last sample of the log that it has replayed. So neither clocks have to agree nor has anything to be
 * written, an idle primary makes nothing look old, and a standby that lost its primary is found out.
 */
export function replicaOf({
  maxLagMs,
  execute,
  placeOfPrimary,
  placeOfReplica,
  log,
  close,
}: ReplicaParts): Replica {
  const answered = { replica: 0, primary: 0 };
  let samples: readonly Sample[] = [];
  let provenAtMs: number | null = null;
  let state: ReplicaState | null = null;
  let lookAfterMs = 0;
  let flight: Promise<ReplicaState> | null = null;

  const note = (next: ReplicaState, afterMs: number): ReplicaState => {
    const wasAsked = state?.isAsked ?? true;
    state = next;
    lookAfterMs = performance.now() + afterMs;
    if (wasAsked && !next.isAsked)
      log?.warn('replica-left-alone', { cause: next.cause, remedy: remedyOf(next.cause) });
    if (!wasAsked && next.isAsked) log?.warn('replica-asked-again');
    return next;
  };
  const failed = (cause: string, afterMs = restMs): ReplicaState =>
    note({ isAsked: false, lagMs: lagNow(), cause }, afterMs);
  const lagNow = (): number | null =>
    provenAtMs === null ? null : Math.round(performance.now() - provenAtMs);

  async function measure(): Promise<ReplicaState> {
    const atMs = performance.now();
    // Where the primary is silent, what the replica proved before still counts until it is too old.
    const primary = await placeOfPrimary().catch(() => null);
    const place = primary?.at ?? null;
    if (place !== null)
      samples = [...samples.filter((one) => one.atMs >= atMs - maxLagMs), { atMs, place }];
    let replica: LogPlace;
    try {
      replica = await placeOfReplica();
    } catch (error) {
      return failed(causeOf(error));
    }
    if (primary !== null && !isCopy(replica, primary)) return failed(foreign);
    const { at } = replica;
    const proven = at === null ? undefined : samples.findLast((one) => one.place <= at);
    provenAtMs = proven?.atMs ?? provenAtMs;
    const isCaughtUp = proven?.atMs === atMs;
    const lagMs = isCaughtUp ? 0 : lagNow();
    return lagMs === null || lagMs > maxLagMs
      ? failed(behind, lookAgainMs)
      : note({ isAsked: true, lagMs, cause: null }, Math.min(lookAgainMs, maxLagMs / 4));
  }

  const look = (): Promise<ReplicaState> => {
    if (state !== null && performance.now() < lookAfterMs) return Promise.resolve(state);
    flight ??= measure().finally(() => {
      flight = null;
    });
    return flight;
  };

  async function mayAsk(): Promise<boolean> {
    const looked = look();
    // No caller waits for a replica that was unwell when it was last seen.
    if (state?.isAsked !== true) {
      void looked.catch(() => undefined);
      return false;
    }
    return (await looked).isAsked && (lagNow() ?? Infinity) <= maxLagMs;
  }

  return {
    execute,
    answered,
    look,
    close,
    async ask(there, here) {
      if (await mayAsk()) {
        try {
          const answer = await there();
          answered.replica += 1;
          return answer;
        } catch (error) {
          failed(causeOf(error));
        }
      }
      answered.primary += 1;
      return here();
    },
  };
}

/**
 * A server that is not a standby must be the primary itself: a promoted copy receives nothing any
 * more.
 */
function isCopy(replica: LogPlace, primary: LogPlace): boolean {
  return (
    replica.system === primary.system &&
    (replica.timeline === null || replica.timeline === primary.timeline)
  );
}

function remedyOf(cause: string | null): string {
  const goesOn = 'the primary answers for it meanwhile, and it is asked again by itself';
  if (cause === behind) return `let it catch up, or raise database.replica.maxLagSec; ${goesOn}`;
  if (cause === foreign)
    return `name a standby of the store's own database in database.replica.url; the primary answers for it`;
  return `check the replica and the network to it; ${goesOn}`;
}
