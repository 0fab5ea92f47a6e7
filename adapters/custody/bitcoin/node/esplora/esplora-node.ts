import { address as addresses, Transaction } from '../../curve.ts';
import { networkFacts } from '../../network.ts';
import { outpointOf, partsOf } from '../../outpoint.ts';
import type {
  BitcoinNode,
  BlockRef,
  ChainTip,
  PayingTransaction,
  TransactionReading,
  UnspentOutput,
} from '../bitcoin-node.ts';
import { broadcastBy } from '../broadcast-by.ts';
import { atOneTip, earliest, unreachable } from '../node-access.ts';
import { readHash, readHex, readList } from '../read-reply.ts';
import { replaceableAmong, signalsReplacement } from '../signals-replacement.ts';
import { esploraChain } from './esplora-chain.ts';
import { esploraHttp, type EsploraSettings } from './esplora-http.ts';
import {
  type EsploraOutput,
  readEstimate,
  readFee,
  readIds,
  readIsCoinbase,
  readOutput,
  readOutspend,
  readOutspends,
  readPlaced,
  readPlacedWhole,
  readStatus,
} from './read-esplora.ts';
import { readVerdict } from './read-verdict.ts';

/** Esplora's page size for confirmed transactions, and how many pages are read. */
const pageSize = 25;
const mostPages = 400;

/** The most mempool transactions that Esplora lists per address; it has no further pages. */
const mostWaiting = 50;

/** Number of addresses requested in parallel, to stay within the rate limits of hosted APIs. */
const addressesAtOnce = 8;

/**
 * Consensus allows spending a coinbase 100 blocks above its own; Core's wallet waits for one more.
 */
const matureFrom = 101;

/** How many transactions to remember as coinbase or not. */
const rememberedAtMost = 10_000;

/** The REST API of Esplora, as Blockstream and mempool.space serve it. It indexes every address. */
export function esploraNode(settings: EsploraSettings): BitcoinNode {
  const { chain, network } = settings;
  const esplora = esploraHttp(settings);
  const chainOf = esploraChain(chain, esplora);
  const rewards = new Map<string, boolean>();

  const must = async <T>(found: Promise<T | null>): Promise<T> => {
    const value = await found;
    if (value === null) throw unreachable(chain, 'the Esplora API misses what it has named itself');
    return value;
  };

  const node: BitcoinNode = {
    tip: (signal) => chainOf.tip(signal),
    blockHash: (height, signal) => esplora.find(`/block-height/${height}`, readTextHash, signal),
    blockTransactions: (hash, signal) => esplora.findJson(`/block/${hash}/txids`, readIds, signal),
    watch: async () => {},
    async firstPaid(ours, signal) {
      const { transactions } = await node.paying(ours, 0, signal);
      return earliest(transactions.flatMap(({ block }) => block?.timeSec ?? [])) ?? 'never';
    },
    damagedWallets: async () => [],

    async unspent(ours, signal) {
      const reading = await atOneTip(
        chain,
        () => node.tip(signal),
        async (tip) => {
          const found = await matureOf(await outputsOf([...new Set(ours)], signal), tip, signal);
          const waiting = found.filter(({ block }) => block === null).map(({ txid }) => txid);
          const replaceable = await replaceableAmong(waiting, node, signal);
          return { tip, found, replaceable };
        },
      );
      const { tip, found, replaceable } = reading;
      await chainOf.assertHolds(tip, blocksOf(found), signal);
      return { tip, outputs: found.map((output) => unspentAt(tip, output, replaceable)) };
    },

    async paying(ours, fromHeight, signal) {
      const reading = await atOneTip(
        chain,
        () => node.tip(signal),
        async (tip) => {
          const placed = new Map<string, Omit<PayingTransaction, 'raw'>>();
          for (const address of new Set(ours))
            for (const one of await placedAt(address, fromHeight, readPlaced, signal))
              placed.set(one.txid, one);
          const whole = await wholeOf([...placed.values()], signal);
          const waiting = whole.filter(({ block }) => block === null);
          if (waiting.length >= mostWaiting) whole.push(...(await unlisted(whole, ours, signal)));
          return { tip, transactions: whole.filter((one) => pays(one.raw, ours)) };
        },
      );
      await chainOf.assertHolds(reading.tip, blocksOf(reading.transactions), signal);
      return reading;
    },

    async transaction(txid, signal): Promise<TransactionReading> {
      const raw = await rawOf(txid, signal);
      if (raw === null) return { state: 'unknown' };
      const readBlockOf = (value: unknown) => ({ block: readStatus(value) });
      const { block } = await must(esplora.findJson(`/tx/${txid}/status`, readBlockOf, signal));
      if (block !== null) {
        await chainOf.assertHolds(await node.tip(signal), [block], signal);
        return { state: 'confirmed', raw, block };
      }
      // Esplora keeps transactions that a reorg or the mempool dropped, and reports them as
      // unconfirmed. Only a transaction that really waits is the spender of its own inputs.
      const [spent] = Transaction.fromHex(raw).ins;
      const spender = spent && (await outspend(idOf(spent.hash), spent.index, signal));
      return spender?.txid === txid
        ? { state: 'mempool', raw, signalsReplacement: signalsReplacement(raw) }
        : { state: 'unknown' };
    },

    async packageFee(txid, signal) {
      if ((await node.transaction(txid, signal)).state !== 'mempool') return null;
      const [counted, left] = [new Set<string>(), [txid]];
      let sum = 0n;
      for (let one = left.pop(); one !== undefined; one = left.pop()) {
        if (counted.has(one)) continue;
        counted.add(one);
        sum += await must(esplora.findJson(`/tx/${one}`, readFee, signal));
        const spenders = await must(
          esplora.findJson(`/tx/${one}/outspends`, readOutspends, signal),
        );
        for (const spender of spenders) if (spender?.block === null) left.push(spender.txid);
      }
      return sum;
    },

    async spendOf(outpoint, signal) {
      const { txid, vout } = partsOf(outpoint);
      const by = await outspend(txid, vout, signal);
      if (by !== null) return { state: 'spent', by };
      // Esplora calls an output unspent even where it does not exist.
      const parent = await node.transaction(txid, signal);
      if (parent.state === 'unknown') return { state: 'unknown' };
      return vout < Transaction.fromHex(parent.raw).outs.length
        ? { state: 'unspent' }
        : { state: 'unknown' };
    },

    feeEstimate: (targetBlocks, signal) =>
      must(
        esplora.findJson(
          '/fee-estimates',
          (value) => ({ rate: readEstimate(value, targetBlocks) }),
          signal,
        ),
      ).then(({ rate }) => rate),
    relayRates: () => Promise.resolve(null),

    broadcast: (raw, signal) =>
      broadcastBy(
        async () => readVerdict(await esplora.post('/tx', raw, signal), raw),
        raw,
        node,
        signal,
      ),
  };

  const rawOf = (txid: string, signal: AbortSignal): Promise<string | null> =>
    esplora.find(`/tx/${txid}/hex`, (text) => readRawOf(txid, text.trim()), signal);

  /** All transactions of the address, newest first; from blocks at or above the height only. */
  const placedAt = async <T extends Omit<PayingTransaction, 'raw'>>(
    address: string,
    fromHeight: number,
    readOne: (value: unknown) => T,
    signal: AbortSignal,
  ): Promise<readonly T[]> => {
    const read = (value: unknown) => readList(value).map(readOne);
    const found = [
      ...(await must(esplora.findJson(`/address/${address}/txs/mempool`, read, signal))),
    ];
    for (let last = '', pages = 0; pages < mostPages; pages += 1) {
      const path = `/address/${address}/txs/chain${last}`;
      const page = await must(esplora.findJson(path, read, signal));
      found.push(...page.filter(({ block }) => block === null || block.height >= fromHeight));
      const oldest = page.at(-1);
      if (
        oldest === undefined ||
        page.length < pageSize ||
        (oldest.block?.height ?? 0) < fromHeight
      )
        return found;
      last = `/${oldest.txid}`;
    }
    throw unreachable(chain, 'an address has more transactions than are read of it');
  };

  const wholeOf = async (
    placed: readonly Omit<PayingTransaction, 'raw'>[],
    signal: AbortSignal,
  ): Promise<PayingTransaction[]> => {
    const found = await Promise.all(
      placed.map(async (one): Promise<readonly PayingTransaction[]> => {
        if (one.block !== null) return [{ ...one, raw: await must(rawOf(one.txid, signal)) }];
        const reading = await node.transaction(one.txid, signal);
        return reading.state === 'unknown' ? [] : [{ ...one, raw: reading.raw }];
      }),
    );
    return found.flat();
  };

  /**
   * Mempool transactions that spend the found outputs, for when the mempool list is truncated. An
   * attacker can fill the list with fifty dust payments, and a payout of ours that we do not see
   * would never be replaced.
   */
  const unlisted = async (
    found: readonly PayingTransaction[],
    ours: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly PayingTransaction[]> => {
    const known = new Set(found.map(({ txid }) => txid));
    const more: PayingTransaction[] = [];
    const left = found.filter(({ raw }) => pays(raw, ours)).map(({ txid }) => txid);
    while (left.length > 0) {
      const part = left.splice(0, addressesAtOnce);
      const spenders = await Promise.all(
        part.map((txid) => must(esplora.findJson(`/tx/${txid}/outspends`, readOutspends, signal))),
      );
      const fresh = spenders
        .flat()
        .flatMap((one) => (one?.block === null && !known.has(one.txid) ? [one.txid] : []));
      for (const txid of fresh) known.add(txid);
      const whole = await wholeOf(
        [...new Set(fresh)].map((txid) => ({ txid, block: null })),
        signal,
      );
      more.push(...whole);
      left.push(...whole.filter(({ raw }) => pays(raw, ours)).map(({ txid }) => txid));
    }
    return more;
  };

  const pays = (raw: string, ours: readonly string[]): boolean => {
    const scripts = new Set(ours.map(scriptOf));
    return Transaction.fromHex(raw).outs.some(({ script }) =>
      scripts.has(Buffer.from(script).toString('hex')),
    );
  };
  const scriptOf = (address: string): string =>
    Buffer.from(addresses.toOutputScript(address, networkFacts[network].library)).toString('hex');

  const outspend = (txid: string, vout: number, signal: AbortSignal) =>
    esplora
      .findJson(`/tx/${txid}/outspend/${vout}`, (value) => ({ by: readOutspend(value) }), signal)
      .then((found) => found?.by ?? null);

  const outputsOf = async (
    ours: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (EsploraOutput & { readonly address: string })[]> => {
    const found: (EsploraOutput & { readonly address: string })[] = [];
    for (let from = 0; from < ours.length; from += addressesAtOnce) {
      const part = ours.slice(from, from + addressesAtOnce).map(async (address) => {
        const path = `/address/${address}/utxo`;
        const listed = await must(esplora.findList(path, readOutput, signal));
        const outputs = listed === 'too-many' ? await unspentOf(address, signal) : listed;
        return outputs.map((output) => ({ ...output, address }));
      });
      found.push(...(await Promise.all(part)).flat());
    }
    return found;
  };

  /**
   * Found through all transactions that touch the address. Esplora lists at most 500 unspent
   * outputs of an address. A stranger can make as many with one transaction, which must not hide
   * the owner's deposit or block other addresses of the same reading.
   */
  const unspentOf = async (
    address: string,
    signal: AbortSignal,
  ): Promise<readonly EsploraOutput[]> => {
    const placed = await placedAt(address, 0, readPlacedWhole, signal);
    const spent = new Set(placed.flatMap(({ spends }) => spends));
    const script = scriptOf(address);
    const outputs = placed.flatMap(({ txid, block, pays }) =>
      pays.flatMap(({ script: paid, units }, vout) =>
        paid === script ? [{ outpoint: outpointOf(txid, vout), txid, units, block }] : [],
      ),
    );
    return outputs.filter(({ outpoint }) => !spent.has(outpoint));
  };

  /** Leaves out immature coinbase outputs, which Esplora lists as if they were spendable. */
  const matureOf = async <T extends EsploraOutput>(
    found: readonly T[],
    tip: ChainTip,
    signal: AbortSignal,
  ): Promise<readonly T[]> => {
    const mature: T[] = [];
    for (const one of found) {
      const isDeep = one.block === null || tip.height - one.block.height + 1 >= matureFrom;
      if (isDeep || !(await isReward(one.txid, signal))) mature.push(one);
    }
    return mature;
  };
  const isReward = async (txid: string, signal: AbortSignal): Promise<boolean> => {
    const known = rewards.get(txid);
    if (known !== undefined) return known;
    const found = await must(
      esplora.findJson(`/tx/${txid}`, (value) => ({ is: readIsCoinbase(value) }), signal),
    );
    if (rewards.size >= rememberedAtMost) rewards.clear();
    rewards.set(txid, found.is);
    return found.is;
  };

  const unspentAt = (
    tip: ChainTip,
    { outpoint, txid, address, units, block }: EsploraOutput & { readonly address: string },
    replaceable: ReadonlySet<string>,
  ): UnspentOutput => ({
    outpoint,
    address,
    script: Buffer.from(addresses.toOutputScript(address, networkFacts[network].library)).toString(
      'hex',
    ),
    units,
    confirmations: block === null ? 0 : tip.height - block.height + 1,
    ...(block === null ? {} : { blockHash: block.hash }),
    parentReplaceable: replaceable.has(txid),
  });
  return node;
}

function readTextHash(text: string): string {
  return readHash(text.trim());
}

function readRawOf(txid: string, text: string): string {
  const raw = readHex(text);
  if (Transaction.fromHex(raw).getId() !== txid) throw new TypeError('another transaction');
  return raw;
}

function blocksOf(found: readonly { readonly block: BlockRef | null }[]): readonly BlockRef[] {
  return found.flatMap(({ block }) => block ?? []);
}

function idOf(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex');
}
