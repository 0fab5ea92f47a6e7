import { address as addresses, Transaction } from '../../curve.ts';
import { feeRate } from '../../fees/fee-rate.ts';
import { networkFacts } from '../../network.ts';
import { partsOf } from '../../outpoint.ts';
import type { BitcoinNode, ChainTip, TransactionReading, UnspentOutput } from '../bitcoin-node.ts';
import { broadcastBy } from '../broadcast-by.ts';
import { atOneTip, unreachable } from '../node-access.ts';
import { readHash, readHex, readList } from '../read-reply.ts';
import { replaceableAmong, signalsReplacement } from '../signals-replacement.ts';
import { esploraHttp, type EsploraSettings } from './esplora-http.ts';
import {
  type EsploraOutput,
  readBlock,
  readEstimate,
  readIds,
  readOutput,
  readOutspend,
  readStatus,
} from './read-esplora.ts';
import { readVerdict } from './read-verdict.ts';

/**
 * Esplora does not tell the rates of the nodes behind it. These are Core's defaults up to version
 * 29; newer nodes take less.
 */
const relayRates = { minimum: feeRate(1_000n), incremental: feeRate(1_000n) };

/** Addresses asked for at the same time, for the sake of hosted APIs' rate limits. */
const addressesAtOnce = 8;

/** The REST API of Esplora, as Blockstream and mempool.space serve it. It indexes every address. */
export function esploraNode(settings: EsploraSettings): BitcoinNode {
  const { chain, network } = settings;
  const esplora = esploraHttp(settings);

  const must = async <T>(found: Promise<T | null>): Promise<T> => {
    const value = await found;
    if (value === null) throw unreachable(chain, 'the Esplora API misses what it has named itself');
    return value;
  };

  const node: BitcoinNode = {
    async tip(signal) {
      const hash = await must(esplora.find('/blocks/tip/hash', readTextHash, signal));
      const block = await must(esplora.findJson(`/block/${hash}`, readBlock, signal));
      if (block.hash !== hash) throw unreachable(chain, 'the Esplora API mixes up two blocks');
      return block;
    },
    blockHash: (height, signal) => esplora.find(`/block-height/${height}`, readTextHash, signal),
    blockTransactions: (hash, signal) => esplora.findJson(`/block/${hash}/txids`, readIds, signal),
    watch: async () => {},

    async unspent(ours, signal) {
      const reading = await atOneTip(
        chain,
        () => node.tip(signal),
        async (tip) => {
          const found = await outputsOf([...new Set(ours)], signal);
          const waiting = found.filter(({ block }) => block === null).map(({ txid }) => txid);
          const replaceable = await replaceableAmong(waiting, node, signal);
          return { tip, outputs: found.map((output) => unspentAt(tip, output, replaceable)) };
        },
      );
      if (reading.outputs.some(({ confirmations }) => confirmations < 0))
        throw unreachable(chain, 'the Esplora API names blocks above its own tip');
      return reading;
    },

    async transaction(txid, signal): Promise<TransactionReading> {
      const raw = await esplora.find(
        `/tx/${txid}/hex`,
        (text) => readRawOf(txid, text.trim()),
        signal,
      );
      if (raw === null) return { state: 'unknown' };
      const readBlockOf = (value: unknown) => ({ block: readStatus(value) });
      const { block } = await must(esplora.findJson(`/tx/${txid}/status`, readBlockOf, signal));
      if (block !== null) return { state: 'confirmed', raw, block };
      // Esplora keeps what a reorg or the mempool dropped, with the status of one that waits. Of
      // those only a waiting one spends its own inputs.
      const [spent] = Transaction.fromHex(raw).ins;
      const spender = spent && (await outspend(idOf(spent.hash), spent.index, signal));
      return spender?.txid === txid
        ? { state: 'mempool', raw, signalsReplacement: signalsReplacement(raw) }
        : { state: 'unknown' };
    },

    async spendOf(outpoint, signal) {
      const { txid, vout } = partsOf(outpoint);
      const by = await outspend(txid, vout, signal);
      if (by !== null) return { state: 'spent', by };
      // Esplora calls an output unspent also where there is none.
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
    relayRates: () => Promise.resolve(relayRates),

    broadcast: (raw, signal) =>
      broadcastBy(
        async () => readVerdict(await esplora.post('/tx', raw, signal), raw),
        raw,
        node,
        signal,
      ),
  };

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
        const outputs = await must(
          esplora.findJson(path, (value) => readList(value).map(readOutput), signal),
        );
        return outputs.map((output) => ({ ...output, address }));
      });
      found.push(...(await Promise.all(part)).flat());
    }
    return found;
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
    // -1 where the chain has grown meanwhile, or the API lies.
    confirmations:
      block === null ? 0 : block.height > tip.height ? -1 : tip.height - block.height + 1,
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

function idOf(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex');
}
