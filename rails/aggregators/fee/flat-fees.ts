import { noUnits, type Units } from '@interline/plugins';

/**
 * The flat fee each engine last wanted on a chain, in wei: it is only known after pricing, and our
 * charge must cover it before.
 */
export class FlatFees {
  readonly #weiByPlace = new Map<string, Units>();

  lastSeen(engine: string, chainId: number): Units {
    return this.#weiByPlace.get(`${engine}/${chainId}`) ?? noUnits;
  }

  see(engine: string, chainId: number, feeWei: Units): void {
    this.#weiByPlace.set(`${engine}/${chainId}`, feeWei);
  }
}
