import {
  type ChainRef,
  type EvmAddress,
  evmAddress,
  isEvmAddressShape,
  utcDay,
} from '@interline/kernel';
import type { Clock, Log, Membership, NftHoldings, WalletSignatures } from '@interline/ports';
import { within } from '../within.ts';
import { chargeOf, type MemberCollection, type MemberToken } from './member-token.ts';
import type { MembershipStore } from './repository.ts';

export interface ReadPorts {
  readonly store: MembershipStore;
  readonly holdings: NftHoldings;
  readonly clock: Pick<Clock, 'now' | 'alarm'>;
  readonly log: Log;
  readonly collections: readonly MemberCollection[];
}

export interface WalletPorts {
  readonly wallets: Pick<WalletSignatures, 'isContract'>;
  readonly clock: Pick<Clock, 'alarm'>;
}

export interface SeenMember {
  readonly tokens: readonly MemberToken[];
  /** Why there are none, or no others. */
  readonly reason: string;
}

/** A wallet, or a vault that speaks for it. */
export interface Holder {
  readonly address: EvmAddress;
  /**
   * Its chain, if it is a contract: elsewhere its address may belong to someone else. Null for a key.
   */
  readonly onlyOn: ChainRef | null;
}

/** The member NFTs of a wallet and of the vaults that speak for it. Throws `STORE_DOWN`. */
export type ReadMember = (wallet: Holder, signal: AbortSignal) => Promise<SeenMember>;

export interface TokenUse {
  readonly token: MemberToken;
  /** The UTC day. */
  readonly day: string;
  readonly used: bigint;
  readonly left: bigint;
}

export function readMember(ports: ReadPorts): ReadMember {
  const { store, clock, collections } = ports;
  return async (wallet, signal) => {
    if (collections.length === 0)
      return { tokens: [], reason: 'no member collection is recognised here' };
    // A link for a contract's address would also speak for someone else's on another chain: there are none.
    const links =
      wallet.onlyOn === null
        ? await store.reads.membership.linksTo(wallet.address, clock.now())
        : [];
    const holders: readonly Holder[] = [
      wallet,
      ...links.map(({ vault: address, onlyOn }) => ({ address, onlyOn })),
    ];
    const looks = await Promise.all(
      collections.flatMap((collection) =>
        holdersOn(collection.chain, holders).map((address) =>
          within(lookAt(ports, collection, address, signal), {
            clock,
            ms: readWithinMs,
            otherwise: unread(collection),
          }),
        ),
      ),
    );
    const reasons = looks.flatMap(({ why }) => why ?? []);
    return {
      tokens: looks.flatMap(({ tokens }) => tokens),
      reason: [`the payer holds no ${looks.some(hasAny) ? 'other ' : ''}recognised member NFT`]
        .concat([...new Set(reasons)].slice(0, 3))
        .join('; '),
    };
  };
}

/** Each vault once, however many links it has. */
function holdersOn(chain: ChainRef, holders: readonly Holder[]): readonly EvmAddress[] {
  const there = holders.filter(({ onlyOn }) => onlyOn === null || onlyOn === chain);
  return [...new Set(there.map(({ address }) => address))];
}

interface Look {
  readonly tokens: readonly MemberToken[];
  readonly why: string | null;
}

function hasAny({ tokens }: Look): boolean {
  return tokens.length > 0;
}

/** A price must not wait for the nodes of an unrelated chain. */
const readWithinMs = 1_500;

/** A holding that cannot be read makes no member. */
async function lookAt(
  { holdings, log }: Pick<ReadPorts, 'holdings' | 'log'>,
  collection: MemberCollection,
  holder: EvmAddress,
  signal: AbortSignal,
): Promise<Look> {
  const { name, chain, address, minHeldSec } = collection;
  try {
    const seen = await holdings.heldFor(collection, holder, minHeldSec, signal);
    if (seen === null) return { tokens: [], why: `${name} does not list an owner's tokens` };
    const { held, tooNew, block } = seen;
    return {
      tokens: held.map((tokenId) => ({ collection, tokenId, holder, block })),
      why:
        tooNew === 0
          ? null
          : `${tooNew} of ${name} arrived too recently; they count once ${minHeldSec === 0 ? '' : `held for ${minHeldSec} s and `}final`,
    };
  } catch (cause) {
    if (signal.aborted) throw cause;
    log.warn('membership-unread', { chain, collection: address });
    return unread(collection);
  }
}

function unread({ name }: MemberCollection): Look {
  return { tokens: [], why: `${name} cannot be read now` };
}

/** What a payer's NFTs are worth to a transfer now; see `Members`. */
export function membershipOf(
  { wallets, clock }: WalletPorts,
  read: ReadMember,
  use: Pick<ReturnType<typeof readUse>, 'of'>,
) {
  /** A contract counts by its own chain alone: elsewhere its address may belong to someone else. */
  async function readPayer(
    wallet: EvmAddress,
    from: ChainRef,
    signal: AbortSignal,
  ): Promise<SeenMember> {
    const seen = await read({ address: wallet, onlyOn: null }, signal);
    if (
      seen.tokens.every(({ collection, holder }) => collection.chain === from && holder === wallet)
    )
      return seen;
    const isContract = await within(
      wallets.isContract(from, wallet, signal).catch(() => true),
      { clock, ms: readWithinMs, otherwise: true },
    );
    return isContract ? read({ address: wallet, onlyOn: from }, signal) : seen;
  }

  return async (payer: string | null, from: ChainRef, signal: AbortSignal): Promise<Membership> => {
    if (payer === null) return { kind: 'not-a-member', reason: 'no payer was named' };
    if (!isEvmAddressShape(payer))
      return { kind: 'not-a-member', reason: 'the payer is not an EVM address' };
    const { tokens, reason } = await readPayer(evmAddress(payer), from, signal);
    const [first] = tokens;
    if (first === undefined) return { kind: 'not-a-member', reason };
    const open = (await use.of(tokens)).find(({ left }) => left > 0n);
    if (open === undefined) {
      const { reason: spent } = chargeOf(first);
      return { kind: 'budget-spent', name: first.collection.name, reason: spent };
    }
    const { name } = open.token.collection;
    return { kind: 'free-transfer', name, charge: chargeOf(open.token) };
  };
}

/** What the NFTs have left today. Throws `STORE_DOWN`. */
export function readUse({ store, clock }: Pick<ReadPorts, 'store' | 'clock'>, read: ReadMember) {
  const of = async (tokens: readonly MemberToken[]): Promise<readonly TokenUse[]> => {
    const day = utcDay(clock.now());
    const charges = tokens.map(chargeOf);
    const spent = await store.reads.transactions.spentOfEach(
      charges.map(({ budget }) => budget),
      day,
    );
    return tokens.map((token, at) => {
      const used = spent[at] ?? 0n;
      const limit = BigInt(token.collection.budgetPerDay);
      return { token, day, used, left: used >= limit ? 0n : limit - used };
    });
  };
  return {
    of,
    byWallet: async (wallet: Holder, signal: AbortSignal) =>
      of((await read(wallet, signal)).tokens),
  };
}
