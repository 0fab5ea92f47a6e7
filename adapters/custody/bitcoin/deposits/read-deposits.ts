import { type Address, asUnits } from '@interline/kernel';
import type {
  AddressReading,
  DepositReading,
  OutputId,
  OutputReading,
  WatchedAddress,
} from '@interline/ports';
import type { OpenBitcoin } from '../bitcoin-chain.ts';
import type { BitcoinNode, ChainTip, UnspentOutput } from '../node/bitcoin-node.ts';
import { type Outpoint, partsOf } from '../outpoint.ts';
import { inputsOf, outputOf } from '../read-raw.ts';

type ReadDeposits = (
  node: BitcoinNode,
  watched: readonly WatchedAddress[],
  signal: AbortSignal,
) => Promise<DepositReading>;

/** Transactions in the mempool whose first inputs are kept, to find what replaced them. */
const rememberedAtMost = 10_000;

/** Reads addresses from one node, all of them at one tip. Throws `CHAIN_UNREACHABLE`. */
export function depositReader({ settings: { bornAtSec } }: OpenBitcoin): ReadDeposits {
  const firstInputs = new Map<string, Outpoint>();

  /** Whatever replaces a transaction of the mempool spends its first input too, or conflicts. */
  const remember = (txid: string, raw: string): void => {
    const [first] = inputsOf(raw);
    if (first === undefined || firstInputs.has(txid)) return;
    if (firstInputs.size >= rememberedAtMost) firstInputs.clear();
    firstInputs.set(txid, first);
  };
  const replacerOf = async (
    node: BitcoinNode,
    tx: string,
    signal: AbortSignal,
  ): Promise<string | null> => {
    const input = firstInputs.get(tx);
    if (input === undefined) return null;
    const spend = await node.spendOf(input, signal);
    return spend.state === 'spent' && spend.by?.txid !== tx ? (spend.by?.txid ?? null) : null;
  };

  return async (node, watched, signal) => {
    const isKnown = ({ known }: WatchedAddress) => known.length > 0;
    // What was seen there before may be older than this node's knowledge of the address.
    await node.watch(watched.filter(isKnown).map(addressOf), bornAtSec, signal);
    await node.watch(watched.map(addressOf), null, signal);
    const { tip, outputs } = await node.unspent(watched.map(addressOf), signal);
    const byAddress = Map.groupBy(outputs, ({ address }) => address);
    const hashAt = keptHashes(node, signal);

    const unspentOutput = async (
      { known }: WatchedAddress,
      one: UnspentOutput,
    ): Promise<OutputReading> => {
      const { txid: tx, vout: output } = partsOf(one.outpoint);
      const common = { tx, output, units: asUnits(one.units) };
      if (one.confirmations > 0) {
        const height = tip.height - one.confirmations + 1;
        const place = { ...common, ...inBlock(tip, { height, hash: await hashAt(height) }) };
        if (known.some((other) => isSame(common, other))) return place;
        return { ...place, ...(await blockTime(node, one.address, place, signal)) };
      }
      if (!firstInputs.has(tx)) {
        const found = await node.transaction(tx, signal);
        if (found.state === 'mempool') remember(tx, found.raw);
      }
      return { ...common, ...inMempool, isReplaceable: one.parentReplaceable };
    };
    /** An output seen before and not unspent now: spent by us, or gone. */
    const spentOutput = async ({ tx, output }: OutputId): Promise<OutputReading | null> => {
      const found = await node.transaction(tx, signal);
      if (found.state === 'unknown') return null;
      const common = { tx, output, units: asUnits(outputOf(found.raw, output)) };
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
        by: await replacerOf(node, one.tx, signal),
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

/** When the block was made that an output is seen in for the first time. */
async function blockTime(
  node: BitcoinNode,
  address: string,
  { block, blockHash }: Pick<OutputReading, 'block' | 'blockHash'>,
  signal: AbortSignal,
): Promise<{ readonly blockTimeMs?: number }> {
  const { transactions } = await node.paying([address], block ?? 0, signal);
  const found = transactions.find((one) => one.block !== null && one.block.hash === blockHash);
  return found?.block == null ? {} : { blockTimeMs: found.block.timeSec * 1_000 };
}

function addressOf({ address }: { readonly address: Address }): Address {
  return address;
}

function isSame(one: OutputId, other: OutputId): boolean {
  return one.tx === other.tx && one.output === other.output;
}

/** One after the other: a node is asked for hundreds of addresses. */
async function inTurn<T, R>(all: readonly T[], ask: (one: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (const one of all) answers.push(await ask(one));
  return answers;
}

function keptHashes(
  node: BitcoinNode,
  signal: AbortSignal,
): (height: number) => Promise<string | null> {
  const kept = new Map<number, Promise<string | null>>();
  return (height) => {
    const found = kept.get(height) ?? node.blockHash(height, signal);
    kept.set(height, found);
    return found;
  };
}
