import { defineModule, type Duty, RelayError } from '@interline/kernel';
import type { Clock, PrivateRequests, RateLimiter, RelayCaller } from '@interline/ports';
import { keepLaneKeys, keysWithNext } from './keep-keys.ts';
import type { LaneKeys } from './lane-keys.ts';
import { laneQuota } from './lane-quota.ts';
import { openLaneRequest, requestBytes, responseUnitBytes } from './open-request.ts';
import { type LaneRelay, relayStates } from './relay-states.ts';
import type { LaneStore } from './repository.ts';

/** What a deployment sets of its private lane. */
export interface LanePolicy {
  readonly enabled: boolean;
  readonly relays: readonly LaneRelay[];
}

export interface Ports {
  readonly store: LaneStore;
  readonly privateRequests: PrivateRequests;
  readonly relayCaller: RelayCaller;
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  readonly deployment: { readonly privateLane: LanePolicy };
}

export const privateLane = defineModule({
  needs: ['store', 'privateRequests', 'relayCaller', 'rateLimiter', 'clock', 'deployment'],
  create: ({ store, privateRequests, relayCaller, rateLimiter, clock, deployment }: Ports) => {
    const { enabled, relays } = deployment.privateLane;
    const quota = laneQuota(rateLimiter, clock);
    const duties: readonly Duty[] = [
      {
        name: 'lane-keys',
        everyMs: 3_600_000,
        run: keepLaneKeys({ store, privateRequests, clock }),
      },
    ];
    /** The keys that requests are to be sealed to now. Throws `STORE_DOWN`. */
    const currentKeys = async (): Promise<LaneKeys> => {
      const newest = (await keysWithNext({ store, privateRequests, clock })).at(-1);
      if (newest === undefined) throw new Error('keys were drawn, and there are none');
      return newest;
    };
    return {
      isEnabled: enabled,
      relays: enabled ? relays : [],
      /** Throws `LANE_DISABLED` where the deployment has no private lane. */
      assertEnabled(): void {
        if (!enabled) throw new RelayError('LANE_DISABLED');
      },
      currentKeys,
      openRequest: openLaneRequest({ store, privateRequests, rateLimiter, quota, clock }),
      sizes: { requestBytes, responseUnitBytes },
      /** The key agreements that are offered now, the first one first. Throws `STORE_DOWN`. */
      kems: async () => privateRequests.kemsIn((await currentKeys()).document),
      quotaLeft: () => quota.left(),
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
