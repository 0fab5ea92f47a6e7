import type { ChainReader, EvmAddress, Log } from '@interline/plugins';
import { balanceOfCall, readWord, tokenOfOwnerCall } from './erc721-calls.ts';
import type { MemberCollection } from './settings.ts';

/** Whether a payer holds a collection's NFT, and what its free transfers are counted by. */
export type CollectionHolding =
  | {
      readonly kind: 'held';
      readonly collection: MemberCollection;
      /** A token id, or the owner's address. */ readonly id: string;
    }
  | { readonly kind: 'not-held' }
  | { readonly kind: 'unread'; readonly reason: string };

/**
 * Reads one collection at the head. Counted by the payer's first token id where the collection is
 * enumerable, so that passing the NFT on passes on what is left of its day; else by the owner. A
 * read that fails recognises nobody.
 */
export async function readHolding(
  { chains, log }: { readonly chains: ChainReader; readonly log: Log },
  collection: MemberCollection,
  owner: EvmAddress,
  signal: AbortSignal,
): Promise<CollectionHolding> {
  try {
    const balance = readWord(
      await chains.call(collection.chain, collection.collection, balanceOfCall(owner), signal),
    );
    if (balance === null)
      return {
        kind: 'unread',
        reason: `${collection.name} does not answer as an ERC-721 collection`,
      };
    if (balance === 0n) return { kind: 'not-held' };
    const tokenId = readWord(
      await chains.call(
        collection.chain,
        collection.collection,
        tokenOfOwnerCall(owner, 0n),
        signal,
      ),
    );
    return { kind: 'held', collection, id: tokenId === null ? owner : tokenIdKey(tokenId) };
  } catch (cause) {
    if (signal.aborted) throw cause;
    log.warn('membership-unread', { chain: collection.chain, collection: collection.collection });
    return { kind: 'unread', reason: `${collection.name} cannot be read now` };
  }
}

/**
 * The id in decimal; in base 36 where it is a hash, because a budget's name has at most 128
 * characters.
 */
function tokenIdKey(id: bigint): string {
  const decimal = id.toString();
  return decimal.length > 50 ? `b36-${id.toString(36)}` : decimal;
}
