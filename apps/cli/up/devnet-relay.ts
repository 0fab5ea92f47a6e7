import type { LaneRelay } from '@interline/core/private-lane';
import { startRelay } from '@interline/relay';
import type { Config, Deployment } from '@interline/server';

/** A relay that a devnet's service brings along. It is run by the same people, and says so. */
export interface DevnetRelay {
  readonly lane: LaneRelay;
  /** Until then it refuses requests. */
  forwardTo(gateway: string): void;
  stop(): Promise<void>;
}

const batchMs = 250;

/** Null on real chains, and where the config names relays of its own or wants no private lane. */
export async function openDevnetRelay({
  profile,
  privateLane,
}: Pick<Config, 'profile' | 'privateLane'>): Promise<DevnetRelay | null> {
  const isWanted = privateLane === undefined || (privateLane.enabled && !privateLane.relays.length);
  if (profile !== 'devnet' || !isWanted) return null;
  let gateway: string | null = null;
  const relay = await startRelay({
    port: 0,
    host: '127.0.0.1',
    gateway: () => gateway,
    batchMs,
    // Everybody on a devnet has the address of this machine.
    mostOfOneSender: 2_048,
  });
  return {
    lane: { url: relay.url, region: 'this machine', operator: 'the devnet', independent: false },
    forwardTo: (url) => {
      gateway = url;
    },
    stop: () => relay.close(),
  };
}

/** The deployment with that relay among those that it names. */
export function withRelay(deployment: Deployment, relay: DevnetRelay | null): Deployment {
  if (relay === null) return deployment;
  const { privateLane } = deployment;
  return {
    ...deployment,
    privateLane: { ...privateLane, relays: [...privateLane.relays, relay.lane] },
  };
}
