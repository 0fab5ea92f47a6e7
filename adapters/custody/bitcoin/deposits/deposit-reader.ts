import { type Address, asUnits } from '@interline/kernel';
import type {
  AddressReading,
  Clock,
  DepositReading,
  OutputId,
  OutputReading,
  WatchedAddress,
} from '@interline/ports';
import { keptFor } from '../../../chain-facts/index.ts';
import type { BitcoinCustodySettings } from '../bitcoin-custody-settings.ts';
import type {
  BitcoinNode,
  ChainTip,
  TransactionReading,
  UnspentOutput,
} from '../node/bitcoin-node.ts';
import { type Outpoint, partsOf } from '../outpoint.ts';
import { inputsOf, outputsOf } from '../read-raw.ts';

interface Opened {
  readonly settings: Pick<BitcoinCustodySettings, 'bornAtSec'> & {
    readonly clock: Pick<Clock, 'monotonic'>;
  };
}

/** The node methods that a reading uses. */
type Read = Pick<
  BitcoinNode,
  'watch' | 'unspent' | 'blockHash' | 'paying' | 'transaction' | 'spendOf'
>;

type ReadDeposits = (
  node: Read,
  watched: readonly WatchedAddress[],
  signal: AbortSignal,
) => Promise<DepositReading>;

/**
 * Maximum number of mempool transactions whose first inputs are kept, to find their replacements.
 */
const rememberedAtMost = 10_000;

/**
 * Outputs known before get their block's time only up to this depth, a day of blocks. After a
 * longer outage they count as mined when they are seen in the block.
 */
const timedToDepth = 144;

/**
 * Reads addresses from one node, all of them at one tip. A reading asks once for each transaction
 * and block, not once for each output, because anyone can pay a deposit in a thousand outputs of
 * one transaction and take them back. Throws `CHAIN_UNREACHABLE`.
 */
export function depositReader({ settings: { bornAtSec, clock } }: Opened): ReadDeposits {
  const firstInputs = new Map<string, Outpoint>();
  /** The mined transaction that replaced each one; null when it is too old to be found. */
  const minedReplacers = new Map<string, string | null>();
  /** Keyed by block hash. */
  const blockTimes = new Map<string, number>();

  /**
   * Every transaction that replaces one of the mempool also spends its first input, or conflicts
   * with it.
   */
  const remember = (txid: string, raw: string): void => {
    const [first] = inputsOf(raw);
    if (first === undefined || firstInputs.has(txid)) return;
    if (firstInputs.size >= rememberedAtMost) firstInputs.clear();
    firstInputs.set(txid, first);
  };
  /** A replacement found in a block is kept, because each search reads up to a day of blocks. */
  const replacerOf = async (
    node: Read,
    tx: string,
    signal: AbortSignal,
  ): Promise<string | null> => {
    const mined = minedReplacers.get(tx);
    if (mined !== undefined) return mined;
    const input = firstInputs.get(tx);
    if (input === undefined) return null;
    const spend = await node.spendOf(input, signal);
    if (spend.state !== 'spent' || spend.by?.txid === tx) return null;
    const by = spend.by?.txid ?? null;
    if (spend.by === null || spend.by.block !== null) {
      if (minedReplacers.size >= rememberedAtMost) minedReplacers.clear();
      minedReplacers.set(tx, by);
    }
    return by;
  };

  /**
   * The time of the block that has the output. Each block is requested once, not at each reading.
   */
  const timeOf = async (
    { block, blockHash }: Pick<OutputReading, 'block' | 'blockHash'>,
    ask: () => Promise<number | null>,
  ): Promise<{ readonly blockTimeMs?: number }> => {
    if (block === null || blockHash === null) return {};
    const blockTimeMs = blockTimes.get(blockHash) ?? (await ask());
    if (blockTimeMs === null) return {};
    if (blockTimes.size >= rememberedAtMost) blockTimes.clear();
    blockTimes.set(blockHash, blockTimeMs);
    return { blockTimeMs };
  };

  return async (node, watched, signal) => {
    // All addresses were watched before they were shown to a client, but perhaps by another node,
    // or this node may have lost them since.
    await node.watch(watched.map(addressOf), bornAtSec ?? 'earlier', signal);
    const { tip, outputs } = await node.unspent(watched.map(addressOf), signal);
    const byAddress = Map.groupBy(outputs, ({ address }) => address);
    const asked = askedOnce(node, clock, signal);

    const unspentOutput = async (
      { known }: WatchedAddress,
      one: UnspentOutput,
    ): Promise<OutputReading> => {
      const { txid: tx, vout: output } = partsOf(one.outpoint);
      const common = { tx, output, units: asUnits(one.units) };
      if (one.confirmations > 0) {
        const height = tip.height - one.confirmations + 1;
        const hash = one.blockHash ?? (await asked.blockHash(height));
        const place = { ...common, ...inBlock(tip, { height, hash }) };
        // An output last seen in the mempool before our outage may have been mined in time.
        const isOld = one.confirmations > timedToDepth;
        if (isOld && known.some((other) => isSame(common, other))) return place;
        return { ...place, ...(await timeOf(place, () => asked.blockTime(one.address, place))) };
      }
      if (!firstInputs.has(tx)) {
        const found = await asked.transaction(tx);
        if (found.state === 'mempool') remember(tx, found.raw);
      }
      return { ...common, ...inMempool, isReplaceable: one.parentReplaceable };
    };
    /** An output seen before that is no longer unspent: either we spent it, or it is gone. */
    const spentOutput = async ({ tx, output }: OutputId): Promise<OutputReading | null> => {
      const found = await asked.transaction(tx);
      if (found.state === 'unknown') return null;
      const common = { tx, output, units: asUnits(await asked.unitsOf(tx, found.raw, output)) };
      if (found.state === 'confirmed') return { ...common, ...inBlock(tip, found.block) };
      remember(tx, found.raw);
      return { ...common, ...inMempool, isReplaceable: found.signalsReplacement };
    };
    const readAddress = async (one: WatchedAddress): Promise<AddressReading> => {
      const { address, known } = one;
      const unspent = await inTurn(byAddress.get(address) ?? [], (each) =>
        unspentOutput(one, each),
      );
      const others = known.filter((one) => !unspent.some((other) => isSame(one, other)));
      const spent = await inTurn(others, async (one) => ({ one, found: await spentOutput(one) }));
      const gone = spent.filter(({ found }) => found === null).map(({ one }) => one);
      const replaced = await inTurn(gone, async (one) => ({
        ...one,
        by: await asked.replacer(one.tx, () => replacerOf(node, one.tx, signal)),
      }));
      return {
        address,
        outputs: [...unspent, ...spent.flatMap(({ found }) => found ?? [])],
        replaced: replaced.flatMap(({ by, ...one }) => (by === null ? [] : [{ ...one, by }])),
      };
    };
    return {
      addresses: await inTurn(watched, readAddress),
      tipTimeMs: tip.medianTimeSec * 1_000,
    };
  };
}

const inMempool = { confirmations: 0, block: null, blockHash: null } as const;

function inBlock(tip: ChainTip, { height, hash }: { height: number; hash: string | null }) {
  return {
    confirmations: Math.max(1, tip.height - height + 1),
    block: height,
    blockHash: hash,
    isReplaceable: false,
  };
}

function addressOf({ address }: { readonly address: Address }): Address {
  return address;
}

function isSame(one: OutputId, other: OutputId): boolean {
  return one.tx === other.tx && one.output === other.output;
}

/** One after the other, because a node may be asked for hundreds of addresses. */
async function inTurn<T, R>(all: readonly T[], ask: (one: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (const one of all) answers.push(await ask(one));
  return answers;
}

/** Makes each request of one reading only once. */
function askedOnce(node: Read, clock: Pick<Clock, 'monotonic'>, signal: AbortSignal) {
  const hashes = keptFor<string | null>(Infinity, clock);
  const times = keptFor<number | null>(Infinity, clock);
  const transactions = keptFor<TransactionReading>(Infinity, clock);
  const values = keptFor<readonly bigint[]>(Infinity, clock);
  const replacers = keptFor<string | null>(Infinity, clock);
  return {
    blockHash: (height: number) => hashes(String(height), () => node.blockHash(height, signal)),
    /** The time of the block that has an output at the address. */
    blockTime: (
      address: string,
      { block, blockHash }: Pick<OutputReading, 'block' | 'blockHash'>,
    ) =>
      times(`${blockHash} ${address}`, async () => {
        const paid = await node.paying([address], block ?? 0, signal);
        const found = paid.transactions.find(
          (one) => one.block !== null && one.block.hash === blockHash,
        );
        return found?.block == null ? null : found.block.timeSec * 1_000;
      }),
    transaction: (tx: string) => transactions(tx, () => node.transaction(tx, signal)),
    async unitsOf(tx: string, raw: string, output: number): Promise<bigint> {
      const units = (await values(tx, async () => outputsOf(raw)))[output];
      if (units === undefined) throw new RangeError(`the transaction has no output ${output}`);
      return units;
    },
    replacer: replacers,
  };
}
