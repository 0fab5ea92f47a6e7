import type { DevnetChain } from '../devnet-report.ts';
import type { NodeFleet } from '../processes/node-fleet.ts';
import { anvilBinary } from './anvil-binary.ts';
import type { ListedChain } from './chain-list.ts';
import type { DevnetAccounts } from './devnet-accounts.ts';
import { freePorts, startAnvil } from './start-anvil.ts';
import { seedChain } from './seed-chain.ts';

type Start = {
  listed: readonly ListedChain[];
  fleet: NodeFleet;
  accounts: DevnetAccounts;
  log: (line: string) => void;
};

/** Starts all chains in parallel, with their contracts deployed; throws the first error. */
export async function startChains({ listed, fleet, accounts, log }: Start): Promise<DevnetChain[]> {
  const binary = anvilBinary();
  const ports = await freePorts(listed.length);

  return Promise.all(
    listed.map(async (chain, at) => {
      const { anvil, rpcUrl } = await startAnvil({
        fleet,
        binary,
        chain,
        accounts,
        port: ports[at] ?? 0,
      });
      anvil.once('exit', (code, signal) => {
        if (!fleet.stopping)
          log(
            `chain ${chain.chainId} (${chain.name}) ended by itself (${code ?? signal}); its ledger is gone`,
          );
      });
      return seedChain(chain, rpcUrl, accounts);
    }),
  );
}
