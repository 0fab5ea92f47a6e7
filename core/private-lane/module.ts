import { defineModule, type Duty, RelayError } from '@interline/kernel';
import type {
  Clock,
  Log,
  TransparencyLogPort,
  PrivateRequests,
  RememberingLimiter,
  RelayCaller,
} from '@interline/ports';
import type { ReadSureTime } from '../sure-time/index.ts';
import { divergedIn } from '../transparency/index.ts';
import { keepLaneKeys, keysWithNext } from './keep-keys.ts';
import { type LaneKeys, offered } from './lane-keys.ts';
import {
  checkpointOf,
  describeLaneLog,
  type LaneLog,
  laneLogOf,
  type LaneLogParts,
  newestIn,
  planNewLaneLog,
  watchLaneKeys,
} from './lane-log.ts';
import type { LaneCheckpoint } from './repository.ts';
import { laneQuota } from './lane-quota.ts';
import { openLaneRequest, requestBytes, responseUnitBytes } from './open-request.ts';
import { type LaneRelay, relayStates } from './relay-states.ts';

/** A deployment's settings for its private lane. */
export interface LanePolicy {
  readonly enabled: boolean;
  readonly relays: readonly LaneRelay[];
}

export interface Ports {
  readonly store: LaneLogParts['store'];
  readonly transparencyLog: TransparencyLogPort;
  readonly log: Log;
  readonly privateRequests: PrivateRequests;
  readonly relayCaller: RelayCaller;
  readonly rateLimiter: RememberingLimiter;
  readonly clock: Clock;
  readonly sureTime: { readonly now: ReadSureTime };
  readonly deployment: { readonly privateLane: LanePolicy };
}

export const privateLane = defineModule({
  needs: [
    'store',
    'transparencyLog',
    'privateRequests',
    'relayCaller',
    'rateLimiter',
    'clock',
    'sureTime',
    'log',
    'deployment',
  ],
  create: ({
    store,
    privateRequests,
    relayCaller,
    rateLimiter,
    clock,
    sureTime: { now: sureTime },
    deployment,
    ...own
  }: Ports) => {
    const { enabled, relays } = deployment.privateLane;
    const quota = laneQuota(rateLimiter, clock);
    const logParts: LaneLogParts = { store, sureTime, ...own };
    const keysNow = () => keysWithNext({ store, privateRequests, sureTime });
    const duties: readonly Duty[] = [
      {
        name: 'lane-keys',
        everyMs: 3_600_000,
        run: keepLaneKeys({ store, privateRequests, sureTime }),
      },
      { name: 'lane-log', everyMs: 5_000, run: watchLaneKeys(logParts, keysNow) },
    ];
    const offerNow = async (): Promise<{
      readonly all: readonly LaneKeys[];
      readonly known: LaneCheckpoint | null;
      readonly keys: LaneKeys;
    }> => {
      const [all, kept] = await Promise.all([keysNow(), store.reads.privateLane.laneCheckpoint()]);
      const log = await laneLogOf(logParts);
      const known = checkpointOf(log, kept);
      const keys = offered(all, newestIn(log, all, known), clock.now());
      // Another instance's clock is ahead of ours, or ours was ahead when the keys were created.
      if (keys === undefined)
        throw new RelayError(
          'STORE_DOWN',
          {},
          'the first keys of the private lane are not yet due',
        );
      return { all, known, keys };
    };
    /** The keys to seal requests to now. Throws `STORE_DOWN`. */
    const currentKeys = async (): Promise<LaneKeys> => (await offerNow()).keys;
    return {
      isEnabled: enabled,
      relays: enabled ? relays : [],
      /** Throws `LANE_DISABLED` if the deployment has no private lane. */
      assertEnabled(): void {
        if (!enabled) throw new RelayError('LANE_DISABLED');
      },
      currentKeys,
      /**
       * The same with the log that contains them; null before the first are in it. Throws
       * `STORE_DOWN`.
       */
      async describeKeys(): Promise<{ readonly keys: LaneKeys; readonly log: LaneLog | null }> {
        const { all, known, keys } = await offerNow();
        return { keys, log: await describeLaneLog(logParts, all, known) };
      },
      /** The key by which a witness identifies that log. Throws `STORE_DOWN`. */
      logKey: async () => own.transparencyLog.logKeyOf(await laneLogOf(logParts)),
      /**
       * Whether its log has lost leaves that others remember. Clients that check the log then
       * refuse its keys.
       */
      async hasLostKeys(): Promise<boolean> {
        const [{ path }, records] = await Promise.all([
          laneLogOf(logParts),
          store.reads.logs.logRecords(),
        ]);
        return divergedIn(records).some((one) => one.path === path);
      },
      /**
       * The log's continuation after its newest keys were lost. Throws the errors of `planNewLog`.
       */
      planNewLog: () => planNewLaneLog(logParts),
      openRequest: openLaneRequest({ store, privateRequests, rateLimiter, quota, clock }),
      sizes: { requestBytes, responseUnitBytes },
      /** The key agreements on offer, in order of preference. Throws `STORE_DOWN`. */
      kems: async () => privateRequests.kemsIn((await currentKeys()).document),
      /** At the last full hour, in whole thousands. */
      quotaLeft: () => quota.published(),
      relayStates: relayStates({
        relays: enabled ? relays : [],
        currentKeys,
        privateRequests,
        relayCaller,
        clock,
      }),
      duties: enabled ? duties : [],
    };
  },
});
