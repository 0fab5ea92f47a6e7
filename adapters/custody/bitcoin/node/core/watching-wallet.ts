import { setTimeout as pause } from 'node:timers/promises';
import { unreachable } from '../node-access.ts';
import { readBtc, readCount, readHash, readList, readRecord, readReply } from '../read-reply.ts';
import { type Outpoint, outpointOf } from '../../outpoint.ts';
import type { CoreReply, CoreRpc, CoreRpcSettings } from './core-rpc.ts';

export interface WalletOutput {
  readonly outpoint: Outpoint;
  readonly txid: string;
  readonly address: string;
  readonly units: bigint;
  readonly confirmations: number;
}

/** A descriptor wallet of the node without private keys: an index of our addresses. */
export interface WatchingWallet {
  watch(addresses: readonly string[], bornAtSec: number | null, signal: AbortSignal): Promise<void>;
  unspent(addresses: readonly string[], signal: AbortSignal): Promise<readonly WalletOutput[]>;
  /**
   * Of the transactions that pay one of the addresses, those in blocks above `sinceBlock` (null: in
   * any) and those in no block, which need not be in the mempool.
   */
  paying(
    addresses: readonly string[],
    sinceBlock: string | null,
    signal: AbortSignal,
  ): Promise<readonly WalletPayment[]>;
}

export interface WalletPayment {
  readonly txid: string;
  readonly block: {
    readonly height: number;
    readonly hash: string;
    readonly timeSec: number;
  } | null;
}

/** Several services may share a node and its wallet, which takes one import at a time. */
const busyPauseMs = 50;
const mostPauses = 40;

async function whileBusy(
  ask: () => Promise<CoreReply>,
  isBusy: (reply: CoreReply) => boolean,
  signal: AbortSignal,
): Promise<CoreReply> {
  for (let pauses = 0; ; pauses += 1) {
    const reply = await ask();
    if (!isBusy(reply) || pauses === mostPauses) return reply;
    await pause(busyPauseMs, undefined, { signal });
  }
}

/** Core has no code of its own for it. */
function isBusy(reply: CoreReply): boolean {
  return !reply.ok && reply.message.startsWith('Wallet is currently rescanning');
}

/** An import of new addresses reads two hours of blocks; one of old ones takes longer than anyone waits for. */
const shortRescanSec = 2;

function isShortRescan(walletInfo: unknown): boolean {
  const { scanning } = readRecord(walletInfo);
  return (
    typeof scanning === 'object' &&
    scanning !== null &&
    readCount(readRecord(scanning).duration) < shortRescanSec
  );
}

/** Opens the wallet, or makes it where the node has none of that name. */
export function watchingWallet(
  node: CoreRpc,
  name: string,
  { chain }: CoreRpcSettings,
): WatchingWallet {
  const rpc = node.ofWallet(name);
  // From when on each is read where the wallet has lost it; by the chain's own time.
  const watchedSince = new Map<string, number>();
  // A rescan that outlasts its call goes on, and shows a part of the coins meanwhile.
  let mayRescan = true;
  let opening: Promise<void> | null = null;
  let importing: Promise<void> = Promise.resolve();

  // One opening serves everyone; a failed one is tried again by the next caller.
  const opened = (signal: AbortSignal): Promise<void> =>
    (opening ??= open(node, name, signal).catch((error: unknown) => {
      opening = null;
      throw error;
    }));
  const mustBeFine = (reply: CoreReply): unknown => {
    if (reply.ok) return reply.result;
    // The node was restarted without the wallet.
    if (reply.code === walletNotFound) [opening, mayRescan] = [null, true];
    throw unreachable(chain, `the bitcoin node's wallet answered with error ${reply.code}`);
  };
  const assertNoRescan = async (signal: AbortSignal): Promise<void> => {
    if (!mayRescan) return;
    const info = { method: 'getwalletinfo' };
    const isShort = (reply: CoreReply): boolean =>
      reply.ok && readReply(chain, () => isShortRescan(reply.result));
    const reply = await whileBusy(() => rpc.call(info, signal), isShort, signal);
    const { scanning } = readReply(chain, () => readRecord(mustBeFine(reply)));
    if (scanning !== false)
      throw unreachable(
        chain,
        "the bitcoin node's wallet is still reading blocks for our addresses",
      );
    mayRescan = false;
  };
  const medianTimeSec = async (signal: AbortSignal): Promise<number> => {
    const reply = await node.call({ method: 'getblockchaininfo' }, signal);
    return readReply(chain, () => readCount(readRecord(mustBeFine(reply))['mediantime']));
  };
  const absent = async (
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]> => {
    const calls = addresses.map((address) => ({ method: 'getaddressinfo', params: [address] }));
    const replies = await rpc.batch(calls, signal);
    const found = readReply(chain, () => replies.map(mustBeFine).map(readRecord));
    return addresses.filter((_, index) => found[index]?.ismine !== true);
  };
  const importMissing: WatchingWallet['watch'] = async (addresses, bornAtSec, signal) => {
    const met = addresses.filter((one) => !watchedSince.has(one));
    if (met.length === 0) return;
    await opened(signal);
    await assertNoRescan(signal);
    const sinceSec = bornAtSec ?? (await medianTimeSec(signal));
    const fresh = await absent(met, signal);
    if (fresh.length > 0) await importAll(fresh, () => bornAtSec ?? 'now', signal);
    for (const one of met) watchedSince.set(one, sinceSec);
  };
  const importAll = async (
    fresh: readonly string[],
    sinceOf: (address: string) => number | 'now',
    signal: AbortSignal,
  ): Promise<void> => {
    const described = await node.batch(
      fresh.map((one) => ({ method: 'getdescriptorinfo', params: [`addr(${one})`] })),
      signal,
    );
    const imports = readReply(chain, () =>
      described.map((reply, index) => ({
        desc: readRecord(mustBeFine(reply)).descriptor,
        timestamp: sinceOf(fresh[index] ?? ''),
      })),
    );
    // What is new to the world has no coins that a part of the blocks could leave out.
    const isRescan = imports.some(({ timestamp }) => timestamp !== 'now');
    mayRescan ||= isRescan;
    const call = { method: 'importdescriptors', params: [imports] };
    const reply = await whileBusy(() => rpc.call(call, signal), isBusy, signal);
    const done = readReply(chain, () => readList(mustBeFine(reply)).map(readRecord));
    if (done.length !== imports.length || done.some(({ success }) => success !== true))
      throw unreachable(chain, 'the bitcoin node does not watch an address of ours');
    if (isRescan) mayRescan = false;
  };
  // A wallet takes one import at a time and refuses the next.
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = importing.then(work);
    importing = done.catch(() => undefined);
    return done;
  };
  // A node may have been given another wallet, or an older copy of it, since they were watched.
  const importLost = async (addresses: readonly string[], signal: AbortSignal): Promise<void> => {
    const lost = await absent(
      addresses.filter((one) => watchedSince.has(one)),
      signal,
    );
    if (lost.length === 0) return;
    await inTurn(() => importAll(lost, (one) => watchedSince.get(one) ?? 'now', signal));
  };
  // A wallet hears of the mempool a moment after the mempool has it. Where a node does not let us wait
  // for that, a reading may be that much older.
  const caughtUp = async (addresses: readonly string[], signal: AbortSignal): Promise<void> => {
    await opened(signal);
    await assertNoRescan(signal);
    await importLost(addresses, signal);
    await node.call({ method: 'syncwithvalidationinterfacequeue' }, signal);
  };
  // What the mempool has dropped counts as spending its coins until it is abandoned; ours goes out again
  // from the store.
  const abandonDropped = async (signal: AbortSignal): Promise<void> => {
    const best = await node.call({ method: 'getbestblockhash' }, signal);
    const params = [mustBeFine(best), 1, true, false, true];
    const reply = await rpc.call({ method: 'listsinceblock', params }, signal);
    const sent = readReply(chain, () => readUnconfirmedSends(mustBeFine(reply)));
    const calls = sent.map((txid) => ({ method: 'getmempoolentry', params: [txid] }));
    const entries = calls.length === 0 ? [] : await node.batch(calls, signal);
    for (const [index, txid] of sent.entries()) {
      const entry = entries[index];
      if (entry?.ok !== false || entry.code !== notInMempool) continue;
      // Refused where it is in the mempool again.
      await rpc.call({ method: 'abandontransaction', params: [txid] }, signal);
    }
  };
  return {
    watch: (addresses, bornAtSec, signal) =>
      inTurn(() => importMissing([...new Set(addresses)], bornAtSec, signal)),
    async unspent(addresses, signal) {
      if (addresses.length === 0) return [];
      const asked = [...new Set(addresses)];
      await caughtUp(asked, signal);
      await abandonDropped(signal);
      const params = [0, 9_999_999, asked, true];
      const reply = await rpc.call({ method: 'listunspent', params }, signal);
      return readReply(chain, () => readList(mustBeFine(reply)).map(readOutput));
    },
    async paying(addresses, sinceBlock, signal) {
      await caughtUp(addresses, signal);
      // From that block on, watched addresses included, nothing that a reorg removed, change too.
      const params = [sinceBlock ?? '', 1, true, false, true];
      const reply = await rpc.call({ method: 'listsinceblock', params }, signal);
      return readReply(chain, () => {
        const entries = readList(readRecord(mustBeFine(reply)).transactions).map(readRecord);
        const found = entries
          .filter(({ address }) => typeof address === 'string' && addresses.includes(address))
          .flatMap(readPayment)
          .map((one) => [one.txid, one] as const);
        return [...new Map(found).values()];
      });
    },
  };
}

/** RPC_INVALID_ADDRESS_OR_KEY, RPC_WALLET_NOT_FOUND, RPC_WALLET_ALREADY_LOADED of Core's protocol.h. */
const notInMempool = -5;
const walletNotFound = -18;
const walletLoaded = -35;

async function open(node: CoreRpc, name: string, signal: AbortSignal): Promise<void> {
  const loaded = await node.call({ method: 'loadwallet', params: [name, true] }, signal);
  if (loaded.ok || loaded.code === walletLoaded) return;
  // Without private keys, blank, no passphrase, no reuse tracking, descriptors, load at start.
  const params = [name, true, true, '', false, true, true];
  const created = await node.call({ method: 'createwallet', params }, signal);
  // Another instance of the service was faster.
  if (!created.ok) await node.call({ method: 'loadwallet', params: [name, true] }, signal);
}

function readOutput(value: unknown): WalletOutput {
  const { txid, vout, address, amount, confirmations } = readRecord(value);
  if (typeof address !== 'string') throw new TypeError('not an address');
  const id = readHash(txid);
  return {
    outpoint: outpointOf(id, readCount(vout)),
    txid: id,
    address,
    units: readBtc(amount),
    confirmations: readCount(confirmations),
  };
}

/** Ids of what is in no block, spends of the wallet's coins, and is not abandoned. */
function readUnconfirmedSends(listed: unknown): readonly string[] {
  const entries = readList(readRecord(listed).transactions).map(readRecord);
  const open = entries.filter(
    ({ category, confirmations, abandoned }) =>
      category === 'send' && confirmations === 0 && abandoned !== true,
  );
  return [...new Set(open.map(({ txid }) => readHash(txid)))];
}

/** Empty for what the chain excludes: it counts below zero confirmations. */
function readPayment(entry: Readonly<Record<string, unknown>>): readonly WalletPayment[] {
  const { txid, confirmations, blockhash, blockheight, blocktime } = entry;
  if (typeof confirmations !== 'number') throw new TypeError('not a count');
  if (confirmations < 0) return [];
  if (confirmations === 0) return [{ txid: readHash(txid), block: null }];
  const block = {
    height: readCount(blockheight),
    hash: readHash(blockhash),
    timeSec: readCount(blocktime),
  };
  return [{ txid: readHash(txid), block }];
}
