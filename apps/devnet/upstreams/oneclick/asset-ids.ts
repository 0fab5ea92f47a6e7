import { getAddress } from 'ethers/address';
import type { Asset } from '../order.ts';

/** Its names of the EVM chains it lists. */
export const blockchains: Readonly<Record<number, string>> = {
  1: 'eth',
  10: 'op',
  56: 'bsc',
  100: 'gnosis',
  137: 'pol',
  8453: 'base',
  42161: 'arb',
  43114: 'avax',
};

/** Undefined for an asset of a chain it does not list. */
export function assetIdOf({ chainId, address }: Asset): string | undefined {
  const blockchain = blockchains[chainId];
  if (blockchain === undefined) return undefined;
  return address === null
    ? `nep141:${blockchain}.omft.near`
    : `nep141:${blockchain}-${address.toLowerCase()}.omft.near`;
}

/** Undefined for text that is not an asset id of an EVM chain. */
export function readAssetId(text: string): { chainId: number; address: string | null } | undefined {
  const [, name, address] = /^nep141:([a-z]+)(?:-(0x[0-9a-f]{40}))?\.omft\.near$/.exec(text) ?? [];
  const chainId = Object.keys(blockchains)
    .map(Number)
    .find((each) => blockchains[each] === name);
  return chainId === undefined
    ? undefined
    : { chainId, address: address === undefined ? null : getAddress(address) };
}
