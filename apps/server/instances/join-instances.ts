import type { Clock, Instance, Instances, Log } from '@interline/ports';
import { type Beside, InstancesDiffer, judgeOthers } from './judge-others.ts';

interface JoinParts {
  readonly instances: Instances;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly log: Log;
  readonly stop: AbortSignal;
}

export interface Joined {
  /**
   * Rejects with `InstancesDiffer` once others have joined that differ, while this one was taken for
   * dead: it must stop. Never resolves.
   */
  readonly atOdds: Promise<never>;
  /** Resolves when the others were told that it is gone, after the stop. */
  readonly ended: Promise<void>;
}

/** As long as the leases of jobs: a process that lost those has nothing left to disagree about. */
const leaseMs = 10_000;
const extendEveryMs = 3_000;

/** Throws `InstancesDiffer`. */
export async function joinInstances(own: Instance, parts: JoinParts): Promise<Joined> {
  const { instances, clock, log, stop } = parts;
  const join = () => instances.join(own, leaseMs, (others) => judgeOthers(own, others));
  warnOf(await join(), log);
  const odds = Promise.withResolvers<never>();
  // A composition that only looks at something does not ask for it.
  odds.promise.catch(() => undefined);
  const keep = async (): Promise<void> => {
    await clock.sleep(extendEveryMs, stop);
    while (!stop.aborted) {
      await extendOrJoin().catch((error: unknown) => {
        if (error instanceof InstancesDiffer) odds.reject(error);
        else log.debug('instance-not-extended', { id: own.id });
      });
      await clock.sleep(extendEveryMs, stop);
    }
    await instances.leave(own.id).catch(() => log.debug('instance-not-left', { id: own.id }));
  };
  const extendOrJoin = async (): Promise<void> => {
    if (!(await instances.extend(own.id, leaseMs))) await join();
  };
  return { atOdds: odds.promise, ended: keep() };
}

/** Once, by the process that comes later. */
function warnOf({ versions, withFormerKeys }: Beside, log: Log): void {
  if (versions.length > 0)
    log.warn('instances-of-other-releases', {
      versions: versions.join(', '),
      remedy: 'their configs were not compared with this one: update them soon',
    });
  if (withFormerKeys.length > 0)
    log.warn('instances-with-former-keys', {
      instances: withFormerKeys.join(', '),
      remedy: 'restart them with the keys in use: they leave what is begun with these alone',
    });
}
