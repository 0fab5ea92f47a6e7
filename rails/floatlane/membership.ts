import {
  asUnits,
  type BudgetCharge,
  type ChainReader,
  type Address,
  evmAddress,
  type Hex,
  isEvmAddressShape,
  type Log,
} from '@interline/plugins';
import type { LaneSetup } from './lane-setup.ts';
import type { MemberCollection } from './settings.ts';

/** What the member NFTs of a payer are worth now. */
export type Membership =
  | { readonly kind: 'free-transfer'; readonly name: string; readonly charge: BudgetCharge }
  | { readonly kind: 'budget-spent'; readonly name: string; readonly reason: string }
  | { readonly kind: 'not-a-member'; readonly reason: string };

/** Whether a payer holds a collection's NFT, and the key that counts its free transfers. */
type CollectionHolding =
  | {
      readonly kind: 'held';
      readonly collection: MemberCollection;
      /** A token id, or the owner's address. */
      readonly id: string;
    }
  | { readonly kind: 'not-held' }
  | { readonly kind: 'unread'; readonly reason: string };

type Held = Extract<CollectionHolding, { kind: 'held' }>;

/**
 * The first NFT, in the order of the settings, with a free transfer left today. Without a payer
 * there is no membership.
 */
export async function readMembership(
  setup: LaneSetup,
  payer: string | null,
  signal: AbortSignal,
): Promise<Membership> {
  const { members } = setup.settings;
  if (members.length === 0)
    return { kind: 'not-a-member', reason: 'no member collection is recognised here' };
  if (payer === null) return { kind: 'not-a-member', reason: 'no payer was named' };
  if (!isEvmAddressShape(payer))
    return { kind: 'not-a-member', reason: 'the payer is not an EVM address' };

  const owner: Address = evmAddress(payer);
  const holdings = await Promise.all(
    members.map((collection) => readHolding(setup.context, collection, owner, signal)),
  );
  const held = holdings.filter((holding) => holding.kind === 'held');
  const [first] = held;
  if (first === undefined) return { kind: 'not-a-member', reason: whyNotHeld(holdings) };

  const charges = held.map((holding) => ({
    name: holding.collection.name,
    charge: chargeOf(holding),
  }));
  for (const { name, charge } of charges) {
    if ((await setup.inventory.spentToday(charge.budget)) + charge.units <= charge.limit)
      return { kind: 'free-transfer', name, charge };
  }
  return { kind: 'budget-spent', name: first.collection.name, reason: chargeOf(first).reason };
}

function chargeOf({ collection, id }: Held): BudgetCharge {
  return {
    budget: `member:${collection.chain}:${collection.collection}:${id}`,
    units: asUnits(1n),
    limit: asUnits(BigInt(collection.dailyFreeTransfers)),
    reason: `the ${collection.dailyFreeTransfers} free transfers a day of this ${collection.name} are spent`,
  };
}

function whyNotHeld(holdings: readonly CollectionHolding[]): string {
  const [first, ...more] = holdings.filter((holding) => holding.kind === 'unread');
  const unread =
    first === undefined
      ? ''
      : `; ${first.reason}${more.length === 0 ? '' : `, and ${more.length} more cannot`}`;
  return `the payer holds no recognised member NFT${unread}`;
}

/**
 * Reads one collection at the head. The payer's first token id counts the transfers where the
 * collection is enumerable, so a sold NFT takes what is left of its day along; else the owner
 * counts them. A read that fails gives no membership.
 */
async function readHolding(
  { chains, log }: { readonly chains: ChainReader; readonly log: Log },
  collection: MemberCollection,
  owner: Address,
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

/** `balanceOf(address)`. */
function balanceOfCall(owner: Address): Hex {
  return `0x70a08231${word(BigInt(owner))}`;
}

/** `tokenOfOwnerByIndex(address, uint256)` of ERC-721 Enumerable. */
function tokenOfOwnerCall(owner: Address, index: bigint): Hex {
  return `0x2f745c59${word(BigInt(owner))}${word(index)}`;
}

/** Null where the answer is not one 256-bit word: a revert, or an address without code. */
function readWord(answer: Hex | null): bigint | null {
  return answer !== null && /^0x[0-9a-fA-F]{64}$/.test(answer) ? BigInt(answer) : null;
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}
