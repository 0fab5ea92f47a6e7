import { answer, isNative, type RailOutcome, refuse, type TokenRef } from '@interline/plugins';
import { z } from 'zod';
import { address, word } from '../../wire/fields.ts';
import { readBody } from '../../wire/read-body.ts';

/** What 1Click calls the EVM chains it lists. */
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

/** A token of its list; one without a contract is the chain's coin. */
export type OneclickAsset = z.output<typeof asset>;

const asset = z.object({
  assetId: word,
  blockchain: z.enum([...blockchains.values()]),
  contractAddress: address.nullish(),
  symbol: z.string(),
  decimals: z.int(),
});

/**
 * The list holds tokens of thirty chains in as many spellings: those that read as an EVM token are
 * kept.
 */
const assets = z
  .array(asset.nullable().catch(null))
  .transform((list) => list.filter((each) => each !== null));

export function readAssets(body: unknown): readonly OneclickAsset[] {
  return readBody(assets, body, 'oneclick', 'tokens');
}

/** 1Click's own id of a token; its decimals must be ours, since amounts are in smallest units. */
export function assetIdOf(
  token: TokenRef,
  chainId: number,
  list: readonly OneclickAsset[],
): RailOutcome<string> {
  const blockchain = blockchains.get(chainId);
  const found = list.find(
    (each) =>
      each.blockchain === blockchain && each.decimals === token.decimals && isSame(token, each),
  );
  return found === undefined
    ? refuse('NO_ROUTE', `oneclick does not list ${token.symbol} on ${token.chain}`)
    : answer(found.assetId);
}

/** A coin must also have its name: an entry may have lost its contract. */
function isSame(token: TokenRef, { contractAddress, symbol }: OneclickAsset): boolean {
  if (isNative(token))
    return (
      (contractAddress ?? null) === null && symbol.toUpperCase() === token.symbol.toUpperCase()
    );
  return contractAddress === token.address;
}
