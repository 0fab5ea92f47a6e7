import type { ChainRef } from '@interline/kernel';
import type { Log } from '@interline/ports';
import { feeRate, type FeeRate } from '../../fees/fee-rate.ts';
import { networkFacts } from '../../network.ts';
import { address as addresses, Transaction } from '../../curve.ts';
import type { BitcoinNode, ChainTip, RelayRates, TransactionReading } from '../bitcoin-node.ts';
import { broadcastBy } from '../broadcast-by.ts';
import { atOneTip, earliest, unreachable } from '../node-access.ts';
import { readRefusal } from '../read-refusal.ts';
import {
  readBtc,
  readCount,
  readHash,
  readHex,
  readList,
  readRecord,
  readReply,
} from '../read-reply.ts';
import { replaceableAmong, signalsReplacement } from '../signals-replacement.ts';
import { type CoreCall, type CoreReply, coreRpc, type CoreRpcSettings } from './core-rpc.ts';
import { searchSpender } from './search-spender.ts';
import { watchingWallet } from './watching-wallet.ts';

export interface CoreNodeSettings extends CoreRpcSettings {
  /** The node's watch-only wallet for this service. Instances of one service share it. */
  readonly wallet: string;
  /** Receives a warning when the node cannot load a wallet. */
  readonly log?: Pick<Log, 'warn'>;
  /** Number of blocks searched for the unknown spender of an output. Default 144, a day. */
  readonly spenderSearchBlocks?: number;
}

/**
 * RPC_INVALID_ADDRESS_OR_KEY and RPC_INVALID_PARAMETER: the transaction, block or height does not
 * exist.
 */
const notFound = new Set([-5, -8]);

/** Bitcoin Core over its RPC. The node needs `-txindex=1` and wallet support. */
export function coreNode(settings: CoreNodeSettings): BitcoinNode {
  const { chain, network, wallet: walletName, spenderSearchBlocks = 144 } = settings;
  const rpc = coreRpc(settings);
  const wallet = watchingWallet(rpc, walletName, settings);

  /** The parsed result, or null when the node does not have it. */
  const ask = async <T>(
    call: CoreCall,
    read: (result: unknown) => T,
    signal: AbortSignal,
  ): Promise<T | null> => {
    const reply = await rpc.call(call, signal);
    if (!reply.ok && notFound.has(reply.code) && !lacksIndex(reply)) return null;
    return readReply(chain, () => read(resultOf(chain, call, reply)));
  };
  const must = async <T>(
    call: CoreCall,
    read: (result: unknown) => T,
    signal: AbortSignal,
  ): Promise<T> => {
    const reply = await rpc.call(call, signal);
    return readReply(chain, () => read(resultOf(chain, call, reply)));
  };
  const heightOf = (hash: string, signal: AbortSignal): Promise<number> =>
    must(
      { method: 'getblockheader', params: [hash] },
      (header) => readCount(readRecord(header).height),
      signal,
    );
  const node: BitcoinNode = {
    async tip(signal) {
      const { isReady, ...tip } = await must({ method: 'getblockchaininfo' }, readTip, signal);
      if (!isReady)
        throw unreachable(chain, 'the bitcoin node is still catching up with its chain');
      return tip;
    },
    blockHash: (height, signal) =>
      ask({ method: 'getblockhash', params: [height] }, readHash, signal),
    blockTransactions: (hash, signal) =>
      ask({ method: 'getblock', params: [hash, 1] }, readBlockIds, signal),
    watch: (ours, born, signal, use) => wallet.watch(ours, born, signal, use),
    async firstPaid(ours, signal) {
      if (!(await wallet.isWatching(ours, signal))) return 'unwatched';
      const paid = await wallet.paying(ours, null, signal);
      return earliest(paid.flatMap(({ block }) => block?.timeSec ?? [])) ?? 'never';
    },
    damagedWallets: (signal) => wallet.damaged(signal),

    unspent: (ours, signal) =>
      atOneTip(
        chain,
        () => node.tip(signal),
        async (tip) => {
          const found = await wallet.unspent(ours, signal);
          const replaceable = await replaceableAmong(
            found.filter(({ confirmations }) => confirmations === 0).map(({ txid }) => txid),
            node,
            signal,
          );
          // One address may have many outputs, so each script is computed once.
          const scripts = new Map(
            [...new Set(found.map(({ address }) => address))].map((one) => [one, scriptOf(one)]),
          );
          const outputs = found.map(({ txid, ...output }) => ({
            ...output,
            script: scripts.get(output.address) ?? '',
            parentReplaceable: replaceable.has(txid),
          }));
          return { tip, outputs };
        },
      ),

    paying: (ours, fromHeight, signal) =>
      atOneTip(
        chain,
        () => node.tip(signal),
        async (tip) => {
          const below = fromHeight > 0 ? await node.blockHash(fromHeight - 1, signal) : null;
          const found = await wallet.paying(ours, below, signal);
          const mined = found.filter(({ block }) => block !== null);
          const raws = await rawOf(
            mined.map(({ txid }) => txid),
            signal,
          );
          const waiting = found.filter(({ block }) => block === null);
          // The wallet also lists transactions that the mempool has dropped.
          const inMempool = await Promise.all(
            waiting.map(async ({ txid, block }) => {
              const reading = await node.transaction(txid, signal);
              return reading.state === 'mempool' ? [{ txid, raw: reading.raw, block }] : [];
            }),
          );
          const transactions = mined.map((one, index) => ({ ...one, raw: raws[index] ?? '' }));
          return { tip, transactions: [...transactions, ...inMempool.flat()] };
        },
      ),

    async transaction(txid, signal) {
      const call = { method: 'getrawtransaction', params: [txid, 1] };
      const found = await ask(call, readTransaction, signal);
      if (found === null) {
        // A node that reads its chain again does not yet know what it knew before.
        await node.tip(signal);
        return { state: 'unknown' };
      }
      const { raw, blockHash, confirmations } = found;
      if (blockHash === null)
        return {
          state: 'mempool',
          raw,
          signalsReplacement: readReply(chain, () => signalsReplacement(raw)),
        };
      // The index still names the block of a transaction that a reorg removed.
      if (confirmations === 0) return { state: 'unknown' };
      const block = { height: await heightOf(blockHash, signal), hash: blockHash };
      return { state: 'confirmed', raw, block };
    },

    packageFee: (txid, signal) =>
      ask({ method: 'getmempoolentry', params: [txid] }, readPackageFee, signal),

    async spendOf(outpoint, signal) {
      const [txid, vout] = [outpoint.slice(0, 64), Number(outpoint.slice(65))];
      const isUnspent = await must(
        { method: 'gettxout', params: [txid, vout, true] },
        (result) => result !== null,
        signal,
      );
      if (isUnspent) return { state: 'unspent' };
      const spender = await must(
        { method: 'gettxspendingprevout', params: [[{ txid, vout }]] },
        readMempoolSpender,
        signal,
      );
      if (spender !== null) return { state: 'spent', by: { txid: spender, block: null } };

      const parent = await node.transaction(txid, signal);
      if (parent.state !== 'confirmed' || !readReply(chain, () => hasOutput(parent, vout)))
        return { state: 'unknown' };
      const by = await searchSpender(
        {
          chain,
          rpc,
          node,
          outpoint,
          fromHeight: parent.block.height,
          maxBlocks: spenderSearchBlocks,
        },
        signal,
      );
      return { state: 'spent', by };
    },

    feeEstimate: (targetBlocks, signal) =>
      must({ method: 'estimatesmartfee', params: [targetBlocks] }, readEstimate, signal),
    relayRates: (signal) => must({ method: 'getmempoolinfo' }, readRelayRates, signal),

    broadcast(raw, signal) {
      const send = async () => {
        const reply = await rpc.call({ method: 'sendrawtransaction', params: [raw] }, signal);
        if (!reply.ok) return readRefusal(reply.code, reply.message);
        const isOurs = reply.result === Transaction.fromHex(raw).getId();
        return { kind: isOurs ? ('accepted' as const) : ('unknown' as const) };
      };
      return broadcastBy(send, raw, node, signal);
    },
  };

  const rawOf = async (
    txids: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]> => {
    const calls = txids.map((txid) => ({ method: 'getrawtransaction', params: [txid] }));
    const replies = await rpc.batch(calls, signal);
    return readReply(chain, () =>
      replies.map((reply) => readHex(resultOf(chain, { method: 'getrawtransaction' }, reply))),
    );
  };
  const scriptOf = (address: string): string =>
    readReply(chain, () =>
      Buffer.from(addresses.toOutputScript(address, networkFacts[network].library)).toString('hex'),
    );
  return node;
}

function resultOf(chain: ChainRef, { method }: CoreCall, reply: CoreReply): unknown {
  if (reply.ok) return reply.result;
  if (lacksIndex(reply))
    throw unreachable(
      chain,
      'the bitcoin node has no index of transactions, or has not finished it; it needs -txindex=1',
    );
  throw unreachable(chain, `the bitcoin node answered ${method} with error ${reply.code}`);
}

/** The error says only that the mempool has no such transaction; a block may have it. */
function lacksIndex({ code, message }: Extract<CoreReply, { ok: false }>): boolean {
  return code === -5 && message.startsWith('No such mempool transaction');
}

/**
 * A block comes a moment after its header. A larger gap means that the node reads its chain again.
 */
const headersAhead = 6;

function readTip(result: unknown): ChainTip & { readonly isReady: boolean } {
  const { blocks, headers, bestblockhash, mediantime, initialblockdownload } = readRecord(result);
  return {
    isReady:
      initialblockdownload !== true && readCount(headers) - readCount(blocks) <= headersAhead,
    height: readCount(blocks),
    hash: readHash(bestblockhash),
    medianTimeSec: readCount(mediantime),
  };
}

function readBlockIds(result: unknown): readonly string[] {
  return readList(readRecord(result).tx).map(readHash);
}

interface FoundTransaction {
  readonly raw: string;
  readonly blockHash: string | null;
  readonly confirmations: number;
}

function readTransaction(result: unknown): FoundTransaction {
  const { hex, blockhash, confirmations } = readRecord(result);
  return {
    raw: readHex(hex),
    blockHash: blockhash === undefined ? null : readHash(blockhash),
    confirmations: confirmations === undefined ? 0 : readCount(confirmations),
  };
}

function readPackageFee(result: unknown): bigint {
  return readBtc(readRecord(readRecord(result)['fees'])['descendant']);
}

function readMempoolSpender(result: unknown): string | null {
  const { spendingtxid } = readRecord(readList(result)[0]);
  return spendingtxid === undefined ? null : readHash(spendingtxid);
}

function hasOutput(reading: Extract<TransactionReading, { raw: string }>, vout: number): boolean {
  return vout < Transaction.fromHex(reading.raw).outs.length;
}

function readEstimate(result: unknown): FeeRate | null {
  const { feerate } = readRecord(result);
  return feerate === undefined ? null : feeRate(readBtc(feerate));
}

function readRelayRates(result: unknown): RelayRates {
  const { mempoolminfee, minrelaytxfee, incrementalrelayfee } = readRecord(result);
  const [full, least] = [readBtc(mempoolminfee), readBtc(minrelaytxfee)];
  // An operator's node may relay for nothing; one sat per kvB means the same.
  const atLeastOne = (rate: bigint): FeeRate => feeRate(rate > 0n ? rate : 1n);
  return {
    minimum: atLeastOne(full > least ? full : least),
    incremental: atLeastOne(readBtc(incrementalrelayfee)),
  };
}
