import type { DevnetChain } from '../devnet-chain.ts';
import { ChainFaucet } from './chain-faucet.ts';
import type { FaucetRequest } from './read-faucet-request.ts';
import type { RelayerNeed } from './read-relayer-request.ts';
import { type GrantReport, RelayerGrants } from './relayer-grants.ts';

/** Everything a devnet hands out, on all its chains. */
export class DevnetTill {
  readonly #counters: readonly { chainId: number; faucet: ChainFaucet; grants: RelayerGrants }[];

  constructor(chains: readonly DevnetChain[], account: string) {
    this.#counters = chains.map((chain) => {
      const faucet = new ChainFaucet(chain, account);
      return { chainId: chain.chainId, faucet, grants: new RelayerGrants(chain, faucet) };
    });
  }

  /** Answers once the gift is mined. */
  async give({ chainId, ...gift }: FaucetRequest): Promise<{ txHash: string }> {
    const counter = this.#counters.find((each) => each.chainId === chainId);
    if (counter === undefined) throw new Error(`this devnet does not run chain ${chainId}`);
    return { txHash: await counter.faucet.give(gift) };
  }

  async grant(needs: readonly RelayerNeed[]): Promise<GrantReport> {
    const report: GrantReport = { funded: [], already: [] };
    for (const need of needs) {
      const given = await Promise.all(this.#counters.map(({ grants }) => grants.grant(need)));
      (given.includes(true) ? report.funded : report.already).push(need.address);
    }
    return report;
  }
}
