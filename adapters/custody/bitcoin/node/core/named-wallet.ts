import { type ChainRef, RelayError } from '@interline/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { StillReading, unreachable } from '../node-access.ts';
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

export interface WalletPayment {
  readonly txid: string;
  readonly block: {
    readonly height: number;
    readonly hash: string;
    readonly timeSec: number;
  } | null;
}

/** The time from which an address is scanned, in Unix seconds; `now` scans the last two hours. */
export type ImportedSince = (address: string) => number | 'now';

/** The node has a wallet of that name, or the remains of one, and cannot load it. */
export class UnloadableWallet extends RelayError {
  readonly wallet: string;

  constructor(chain: ChainRef, wallet: string) {
    super('CHAIN_UNREACHABLE', { chain }, `the bitcoin node cannot load its wallet ${wallet}`);
    this.wallet = wallet;
  }
}

/**
 * A descriptor wallet on the node, without private keys. Every method can throw
 * `CHAIN_UNREACHABLE`.
 */
export interface NamedWallet {
  readonly name: string;
  /**
   * Loads the wallet, or creates it if the node has none of that name. Throws `UnloadableWallet`.
   */
  open(signal: AbortSignal): Promise<void>;
  /** Whether the node has remains of the wallet that it cannot load. Creates no wallet. */
  isDamaged(signal: AbortSignal): Promise<boolean>;
  /** The addresses that it does not watch. */
  absent(addresses: readonly string[], signal: AbortSignal): Promise<readonly string[]>;
  /** The earliest import time or scan start of its addresses; null while it has none. */
  bornAtSec(signal: AbortSignal): Promise<number | null>;
  import(addresses: readonly string[], since: ImportedSince, signal: AbortSignal): Promise<void>;
  /** Throws during a rescan, because the wallet then shows only some of its coins. */
  assertNoRescan(signal: AbortSignal): Promise<void>;
  /**
   * Whether another import costs no more than its own addresses. Each import rescans the last two
   * hours and writes to disk for every output at an address of the wallet.
   */
  takesMore(nowSec: number, signal: AbortSignal): Promise<boolean>;
  unspent(addresses: readonly string[], signal: AbortSignal): Promise<readonly WalletOutput[]>;
  paying(
    addresses: readonly string[],
    sinceBlock: string | null,
    signal: AbortSignal,
  ): Promise<readonly WalletPayment[]>;
}

/** Several services may share a node and its wallets, and a wallet takes one import at a time. */
const busyPauseMs = 50;
const mostPauses = 40;

/**
 * Keeps a call far below its deadline on a slow disk, because an address costs ten writes. An
 * import that reads old blocks outlasts its call anyway, and reads them once for all of its
 * addresses.
 */
const importedAtOnce = 20;
const addressesAtMost = 2_000;
/** Another import reads all outputs of the last hours again: beyond this number it costs too much. */
const outputsAtMost = 100;
const readAgainSec = 3 * 3_600;

/**
 * An import of new addresses scans two hours of blocks. An import of old addresses outlasts every
 * call.
 */
const shortRescanSec = 2;

/** A call that takes longer is waiting for the wallet's disk writes. */
const stalledAfterMs = 3_000;

/**
 * RPC_INVALID_ADDRESS_OR_KEY, RPC_WALLET_NOT_FOUND, RPC_WALLET_ALREADY_LOADED of Core's protocol.h.
 */
const notInMempool = -5;
const walletNotFound = -18;
/** RPC_WALLET_ERROR */
const walletFault = -4;
const walletLoaded = -35;

export function namedWallet(node: CoreRpc, name: string, { chain }: CoreRpcSettings): NamedWallet {
  const ofWallet = node.ofWallet(name);
  // A rescan that outlasts its call continues, and meanwhile the wallet shows only a part of the
  // coins.
  let mayRescan = true;
  let opening: Promise<void> | null = null;
  const asked = new Set<number>();

  // Each waiting call occupies one of the node's few threads, which the other wallets need.
  const unlessStalled = async <T>(ask: () => Promise<T>): Promise<T> => {
    const startedMs = performance.now();
    if ([...asked].some((since) => startedMs - since > stalledAfterMs))
      throw unreachable(chain, "the bitcoin node's wallet is busy");
    asked.add(startedMs);
    try {
      return await ask();
    } finally {
      asked.delete(startedMs);
    }
  };
  const rpc: Pick<CoreRpc, 'call' | 'batch'> = {
    call: (call, signal) => unlessStalled(() => ofWallet.call(call, signal)),
    batch: (calls, signal) => unlessStalled(() => ofWallet.batch(calls, signal)),
  };
  const mustBeFine = (reply: CoreReply): unknown => {
    if (reply.ok) return reply.result;
    // The node was restarted without the wallet.
    if (reply.code === walletNotFound) [opening, mayRescan] = [null, true];
    throw unreachable(chain, `the bitcoin node's wallet answered with error ${reply.code}`);
  };
  const importSome = async (
    addresses: readonly string[],
    since: ImportedSince,
    signal: AbortSignal,
  ): Promise<void> => {
    const described = await node.batch(
      addresses.map((one) => ({ method: 'getdescriptorinfo', params: [`addr(${one})`] })),
      signal,
    );
    const imports = readReply(chain, () =>
      described.map((reply, index) => ({
        desc: readRecord(mustBeFine(reply)).descriptor,
        timestamp: since(addresses[index] ?? ''),
      })),
    );
    // New addresses have no coins that a partial scan could miss.
    const isRescan = imports.some(({ timestamp }) => timestamp !== 'now');
    mayRescan ||= isRescan;
    const call = { method: 'importdescriptors', params: [imports] };
    const reply = await whileBusy(() => ofWallet.call(call, signal), isBusy, signal);
    const done = readReply(chain, () => readList(mustBeFine(reply)).map(readRecord));
    if (done.length !== imports.length || done.some(({ success }) => success !== true))
      throw unreachable(chain, 'the bitcoin node does not watch an address of ours');
    if (isRescan) mayRescan = false;
  };
  // The wallet counts the coins of a dropped transaction as spent until it is abandoned. We
  // rebroadcast our own transactions from the store.
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
      // Core refuses this if the transaction is back in the mempool.
      await rpc.call({ method: 'abandontransaction', params: [txid] }, signal);
    }
  };
  const wallet: NamedWallet = {
    name,
    // All callers share one attempt. After a failure the next caller retries.
    open: (signal) =>
      (opening ??= open(node, name, chain, signal).catch((error: unknown) => {
        opening = null;
        throw error;
      })),
    async isDamaged(signal) {
      const loaded = await node.call({ method: 'loadwallet', params: [name, true] }, signal);
      return !loaded.ok && cannotLoad(loaded) && !loaded.message.includes(noSuchPath);
    },
    async absent(addresses, signal) {
      if (addresses.length === 0) return [];
      const calls = addresses.map((address) => ({ method: 'getaddressinfo', params: [address] }));
      const replies = await rpc.batch(calls, signal);
      const found = readReply(chain, () => replies.map(mustBeFine).map(readRecord));
      return addresses.filter((_, index) => found[index]?.ismine !== true);
    },
    async bornAtSec(signal) {
      const reply = await rpc.call({ method: 'listdescriptors' }, signal);
      const times = readReply(chain, () =>
        readList(readRecord(mustBeFine(reply))['descriptors']).map((one) =>
          readCount(readRecord(one)['timestamp']),
        ),
      );
      return times.length === 0 ? null : times.reduce((oldest, one) => Math.min(oldest, one));
    },
    async import(addresses, since, signal) {
      const isOld = addresses.some((one) => since(one) !== 'now');
      const atOnce = isOld ? addresses.length : importedAtOnce;
      for (let from = 0; from < addresses.length; from += atOnce)
        await importSome(addresses.slice(from, from + atOnce), since, signal);
    },
    async assertNoRescan(signal) {
      if (!mayRescan) return;
      const info = { method: 'getwalletinfo' };
      const isShort = (reply: CoreReply): boolean =>
        reply.ok && readReply(chain, () => isShortRescan(reply.result));
      const reply = await whileBusy(() => rpc.call(info, signal), isShort, signal);
      const { scanning } = readReply(chain, () => readRecord(mustBeFine(reply)));
      if (scanning !== false) throw new StillReading(chain);
      mayRescan = false;
    },
    async takesMore(nowSec, signal) {
      const [described, listed] = [
        await rpc.call({ method: 'listdescriptors' }, signal),
        await rpc.call(
          { method: 'listtransactions', params: ['*', outputsAtMost, 0, true] },
          signal,
        ),
      ];
      return readReply(chain, () => {
        const addresses = readList(readRecord(mustBeFine(described))['descriptors']).length;
        const recent = readList(mustBeFine(listed)).filter(
          (one) => readCount(readRecord(one)['time']) > nowSec - readAgainSec,
        );
        return addresses < addressesAtMost && recent.length < outputsAtMost;
      });
    },
    async unspent(addresses, signal) {
      await abandonDropped(signal);
      const params = [0, 9_999_999, addresses, true];
      const reply = await rpc.call({ method: 'listunspent', params }, signal);
      return readReply(chain, () => readList(mustBeFine(reply)).map(readOutput));
    },
    async paying(addresses, sinceBlock, signal) {
      // From that block on; with watched addresses and change; without entries that a reorg
      // removed.
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
  return wallet;
}

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

/** Core has no error code for this. */
function isBusy(reply: CoreReply): boolean {
  return !reply.ok && reply.message.startsWith('Wallet is currently rescanning');
}

function isShortRescan(walletInfo: unknown): boolean {
  const { scanning } = readRecord(walletInfo);
  return (
    typeof scanning === 'object' &&
    scanning !== null &&
    readCount(readRecord(scanning).duration) < shortRescanSec
  );
}

/** Core uses one code for a missing wallet and for a file that is not a wallet. */
const noSuchPath = 'Path does not exist';

function cannotLoad({ code }: Extract<CoreReply, { ok: false }>): boolean {
  return code === walletFault || code === walletNotFound;
}

async function open(
  node: CoreRpc,
  name: string,
  chain: ChainRef,
  signal: AbortSignal,
): Promise<void> {
  const loaded = await node.call({ method: 'loadwallet', params: [name, true] }, signal);
  if (loaded.ok || loaded.code === walletLoaded) return;
  // Without private keys, blank, no passphrase, no reuse tracking, descriptors, load at start.
  const params = [name, true, true, '', false, true, true];
  const created = await node.call({ method: 'createwallet', params }, signal);
  if (created.ok) return;
  // Another instance created the wallet first, or the existing wallet cannot be loaded.
  const again = await node.call({ method: 'loadwallet', params: [name, true] }, signal);
  if (again.ok || again.code === walletLoaded) return;
  // It existed when this process tried to create it, and the node cannot load it, or does not even
  // recognise it as a wallet.
  throw cannotLoad(again)
    ? new UnloadableWallet(chain, name)
    : unreachable(chain, `the bitcoin node answered loadwallet with error ${again.code}`);
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

/** Ids of unconfirmed transactions that spend the wallet's coins and are not abandoned. */
function readUnconfirmedSends(listed: unknown): readonly string[] {
  const entries = readList(readRecord(listed).transactions).map(readRecord);
  const open = entries.filter(
    ({ category, confirmations, abandoned }) =>
      category === 'send' && confirmations === 0 && abandoned !== true,
  );
  return [...new Set(open.map(({ txid }) => readHash(txid)))];
}

/** Empty for an entry with negative confirmations, which conflicts with the chain. */
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
