declare const chainBrand: unique symbol;

/**
 * A chain by its CAIP-2 name (`eip155:8453`, `stellar:pubnet`). The set is open: a plugin can add a
 * chain that the core does not know.
 */
export type ChainRef = string & { readonly [chainBrand]: true };

const caip2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;

/**
 * Reads a CAIP-2 name; throws on other text, which is a fault of config or plugin, never of a
 * client.
 */
export function chainRef(name: string): ChainRef {
  if (!caip2.test(name))
    throw new RangeError(`"${name}" is not a CAIP-2 chain name such as eip155:8453`);
  return name as ChainRef;
}

export function evmChain(chainId: number): ChainRef {
  return `eip155:${chainId}` as ChainRef;
}

/** The EIP-155 id of an EVM chain; null for others. */
export function evmChainId(chain: ChainRef): number | null {
  return chain.startsWith('eip155:') ? Number(chain.slice(7)) : null;
}

/** `eip155`, `stellar`, `solana`, ...: the family that can hold keys for it. */
export function chainFamily(chain: ChainRef): string {
  return chain.slice(0, chain.indexOf(':'));
}
