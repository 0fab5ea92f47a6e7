import type { DevnetChain } from '../devnet-report.ts';
import { ChainFaucet, type Gift } from './chain-faucet.ts';
import type { FaucetRequest, RelayerNeed } from './read-faucet-request.ts';

/** The addresses that got a grant now, and those that already had everything requested. */
type GrantReport = { funded: string[]; already: string[] };

type Grant = 'gas' | 'tokens';

const gasUnits = 1_000n;

const tokenUnits = 1_000_000n;

const nativeDecimals = 18;

/** A service's final depth on a devnet, where only a transaction makes a block. */
const blocksUntilFinal = 12;

/** Hands out coins, tokens and member passes on all chains of a devnet. */
export class DevnetFaucet {
  readonly #perChain: readonly {
    chainId: number;
    chainFaucet: ChainFaucet;
    grants: RelayerGrants;
  }[];

  constructor(chains: readonly DevnetChain[], account: string) {
    this.#perChain = chains.map((chain) => {
      const chainFaucet = new ChainFaucet(chain, account);
      return { chainId: chain.chainId, chainFaucet, grants: new RelayerGrants(chain, chainFaucet) };
    });
  }

  /** Resolves once the gift is mined. */
  async give({ chainId, ...gift }: FaucetRequest): Promise<{ txHash: string }> {
    return { txHash: await this.#on(chainId).give(gift) };
  }

  /** The same, waiting until a member pass is final, because only a final one grants membership. */
  async giveFinal(request: FaucetRequest): Promise<{ txHash: string }> {
    const given = await this.give(request);
    if (request.token === 'member') await this.#on(request.chainId).mine(blocksUntilFinal);
    return given;
  }

  async grant(needs: readonly RelayerNeed[]): Promise<GrantReport> {
    const report: GrantReport = { funded: [], already: [] };
    for (const need of needs) {
      const given = await Promise.all(this.#perChain.map(({ grants }) => grants.grant(need)));
      (given.includes(true) ? report.funded : report.already).push(need.address);
    }
    return report;
  }

  #on(chainId: number): ChainFaucet {
    const found = this.#perChain.find((each) => each.chainId === chainId);
    if (found === undefined) throw new Error(`this devnet does not run chain ${chainId}`);
    return found.chainFaucet;
  }
}

/**
 * The grants to a service's accounts on one chain: 1,000 native units of gas and 1,000,000 units of
 * each token, each once per address, so that a restarted service finds the balances in its books.
 */
class RelayerGrants {
  readonly #chain: DevnetChain;
  readonly #faucet: ChainFaucet;
  readonly #granted = new Map<string, Promise<unknown>>();

  constructor(chain: DevnetChain, faucet: ChainFaucet) {
    this.#chain = chain;
    this.#faucet = faucet;
  }

  /** True if something was given now. Waits for another caller's open grant. */
  async grant(need: RelayerNeed): Promise<boolean> {
    const wanted = (['gas', 'tokens'] as const).filter((kind) => need[kind]);
    const given = await Promise.all(wanted.map((kind) => this.#once(kind, need.address)));
    return given.includes(true);
  }

  // A failed grant is not recorded, so the next request retries it.
  async #once(kind: Grant, address: string): Promise<boolean> {
    const key = `${kind} ${address}`;
    const before = this.#granted.get(key);
    if (before !== undefined) {
      await before;
      return false;
    }

    const giving = this.#faucet.giveAll(this.#gifts(kind, address));
    this.#granted.set(key, giving);
    try {
      await giving;
      return true;
    } catch (error) {
      this.#granted.delete(key);
      throw error;
    }
  }

  #gifts(kind: Grant, to: string): Gift[] {
    switch (kind) {
      case 'gas':
        return [{ token: 'native', to, amount: inSmallestUnits(gasUnits, nativeDecimals) }];
      case 'tokens':
        return this.#chain.tokens.map(({ address, decimals }) => ({
          token: address,
          to,
          amount: inSmallestUnits(tokenUnits, decimals),
        }));
    }
  }
}

function inSmallestUnits(units: bigint, decimals: number): bigint {
  return units * 10n ** BigInt(decimals);
}
