import { defineModule } from '@interline/kernel';
import type { Clock, OriginProbe, StorePort } from '@interline/ports';
import type { TransactionReads } from '../transactions/index.ts';
import type { TransferReads } from '../transfer/index.ts';
import { readPosture, type SeenMint, type SeenRelay } from './read-posture.ts';

export interface Ports {
  readonly store: StorePort<
    {
      readonly transfers: Pick<TransferReads, 'recentRoutes'>;
      readonly transactions: Pick<TransactionReads, 'routesPaidAtOnce'>;
    },
    unknown
  >;
  readonly clock: Clock;
  readonly originProbe: OriginProbe;
  readonly passes: {
    readonly isEnabled: boolean;
    describePasses(): Promise<{
      readonly current: object | null;
      readonly mint: { readonly quorum: number; readonly cosignedAtMs: number | null };
    }>;
    lookAtWitnesses(): Promise<SeenMint['witnesses'] | null>;
  };
  readonly privateLane: {
    readonly isEnabled: boolean;
    readonly sizes: { readonly requestBytes: number; readonly responseUnitBytes: number };
    relayStates(): Promise<readonly SeenRelay[]>;
    kems(): Promise<readonly string[]>;
    quotaLeft(): number;
    hasLostKeys(): Promise<boolean>;
  };
  readonly messaging: {
    readonly isEnabled: boolean;
    coverRowsYesterday(): Promise<number>;
  };
}

export const posture = defineModule({
  needs: ['store', 'clock', 'originProbe', 'passes', 'privateLane', 'messaging'],
  create: ({ store, clock, originProbe, passes, privateLane, messaging }: Ports) => ({
    readPosture: readPosture({
      reads: store.reads,
      clock,
      sizes: privateLane.sizes,
      seen: {
        relays: () => privateLane.relayStates(),
        origin: () => originProbe.look(),
        kems: async () => (privateLane.isEnabled ? privateLane.kems() : []),
        mint: async () => {
          if (!passes.isEnabled) return noMint;
          const [{ current, mint }, witnesses] = await Promise.all([
            passes.describePasses(),
            passes.lookAtWitnesses(),
          ]);
          return {
            isSigning: current !== null,
            watched: watchedOf(mint, clock.now()),
            // Until the first look at them has ended, nothing is reported.
            witnesses: witnesses ?? noMint.witnesses,
            quorum: mint.quorum,
          };
        },
        coverRowsYesterday: async () =>
          messaging.isEnabled ? messaging.coverRowsYesterday() : null,
        hasLostLaneKeys: async () => privateLane.isEnabled && privateLane.hasLostKeys(),
        laneQuotaLeft: () => (privateLane.isEnabled ? privateLane.quotaLeft() : 0),
      },
    }),
  }),
});

const noMint: SeenMint = {
  isSigning: false,
  watched: 'unwitnessed',
  witnesses: { named: 0, cosigning: 0 },
  quorum: 0,
};

/** Clients reject witness cosignatures that are a week old. */
const weekMs = 604_800_000;

function watchedOf(
  mint: { readonly quorum: number; readonly cosignedAtMs: number | null },
  nowMs: number,
): SeenMint['watched'] {
  if (mint.quorum === 0) return 'unwitnessed';
  return nowMs - (mint.cosignedAtMs ?? -Infinity) < weekMs ? 'cosigned' : 'stale';
}
