import {
  chainInWords,
  answer,
  chainFamily,
  type ChainRef,
  evmChainId,
  isEvmAddressShape,
  isNative,
  pricedEvmNodes,
  type RailOutcome,
  refuse,
  type TokenRef,
} from '@interline/plugins';
import { z } from 'zod';
import { bitcoin, solana, stellar, sui, tron } from '../../estimate/node-chains.ts';
import { word } from '../../wire/fields.ts';
import { readBody } from '../../wire/read-body.ts';

/** 1Click's names of the EVM chains it lists. */
export const blockchains: ReadonlyMap<number, string> = new Map([
  [1, 'eth'],
  [10, 'op'],
  [56, 'bsc'],
  [100, 'gnosis'],
  [137, 'pol'],
  [8453, 'base'],
  [42161, 'arb'],
  [43114, 'avax'],
]);

/** 1Click's names of the chains that are only priced; its client lists all but Stellar. */
export const pricedBlockchains: ReadonlyMap<ChainRef, string> = new Map([
  [solana, 'sol'],
  [bitcoin, 'btc'],
  [stellar, 'stellar'],
  [tron, 'tron'],
  [sui, 'sui'],
  ...pricedEvmNodes.map(({ chain }) => [chain, 'bera'] as const),
]);

/** A token of its list; one without a contract is the chain's coin. */
export type OneclickAsset = z.output<typeof asset>;

const asset = z.object({
  assetId: word,
  blockchain: z.enum([...blockchains.values(), ...pricedBlockchains.values()]),
  contractAddress: z.string().max(128).transform(inOneSpelling).nullish(),
  symbol: z.string(),
  decimals: z.int(),
});

/**
 * The list has tokens of thirty chains in as many spellings; only those of the chains above are
 * kept.
 */
const assets = z
  .array(asset.nullable().catch(null))
  .transform((list) => list.filter((each) => each !== null));

export function readAssets(body: unknown): readonly OneclickAsset[] {
  return readBody(assets, body, 'oneclick', 'tokens');
}

/**
 * 1Click's own id of a token. Its decimals must equal ours, since amounts are in smallest units.
 */
export function assetIdOf(
  token: TokenRef,
  chainId: number,
  list: readonly OneclickAsset[],
): RailOutcome<string> {
  return assetIdAt(token, blockchains.get(chainId), list);
}

/** The same by the token's own chain, including chains that are only priced. */
export function pricedAssetIdOf(
  token: TokenRef,
  list: readonly OneclickAsset[],
): RailOutcome<string> {
  const name = pricedBlockchains.get(token.chain) ?? blockchains.get(evmChainId(token.chain) ?? 0);
  return assetIdAt(token, name, list);
}

function assetIdAt(
  token: TokenRef,
  blockchain: string | undefined,
  list: readonly OneclickAsset[],
): RailOutcome<string> {
  const found = list.find(
    (each) =>
      each.blockchain === blockchain && each.decimals === token.decimals && isSame(token, each),
  );
  return found === undefined
    ? refuse('NO_ROUTE', `oneclick does not list ${token.symbol} on ${chainInWords(token.chain)}`)
    : answer(found.assetId);
}

/** A coin must also match by name, because an entry may have lost its contract. */
function isSame(token: TokenRef, { contractAddress, symbol }: OneclickAsset): boolean {
  if (isNative(token))
    return (
      (contractAddress ?? null) === null && symbol.toUpperCase() === token.symbol.toUpperCase()
    );
  if (chainFamily(token.chain) !== 'stellar') return contractAddress === token.address;
  // Its entries name a Stellar asset by the code, with or without the issuer.
  const [code, issuer] = token.address.split(':');
  return (
    symbol === code &&
    ((contractAddress ?? null) === null || contractAddress?.split(/[-:]/).at(-1) === issuer)
  );
}

/** EVM addresses are lower-cased; other addresses are case-sensitive. */
function inOneSpelling(text: string): string {
  return isEvmAddressShape(text) ? text.toLowerCase() : text;
}
