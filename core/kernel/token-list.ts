import { isEvmAddressShape } from './address.ts';
import type { ChainRef } from './chain.ts';
import { RelayError } from './error.ts';
import { isNative, nativeAddress, type TokenRef } from './token.ts';
import { chainInWords } from './wire-chain.ts';

/**
 * The tokens that a deployment admits. Fee-on-transfer and rebasing tokens are excluded by not
 * being listed.
 */
export class TokenList {
  readonly #byChain: ReadonlyMap<ChainRef, readonly TokenRef[]>;

  constructor(tokens: readonly TokenRef[]) {
    this.#byChain = Map.groupBy(tokens, (token) => token.chain);
  }

  on(chain: ChainRef): readonly TokenRef[] {
    return this.#byChain.get(chain) ?? [];
  }

  get all(): readonly TokenRef[] {
    return [...this.#byChain.values()].flat();
  }

  /**
   * Finds by symbol or address; omitted means the chain's own coin. An ambiguous symbol is refused
   * with the candidates.
   */
  resolve(chain: ChainRef, symbolOrAddress: string | undefined, field: string): TokenRef {
    const listed = this.on(chain);
    const wanted = symbolOrAddress ?? nativeAddress;
    const found = isEvmAddressShape(wanted)
      ? listed.filter((token) => token.address === wanted.toLowerCase())
      : listed.filter(
          (token) =>
            token.address === wanted ||
            token.symbol.toLowerCase() === wanted.toLowerCase() ||
            (isNative(token) && wanted.toLowerCase() === nativeAddress),
        );
    const [only, ...others] = found;
    if (only === undefined) {
      throw new RelayError(
        'UNROUTABLE_LANE',
        { field },
        `${field} ${shown(wanted)} is not a token this service knows on ${chainInWords(chain)}; it knows ${listed.map((token) => token.symbol).join(', ') || 'none there'}`,
      );
    }
    if (others.length > 0) {
      const candidates = found.map((token) => `${token.symbol} ${token.address}`);
      throw new RelayError(
        'BAD_REQUEST',
        { field, candidates },
        `${field} "${wanted}" names several tokens on ${chainInWords(chain)}: ${candidates.join(', ')}; send one address`,
      );
    }
    return only;
  }
}

/**
 * A name as a refusal repeats it. A text longer than any address may be a secret in the wrong
 * field.
 */
function shown(name: string): string {
  return name.length > 44 ? `of ${name.length} characters` : JSON.stringify(name);
}
