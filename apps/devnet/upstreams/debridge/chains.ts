type DlnChain = { readonly chainId: number; readonly dlnId: number };

/** Chains that joined after 2023 have ids of deBridge's own. */
export const dlnChains: readonly DlnChain[] = [
  { chainId: 1, dlnId: 1 },
  { chainId: 10, dlnId: 10 },
  { chainId: 56, dlnId: 56 },
  { chainId: 100, dlnId: 100000002 },
  { chainId: 137, dlnId: 137 },
  { chainId: 146, dlnId: 100000014 },
  { chainId: 999, dlnId: 100000022 },
  { chainId: 5000, dlnId: 100000023 },
  { chainId: 8453, dlnId: 8453 },
  { chainId: 42161, dlnId: 42161 },
  { chainId: 43114, dlnId: 43114 },
  { chainId: 59144, dlnId: 59144 },
];

export function dlnIdOf(chainId: number): number {
  const listed = dlnChains.find((chain) => chain.chainId === chainId);
  if (listed === undefined) throw new Error(`deBridge has no id for chain ${chainId}`);
  return listed.dlnId;
}

/** Undefined for an id it does not list, including a chain's real id if it has another here. */
export function chainIdOf(dlnId: number): number | undefined {
  return dlnChains.find((chain) => chain.dlnId === dlnId)?.chainId;
}
