import { type Address, asAddress, isRelayError, RelayError } from '@interline/kernel';
import { keptFor } from '../../chain-facts/index.ts';
import { NodeOrder } from '../node-order.ts';
import { settledAlike } from '../settled-alike.ts';
import type { BitcoinCustodySettings } from './bitcoin-custody-settings.ts';
import { address as addresses } from './curve.ts';
import type { ScriptHex } from './coins/output-script.ts';
import { hdAccount, type HdAccount } from './keys/hd-account.ts';
import type { OwnAddress } from './keys/own-script.ts';
import { networkFacts } from './network.ts';
import type { BitcoinNode, ChainTip } from './node/bitcoin-node.ts';
import { earliest, unreachable } from './node/node-access.ts';
import { type Outpoint, outpointOf } from './outpoint.ts';

/** A node that serves the right network and watches the float's addresses. */
export interface OpenNode {
  /** Its index in the configured nodes. */
  readonly number: number;
  readonly node: BitcoinNode;
}

/** Shared state of the float on one Bitcoin network. */
export interface FloatWallet {
  readonly settings: BitcoinCustodySettings;
  readonly account: HdAccount;
  /** The address of the spine. */
  readonly spine: OwnAddress;
  /** The spine's address as text. The core uses it as the account. */
  readonly accountAddress: Address;
  /** The address at which ordinary funds arrive. */
  readonly funding: OwnAddress;
  /** The booked coins at deposit addresses, with their addresses. */
  bookedCoins(): Promise<ReadonlyMap<Outpoint, OwnAddress>>;
  /** Our address for a locking script. Deposit addresses are included only if they are booked. */
  ownAddress(script: ScriptHex): OwnAddress | undefined;
  readonly confirmations: number;
  /** Number of nodes that must show what ends a route: two, or one if only one is configured. */
  readonly enough: number;
  /** False only if the last read failed within the last 30 s. */
  isUp(): boolean;
  /** Records a node's height, for `read`. */
  noteTip(number: number, tip: ChainTip): void;
  /**
   * The first answer, from the nodes in their order, but not from a node that is further back than
   * enough of them were: a node that has stopped must not decide. Throws the last fault where no
   * node answers.
   */
  read<T>(ask: (open: OpenNode) => Promise<T>, signal: AbortSignal, but?: number): Promise<T>;
  /** The answers of all nodes that responded. Throws `CHAIN_UNREACHABLE` when none did. */
  readAny<T>(ask: (open: OpenNode) => Promise<T>, signal: AbortSignal): Promise<readonly T[]>;
  /** Like `readAny`, but throws unless enough nodes responded. */
  readEach<T>(ask: (open: OpenNode) => Promise<T>, signal: AbortSignal): Promise<readonly T[]>;
  /**
   * Like `readEach`, but stops waiting for a hanging node once enough others gave the same answer,
   * compared as text. For answers that one more response cannot change.
   */
  readAlike<T>(
    ask: (open: OpenNode) => Promise<T>,
    words: (answer: T) => string,
    signal: AbortSignal,
  ): Promise<readonly T[]>;
  /** Null for text that is not an address of this network. */
  scriptOf(address: string): ScriptHex | null;
  /** The address of a script, or the script's hex if it has no address. */
  addressOf(script: Uint8Array): Address;
}

/** How long a failed read marks the chain as down, unless another read succeeds. */
const downForMs = 30_000;

/** Uses no network before its first reading. */
export function floatWallet(settings: BitcoinCustodySettings): FloatWallet {
  const { chain, network, nodes, bornAtSec, confirmations = 1, log, clock } = settings;
  const { bookedDeposits = async () => [] } = settings;
  if (nodes.length === 0) throw new RangeError(`${chain} needs a node; configure at least one`);
  const { library, genesisHash } = networkFacts[network];
  const account = hdAccount(settings.seed, network);
  const [spine, funding] = [account.address('change', 0), account.address('receive', 0)];
  const own = new Map([spine, funding].map((one) => [one.script, one]));
  const depositAddresses = new Map<number, OwnAddress>();
  const opened = keptFor<OpenNode>(Infinity, clock);
  const enough = Math.min(2, nodes.length);
  const order = new NodeOrder(clock);
  const numbered = nodes.map((_, number) => ({ number }));
  /** The last recorded height of each node. */
  const heights = new Map<number, number>();
  let failedAtMs: number | null = null;

  const check = async (node: BitcoinNode, number: number, signal: AbortSignal) => {
    const first = await node.blockHash(0, signal);
    if (first !== genesisHash) {
      log.error('wrong-network', { chain, node: number, wanted: network });
      throw new RelayError(
        'CHAIN_UNREACHABLE',
        { chain },
        `node ${number} of ${chain} does not serve ${network}; check its URL`,
      );
    }
    const born = bornAtSec ?? (() => bornByOthers(number, signal));
    await node.watch([spine.address, funding.address], born, signal, 'float');
    return { number, node };
  };
  /**
   * Since when the float was paid, according to the other nodes. Null where the float is new:
   * enough nodes have watched it and have seen no payment, or no node knows it. A node that has
   * lost its wallet would show an empty float, so a node that cannot tell does not count as an
   * answer, and a node that is silent may know.
   */
  const bornByOthers = async (number: number, signal: AbortSignal): Promise<number | null> => {
    const others = nodes.filter((_, other) => other !== number);
    const asked = await Promise.allSettled(
      others.map((node) => node.firstPaid([spine.address, funding.address], signal)),
    );
    const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const told = earliest(answers.filter((one) => typeof one === 'number'));
    if (told !== null) return told;
    const unpaid = answers.filter((one) => one === 'never').length;
    if (unpaid >= enough - 1 || answers.length === others.length) return null;
    throw unreachable(
      chain,
      `node ${number} of ${chain} does not know the float's addresses, and no other one says since when they were paid`,
    );
  };
  const depositAddress = (index: number): OwnAddress => {
    const known = depositAddresses.get(index);
    if (known !== undefined) return known;
    const address = account.address('deposit', index);
    depositAddresses.set(index, address);
    own.set(address.script, address);
    return address;
  };
  const faultOf = (error: unknown): RelayError =>
    isRelayError(error)
      ? error
      : // No cause: loggers print causes, and a node's response can contain anything.
        new RelayError('CHAIN_UNREACHABLE', { chain }, 'a bitcoin node sent a malformed response');
  const asked = async <T>(
    ask: (open: OpenNode) => Promise<T>,
    number: number,
    signal: AbortSignal,
  ): Promise<T> => {
    const node = nodes[number];
    if (node === undefined) throw new RangeError(`there is no node ${number}`);
    try {
      const found = await order.noted(
        number,
        async () => ask(await opened(String(number), () => check(node, number, signal))),
        signal,
      );
      failedAtMs = null;
      return found;
    } catch (error) {
      throw faultOf(error);
    }
  };

  const assertInStep = async ({ number, node }: OpenNode, signal: AbortSignal): Promise<void> => {
    const needed = [...heights.values()].toSorted((a, b) => b - a)[enough - 1] ?? 0;
    if ((heights.get(number) ?? needed) >= needed) return;
    const { height } = await node.tip(signal);
    heights.set(number, height);
    if (height < needed)
      throw unreachable(chain, `node ${number} of ${chain} is behind the others`);
  };

  const answersOf = async <T>(
    ask: (open: OpenNode) => Promise<T>,
    wanted: number,
    signal: AbortSignal,
    words?: (answer: T) => string,
  ): Promise<readonly T[]> => {
    const of = [...nodes.keys()].map((number) => ({
      isResting: order.isResting(number),
      answer: asked(ask, number, signal),
    }));
    const all =
      words === undefined
        ? await Promise.allSettled(of.map(({ answer }) => answer))
        : await settledAlike(of, { enough, words, clock });
    const answers = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    if (answers.length >= wanted) return answers;
    failedAtMs = clock.monotonic();
    const [only] = all;
    if (all.length === 1 && only?.status === 'rejected') throw faultOf(only.reason);
    throw new RelayError(
      'CHAIN_UNREACHABLE',
      { chain },
      `${answers.length} of ${nodes.length} nodes of ${chain} answer, and ${wanted} must`,
    );
  };

  return {
    settings,
    account,
    spine,
    accountAddress: asAddress(spine.address),
    funding,
    async bookedCoins() {
      const booked = await bookedDeposits();
      return new Map(
        booked.map(({ index, tx, output }) => [outpointOf(tx, output), depositAddress(index)]),
      );
    },
    ownAddress: (script) => own.get(script),
    confirmations,
    enough,
    noteTip: (number, { height }) => void heights.set(number, height),
    isUp: () => failedAtMs === null || clock.monotonic() - failedAtMs > downForMs,
    async read<T>(ask: (open: OpenNode) => Promise<T>, signal: AbortSignal, but?: number) {
      let fault: RelayError | null = null;
      for (const { number } of order.of(numbered)) {
        if (number === but && nodes.length > 1) continue;
        try {
          const askInStep = async (open: OpenNode): Promise<T> => {
            await assertInStep(open, signal);
            return ask(open);
          };
          return await asked(askInStep, number, signal);
        } catch (error) {
          fault = faultOf(error);
        }
      }
      failedAtMs = clock.monotonic();
      throw fault ?? new RelayError('CHAIN_UNREACHABLE', { chain });
    },
    readAny: (ask, signal) => answersOf(ask, 1, signal),
    readEach: (ask, signal) => answersOf(ask, enough, signal),
    readAlike: (ask, words, signal) => answersOf(ask, enough, signal, words),
    scriptOf(address) {
      try {
        return Buffer.from(addresses.toOutputScript(address, library)).toString('hex');
      } catch {
        return null;
      }
    },
    addressOf(script) {
      try {
        return asAddress(addresses.fromOutputScript(script, library));
      } catch {
        return asAddress(Buffer.from(script).toString('hex'));
      }
    },
  };
}
