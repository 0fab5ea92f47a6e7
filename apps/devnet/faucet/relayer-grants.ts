import type { DevnetChain } from '../devnet-chain.ts';
import type { ChainFaucet } from './chain-faucet.ts';
import type { Gift } from './gift-call.ts';
import type { RelayerNeed } from './read-relayer-request.ts';

/** Addresses that got something now, and those that had all they asked for before. */
export type GrantReport = { funded: string[]; already: string[] };

type Grant = 'gas' | 'tokens';

const gasUnits = 1_000n;
const tokenUnits = 1_000_000n;
const nativeDecimals = 18;

/**
 * The endowment of a service's accounts on one chain: 1,000 native units of gas and 1,000,000 units
 * of each token, each once per address, so that a restarted service finds its books as it left
 * them.
 */
export class RelayerGrants {
  readonly #chain: DevnetChain;
  readonly #faucet: ChainFaucet;
  readonly #granted = new Map<string, Promise<unknown>>();

  constructor(chain: DevnetChain, faucet: ChainFaucet) {
    this.#chain = chain;
    this.#faucet = faucet;
  }

  /** True if something was given now. A grant under way for another caller is waited for. */
  async grant(need: RelayerNeed): Promise<boolean> {
    const wanted = (['gas', 'tokens'] as const).filter((kind) => need[kind]);
    const given = await Promise.all(wanted.map((kind) => this.#once(kind, need.address)));
    return given.includes(true);
  }

  // A grant that failed is forgotten, so that the next request tries it again.
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
