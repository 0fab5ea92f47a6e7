/** deBridge has its own ids for these chains; all others have their EIP-155 id. */
const ownIds: ReadonlyMap<number, number> = new Map([
  [100, 100_000_002],
  [146, 100_000_014],
  [999, 100_000_022],
  [5000, 100_000_023],
]);

const eip155Ids: ReadonlyMap<number, number> = new Map(
  [...ownIds].map(([eip155, own]) => [own, eip155]),
);

export function debridgeChainId(chainId: number): number {
  return ownIds.get(chainId) ?? chainId;
}

/**
 * The EIP-155 id for deBridge's id; 0, which is not a chain, if another chain of ours only shares
 * the number.
 */
export function eip155ChainId(debridgeId: bigint): number {
  const id = debridgeId <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(debridgeId) : 0;
  return ownIds.has(id) ? 0 : (eip155Ids.get(id) ?? id);
}
