import {
  asUnits,
  type BudgetCharge,
  type EvmAddress,
  evmAddress,
  isEvmAddressShape,
} from '@interline/plugins';
import { type CollectionHolding, readHolding } from './collection-holding.ts';
import type { LaneSetup } from './lane-setup.ts';

/** What the member NFTs of a payer are worth now. */
export type Membership =
  | { readonly kind: 'free-transfer'; readonly name: string; readonly charge: BudgetCharge }
  | { readonly kind: 'budget-spent'; readonly name: string; readonly reason: string }
  | { readonly kind: 'not-a-member'; readonly reason: string };

type Held = Extract<CollectionHolding, { kind: 'held' }>;

/**
 * The first NFT, in the order of the settings, with a free transfer left today. A payer nobody
 * named is no member.
 */
export async function readMembership(
  setup: LaneSetup,
  payer: string | null,
  signal: AbortSignal,
): Promise<Membership> {
  const { members } = setup.settings;
  if (members.length === 0)
    return { kind: 'not-a-member', reason: 'no member collection is recognised here' };
  if (payer === null) return { kind: 'not-a-member', reason: 'nobody was named as the payer' };
  if (!isEvmAddressShape(payer))
    return { kind: 'not-a-member', reason: 'the payer is no EVM address' };

  const owner: EvmAddress = evmAddress(payer);
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
