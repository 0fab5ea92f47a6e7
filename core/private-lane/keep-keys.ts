import type { PrivateRequests } from '@interline/ports';
import type { ReadSureTime } from '../sure-time/index.ts';
import {
  firstKeyIdOf,
  laneKeyLifetimeMs,
  type LaneKeys,
  nextStartMs,
  opensUntilMs,
} from './lane-keys.ts';
import type { LaneStore } from './repository.ts';

interface KeyParts {
  readonly store: LaneStore;
  readonly privateRequests: Pick<PrivateRequests, 'createKeys'>;
  readonly sureTime: ReadSureTime;
}

/** Creates due keys and destroys expired ones. Throws `STORE_DOWN`. */
export type KeepLaneKeys = () => Promise<void>;

export function keepLaneKeys(parts: KeyParts): KeepLaneKeys {
  return async () => {
    const all = await keysWithNext(parts);
    const nowMs = await parts.sureTime();
    const over = all.filter((keys) => opensUntilMs(keys) <= nowMs);
    for (const { seq } of over)
      if ((await parts.store.reads.privateLane.sealedLaneKeys(seq)) !== null)
        await parts.store.run('destroy-lane-keys', ({ privateLane }) =>
          privateLane.destroyLaneKeys(seq),
        );
  };
}

/**
 * All keys, including the next ones if they are due. If two processes create them at once, one
 * wins.
 */
export async function keysWithNext({
  store,
  privateRequests,
  sureTime,
}: KeyParts): Promise<readonly LaneKeys[]> {
  const all = await store.reads.privateLane.laneKeys();
  const nowMs = await sureTime();
  if (nextStartMs(all, nowMs) === null) return all;

  return store.run('draw-lane-keys', async ({ privateLane }) => {
    const drawn = await privateLane.laneKeys();
    const notBeforeMs = nextStartMs(drawn, nowMs);
    if (notBeforeMs === null) return drawn;
    const seq = drawn.length + 1;
    const { document, digest, sealed } = privateRequests.createKeys(firstKeyIdOf(seq));
    const notAfterMs = notBeforeMs + laneKeyLifetimeMs;
    const next: LaneKeys = { seq, document, digest, notBeforeMs, notAfterMs };
    return (await privateLane.insertLaneKeys(next, sealed))
      ? [...drawn, next]
      : privateLane.laneKeys();
  });
}
