import { type Address, asAddress } from '@interline/kernel';
import { Keypair } from '@stellar/stellar-sdk';
import { hkdfSync } from 'node:crypto';
import { unreachable, type HorizonNode } from './horizon-node.ts';
import { accountShape, type HorizonAccount } from './horizon-shapes.ts';
import type { Horizons } from './horizons.ts';
import { baseOf, type ChannelLayout, freeBelow, slotAt, slotsOf } from './sequence.ts';
import type { StellarCustodySettings } from './stellar-settings.ts';

/**
 * A data entry on the float's account that records how slots map to channels: `count@firstSlot`.
 */
export const layoutEntry = 'interline.channels';

/**
 * Slots after the opening that still use the float's own sequence, so that transactions committed
 * with the opening keep the sequence number they were signed for.
 */
const slotsToSettle = 4;

/** The float and its channels, as one Horizon shows them. */
export interface Standing {
  /** Null if the float's account does not exist yet. */
  readonly own: HorizonAccount | null;
  readonly layout: ChannelLayout;
  /** False while channels that the deployment wants do not exist yet. */
  readonly isOpen: boolean;
  /** Number of slots up to the last taken one. */
  readonly slotsTaken: number;
  /** Slots below these that no transaction has taken yet. */
  readonly slotsFree: readonly number[];
  /** The last ledger that changed one of the accounts. */
  readonly changedAt: number;
  /** Stroops in the channels: their reserves, and what third parties sent them. */
  readonly inChannels: bigint;
}

/**
 * The accounts whose sequence numbers our transactions use, so that transactions do not wait for
 * each other. The float itself is channel 0; the others have keys of their own and hold only their
 * reserve. Their number is fixed on the ledger at creation.
 */
export class Channels {
  readonly #horizons: Horizons;
  readonly #settings: Pick<StellarCustodySettings, 'chain' | 'secret' | 'channels'>;
  readonly #keys = new Map<number, Keypair>();
  #layout: ChannelLayout | null = null;

  constructor(
    horizons: Horizons,
    settings: Pick<StellarCustodySettings, 'chain' | 'secret' | 'channels'>,
  ) {
    this.#horizons = horizons;
    this.#settings = settings;
  }

  /** Channel 0 is the float's own key, so a deployment without channels has only that. */
  key(channel: number): Keypair {
    const known = this.#keys.get(channel);
    if (known !== undefined) return known;
    const seed =
      channel === 0 ? this.#settings.secret : channelSeed(this.#settings.secret, channel);
    const key = Keypair.fromRawEd25519Seed(Buffer.from(seed));
    this.#keys.set(channel, key);
    return key;
  }

  account(channel: number): Address {
    return asAddress(this.key(channel).publicKey());
  }

  /** The accounts to create when no channels exist: all but the float's own. */
  get wanted(): readonly Address[] {
    return Array.from({ length: this.#settings.channels - 1 }, (_, at) => this.account(at + 1));
  }

  /** Whether the address is a channel, not the float. */
  isChannel(address: string): boolean {
    const most = Math.max(this.#settings.channels, this.#layout?.bases.length ?? 1);
    return Array.from({ length: most - 1 }, (_, at) => this.account(at + 1)).some(
      (one) => one === address,
    );
  }

  /** Throws `CHAIN_UNREACHABLE`. */
  async read(node: HorizonNode, signal: AbortSignal): Promise<Standing> {
    const { chain, channels } = this.#settings;
    const own = await this.at(node, 0, signal);
    const opened = await this.#opened(signal);
    const layout = opened ?? { firstSlot: 0, bases: [baseOf(own?.sequence ?? 0n)] };
    const others = await Promise.all(
      layout.bases.slice(1).map(async (_, at) => this.at(node, at + 1, signal)),
    );
    // This Horizon has not read the ledger of the opening yet.
    if (others.includes(null)) throw unreachable(chain);
    const accounts = [own, ...others];
    const slotsTaken = Math.max(
      0,
      ...accounts.map((one, channel) =>
        one === null || slotsOf(one.sequence) === 0 ? 0 : slotAt(layout, channel, one.sequence) + 1,
      ),
    );
    const sequences = accounts.map((one, channel) => one?.sequence ?? layout.bases[channel] ?? 0n);
    return {
      own,
      layout,
      isOpen: opened !== null || channels === 1,
      slotsTaken,
      slotsFree: freeBelow(layout, sequences, slotsTaken),
      changedAt: Math.max(0, ...accounts.map((one) => one?.last_modified_ledger ?? 0)),
      inChannels: others.reduce((sum, one) => sum + lumensOf(one), 0n),
    };
  }

  async at(
    node: HorizonNode,
    channel: number,
    signal: AbortSignal,
  ): Promise<HorizonAccount | null> {
    return node.get(`/accounts/${this.account(channel)}`, accountShape, signal);
  }

  /** Null while no channels exist. Enough Horizons must agree, because slots depend on it. */
  async #opened(signal: AbortSignal): Promise<ChannelLayout | null> {
    if (this.#layout !== null) return this.#layout;
    const { chain } = this.#settings;
    const said = await this.#horizons.readAlike(
      async (node) => this.#openedBy(node, signal),
      textOf,
      signal,
    );
    const alike = [...Map.groupBy(said, textOf).values()].find(
      (some) => some.length >= this.#horizons.enough,
    );
    const [layout] = alike ?? [];
    if (layout === undefined) throw unreachable(chain);
    this.#layout = layout;
    return layout;
  }

  async #openedBy(node: HorizonNode, signal: AbortSignal): Promise<ChannelLayout | null> {
    const own = await this.at(node, 0, signal);
    const entry = Buffer.from(own?.data[layoutEntry] ?? '', 'base64').toString();
    const [, count, firstSlot] = /^([0-9]{1,3})@([0-9]{1,10})$/.exec(entry) ?? [];
    if (own === null || count === undefined || firstSlot === undefined) return null;
    const channels = Array.from({ length: Number(count) - 1 }, (_, at) => at + 1);
    const others = await Promise.all(
      channels.map(async (channel) => this.at(node, channel, signal)),
    );
    const found = others.filter((one) => one !== null);
    if (found.length < others.length) throw unreachable(this.#settings.chain);
    return {
      firstSlot: Number(firstSlot),
      bases: [own, ...found].map(({ sequence }) => baseOf(sequence)),
    };
  }
}

/** The value of the data entry that the opening in that slot writes. */
export function layoutText(count: number, openingSlot: number): string {
  return `${count}@${openingSlot + 1 + slotsToSettle}`;
}

/**
 * A channel's seed by HKDF-SHA256 under its own label, so that no seed reveals the float's. The
 * label is part of the format: another label gives other accounts.
 */
function channelSeed(secret: Uint8Array, channel: number): Uint8Array {
  return new Uint8Array(
    hkdfSync('sha256', secret, 'interline', `stellar channel ${channel} v1`, 32),
  );
}

function lumensOf(account: HorizonAccount | null): bigint {
  return account?.balances.find((line) => line.asset_type === 'native')?.balance ?? 0n;
}

function textOf(layout: ChannelLayout | null): string {
  return layout === null ? '' : [layout.firstSlot, ...layout.bases].join();
}
