import type { Devnet } from '@interline/devnet';
import {
  type DealtTally,
  type HostileEndpoint,
  hostileEndpoint,
} from './hostile-rpc/hostile-endpoint.ts';
import type { RunPlan } from './run-plan.ts';

/** The RPC endpoints of a run: the nodes themselves, or hostile backends in front of them. */
export interface RunWeather {
  /** Node URLs by chain id, for the service's config; empty where it asks the nodes themselves. */
  readonly rpcUrls: Readonly<Record<number, readonly string[]>>;
  begin(): void;
  /** Resolves when all backends are honest again. */
  cleared(): Promise<void>;
  dealt(): DealtTally;
  close(): Promise<void>;
}

export async function runWeather(
  devnet: Devnet,
  { seed, weather }: Pick<RunPlan, 'seed' | 'weather'>,
): Promise<RunWeather> {
  const endpoints: HostileEndpoint[] = [];
  const rpcUrls: Record<number, readonly string[]> = {};
  if (weather !== null) {
    for (const { chainId, rpcUrl } of devnet.chains) {
      const { backends, clearsAfterMs, mostLagMs } = weather;
      const climate = { seed, clearsAfterMs, mostLagMs };
      const endpoint = await hostileEndpoint({ chainId, rpcUrl, backends, climate });
      endpoints.push(endpoint);
      rpcUrls[chainId] = endpoint.urls;
    }
  }
  return {
    rpcUrls,
    begin() {
      for (const one of endpoints) one.begin();
    },
    async cleared() {
      await Promise.all(endpoints.map((one) => one.cleared()));
    },
    dealt: () => sumOf(endpoints.map((one) => one.dealt())),
    async close() {
      await Promise.all(endpoints.map((one) => one.close()));
    },
  };
}

/** Kind by kind. */
export function sumOf(tallies: readonly DealtTally[]): DealtTally {
  const sum: Record<string, number> = {};
  for (const [kind, count] of tallies.flatMap((one) => Object.entries(one)))
    sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}
