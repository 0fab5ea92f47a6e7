import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@interline/ports';
import type { AskedBorn } from '../bitcoin-node.ts';
import { unreachable } from '../node-access.ts';
import { readCount, readList, readRecord, readReply } from '../read-reply.ts';
import { sharedReading } from '../../shared-reading.ts';
import type { CoreRpc, CoreRpcSettings } from './core-rpc.ts';
import {
  type NamedWallet,
  namedWallet,
  UnloadableWallet,
  type WalletOutput,
  type WalletPayment,
} from './named-wallet.ts';

/**
 * Which wallet an address goes to. The float's few addresses have a wallet that gets no later
 * imports.
 */
export type WatchedFor = 'float' | 'deposits';

/** An index of our addresses across several wallets of the node. */
export interface WatchingWallet {
  watch(
    addresses: readonly string[],
    born: AskedBorn,
    signal: AbortSignal,
    use?: WatchedFor,
  ): Promise<void>;
  /** Whether each of these addresses is in some wallet of the node. */
  isWatching(addresses: readonly string[], signal: AbortSignal): Promise<boolean>;
  unspent(addresses: readonly string[], signal: AbortSignal): Promise<readonly WalletOutput[]>;
  /**
   * The transactions that pay one of the addresses: those in blocks above `sinceBlock` (null: in
   * any), and those in no block, which need not be in the mempool.
   */
  paying(
    addresses: readonly string[],
    sinceBlock: string | null,
    signal: AbortSignal,
  ): Promise<readonly WalletPayment[]>;
  /** Names of deposit wallets that the node currently cannot load. */
  damaged(signal: AbortSignal): Promise<readonly string[]>;
}

interface Watched {
  /** The chain time from which the address is scanned if its wallet has lost it. */
  readonly sinceSec: number;
  readonly use: WatchedFor;
}

/** How long a reading waits for the wallets to process what the node already has. */
const caughtUpWithinMs = 2_000;

/** How many names are tried for a new wallet; the node may be unable to load some of them. */
const freshAtMost = 10;

/** How far back an import of new addresses scans. */
const readByNowSec = 2 * 3_600;

const advice =
  'its addresses are watched by another wallet, which reads the blocks for them first; move its folder away from the data of the bitcoin node';

/**
 * The wallet `name` watches the float's own addresses; `name-deposits-1` and so on watch deposit
 * addresses. Core writes to disk for each output at a watched address, both on arrival and at each
 * later import into the same wallet. So new addresses go to a wallet with few recent payments, and
 * an import that scans old blocks goes to a fresh wallet. A deposit wallet that the node cannot
 * load is skipped; another wallet watches its addresses and scans from the time the first wallet
 * was created.
 */
export function watchingWallet(
  node: CoreRpc,
  name: string,
  settings: CoreRpcSettings & { readonly log?: Pick<Log, 'warn'> },
): WatchingWallet {
  const { chain, log } = settings;
  const base = namedWallet(node, name, settings);
  const deposits = new Map<number, NamedWallet>();
  const leftOut = new Set<number>();
  const watched = new Map<string, Watched>();
  const homes = new Map<string, NamedWallet>();
  const caughtUp = waitingForWallets(node);
  let importing: Promise<unknown> = Promise.resolve();

  const must = async <T>(
    call: Parameters<CoreRpc['call']>[0],
    read: (result: unknown) => T,
    signal: AbortSignal,
  ): Promise<T> => {
    const reply = await node.call(call, signal);
    if (!reply.ok)
      throw unreachable(chain, `the bitcoin node answered ${call.method} with error ${reply.code}`);
    return readReply(chain, () => read(reply.result));
  };
  const medianTimeSec = (signal: AbortSignal): Promise<number> =>
    must(
      { method: 'getblockchaininfo' },
      (info) => readCount(readRecord(info)['mediantime']),
      signal,
    );
  const walletOf = (number: number): NamedWallet =>
    deposits.get(number) ?? namedWallet(node, `${name}-deposits-${number}`, settings);
  /** False for a wallet of deposits that the node cannot load; it is left out. */
  const isOpened = async (wallet: NamedWallet, signal: AbortSignal): Promise<boolean> => {
    const [number] = numberOf(wallet.name, name);
    try {
      await wallet.open(signal);
      if (number !== undefined) {
        deposits.set(number, wallet);
        leftOut.delete(number);
      }
      return true;
    } catch (error) {
      if (!(error instanceof UnloadableWallet) || number === undefined) throw error;
      if (!leftOut.has(number))
        log?.warn('wallet-left-out', { chain, wallet: wallet.name, advice });
      leftOut.add(number);
      deposits.delete(number);
      for (const [address, home] of homes) if (home === wallet) homes.delete(address);
      return false;
    }
  };
  const freshWallet = async (signal: AbortSignal): Promise<NamedWallet> => {
    for (let tries = 0; tries < freshAtMost; tries += 1) {
      const made = walletOf(Math.max(0, ...deposits.keys(), ...leftOut) + 1);
      if (await isOpened(made, signal)) return made;
    }
    throw unreachable(chain, 'the bitcoin node makes no wallet for our addresses');
  };
  /** Other instances of the service create wallets too. Newest first. */
  const findWallets = async (signal: AbortSignal): Promise<readonly NamedWallet[]> => {
    await base.open(signal);
    const names = await must({ method: 'listwalletdir' }, readNames, signal);
    const numbers = new Set([...deposits.keys(), ...names.flatMap((one) => numberOf(one, name))]);
    const found: NamedWallet[] = [];
    for (const number of [...numbers].toSorted((a, b) => b - a)) {
      const wallet = walletOf(number);
      if (await isOpened(wallet, signal)) found.push(wallet);
    }
    return [...found, base];
  };
  /** Records the wallet of each address and returns the addresses that no wallet has. */
  const withoutHome = async (
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]> => {
    let left = addresses.filter((one) => !homes.has(one));
    if (left.length === 0) return [];
    for (const wallet of await findWallets(signal)) {
      if (left.length === 0) break;
      const absent = new Set(await wallet.absent(left, signal));
      for (const one of left) if (!absent.has(one)) homes.set(one, wallet);
      left = left.filter((one) => absent.has(one));
    }
    return left;
  };
  const importInto = async (
    wallet: NamedWallet,
    addresses: readonly string[],
    since: Parameters<NamedWallet['import']>[1],
    signal: AbortSignal,
  ): Promise<void> => {
    if (addresses.length === 0) return;
    await wallet.open(signal);
    await wallet.import(addresses, since, signal);
    for (const one of addresses) homes.set(one, wallet);
  };
  const quietWallet = async (signal: AbortSignal): Promise<NamedWallet> => {
    const nowSec = await medianTimeSec(signal);
    const last = deposits.get(Math.max(0, ...deposits.keys()));
    // A stalled or lost wallet gets no more imports.
    const takesMore = await last?.takesMore(nowSec, signal).catch(() => false);
    return last !== undefined && takesMore === true ? last : freshWallet(signal);
  };
  /**
   * The scan start for an address that was watched before: when the first of our addresses was
   * imported into any wallet of the node. `now` scans that far if it was recent.
   */
  const earlierThan = async (signal: AbortSignal): Promise<number | null> => {
    const times = await Promise.all(
      [base, ...deposits.values()].map((wallet) => wallet.bornAtSec(signal)),
    );
    const oldest = Math.min(...times.filter((time) => time !== null));
    return oldest < (await medianTimeSec(signal)) - readByNowSec ? oldest : null;
  };
  // A wallet takes one import at a time and refuses a second.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = importing.then(work);
    importing = done.catch(() => undefined);
    return done;
  };
  const importMissing = async (
    addresses: readonly string[],
    born: AskedBorn,
    signal: AbortSignal,
    use: WatchedFor,
  ): Promise<void> => {
    const met = addresses.filter((one) => !watched.has(one));
    if (met.length === 0) return;
    if (use === 'float') {
      await base.open(signal);
      await base.assertNoRescan(signal);
    }
    const fresh = await withoutHome(met, signal);
    // The addresses of a wallet that exists were paid before this process asked for them.
    for (const [wallet, own] of byHome(met)) {
      const sinceSec = (await wallet.bornAtSec(signal)) ?? (await medianTimeSec(signal));
      for (const one of own) watched.set(one, { sinceSec, use });
    }
    if (fresh.length > 0) {
      const told = typeof born === 'function' ? await born() : born;
      const bornAtSec = told === 'earlier' ? await earlierThan(signal) : told;
      const sinceSec = bornAtSec ?? (await medianTimeSec(signal));
      const target =
        use === 'float'
          ? base
          : bornAtSec === null
            ? await quietWallet(signal)
            : await freshWallet(signal);
      await importInto(target, fresh, () => bornAtSec ?? 'now', signal);
      for (const one of fresh) watched.set(one, { sinceSec, use });
    }
  };
  /** Lost addresses are read again from the time at which they were first watched. */
  const importLost = (lost: readonly string[], signal: AbortSignal): Promise<void> =>
    inTurn(async () => {
      const gone = await withoutHome(lost, signal);
      const since = (one: string) => watched.get(one)?.sinceSec ?? 'now';
      const [ofFloat, ofDeposits] = [
        gone.filter((one) => watched.get(one)?.use === 'float'),
        gone.filter((one) => watched.get(one)?.use === 'deposits'),
      ];
      await importInto(base, ofFloat, since, signal);
      if (ofDeposits.length > 0)
        await importInto(await freshWallet(signal), ofDeposits, since, signal);
    });
  /**
   * What each wallet answers about its own addresses. Since they were watched, an operator may have
   * given the node another wallet, or an older copy of it. A wallet learns of the mempool a moment
   * after the mempool itself, so a reading may be that much older where a node does not let us wait
   * for it, or where another wallet has much to write. For blocks the calls wait by themselves.
   */
  const ofEach = async <T>(
    addresses: readonly string[],
    ask: (wallet: NamedWallet, own: readonly string[]) => Promise<readonly T[]>,
    signal: AbortSignal,
  ): Promise<readonly T[]> => {
    await withoutHome(addresses, signal);
    const lost: string[] = [];
    for (const [wallet, own] of byHome(addresses)) {
      if (!(await isOpened(wallet, signal))) continue;
      await wallet.assertNoRescan(signal);
      lost.push(...(await wallet.absent(own, signal)));
    }
    for (const one of lost) homes.delete(one);
    const missing = addresses.filter((one) => watched.has(one) && !homes.has(one));
    if (missing.length > 0) await importLost(missing, signal);
    await caughtUp(signal);
    const found: T[] = [];
    for (const [wallet, own] of byHome(addresses)) found.push(...(await ask(wallet, own)));
    return found;
  };
  const byHome = (addresses: readonly string[]): ReadonlyMap<NamedWallet, string[]> => {
    const groups = new Map<NamedWallet, string[]>();
    for (const one of addresses) {
      const home = homes.get(one);
      if (home !== undefined) groups.set(home, [...(groups.get(home) ?? []), one]);
    }
    return groups;
  };
  const damaged = async (signal: AbortSignal): Promise<readonly string[]> => {
    const listed = (await must({ method: 'listwalletdir' }, readNames, signal)).flatMap((one) =>
      numberOf(one, name),
    );
    // The node does not list a folder that is no longer a wallet; numbers are assigned in order.
    const given = Array.from({ length: listed.length + leftOut.size + 1 }, (_, index) => index + 1);
    const found: string[] = [];
    for (const number of new Set([...given, ...listed, ...leftOut])) {
      const wallet = walletOf(number);
      if (!deposits.has(number) && (await wallet.isDamaged(signal))) found.push(wallet.name);
    }
    return found;
  };
  return {
    damaged,
    isWatching: async (addresses, signal) => (await withoutHome(addresses, signal)).length === 0,
    async watch(addresses, born, signal, use = 'deposits') {
      const met = [...new Set(addresses)].filter((one) => !watched.has(one));
      if (met.length > 0) await inTurn(() => importMissing(met, born, signal, use));
    },
    unspent: (addresses, signal) =>
      ofEach([...new Set(addresses)], (wallet, own) => wallet.unspent(own, signal), signal),
    paying: (addresses, sinceBlock, signal) =>
      ofEach(
        [...new Set(addresses)],
        (wallet, own) => wallet.paying(own, sinceBlock, signal),
        signal,
      ),
  };
}

function readNames(result: unknown): readonly unknown[] {
  return readList(readRecord(result)['wallets']).map((one) => readRecord(one)['name']);
}

function numberOf(found: unknown, name: string): readonly number[] {
  const prefix = `${name}-deposits-`;
  if (typeof found !== 'string' || !found.startsWith(prefix)) return [];
  const number = found.slice(prefix.length);
  return /^[1-9][0-9]{0,5}$/.test(number) ? [Number(number)] : [];
}

/**
 * Waits until the wallets have processed everything that the node has, or until the time is over.
 * Each such call holds a thread of the node, so one call at a time serves all callers that asked
 * before it began.
 */
function waitingForWallets(node: CoreRpc): (signal: AbortSignal) => Promise<void> {
  const never = new AbortController().signal;
  const told = sharedReading(() =>
    node.call({ method: 'syncwithvalidationinterfacequeue' }, never).then(
      () => undefined,
      () => undefined,
    ),
  );
  return async (signal) => {
    const timer = new AbortController();
    const late = pause(caughtUpWithinMs, undefined, {
      signal: AbortSignal.any([signal, timer.signal]),
    }).catch(() => undefined);
    await Promise.race([told(never), late]);
    timer.abort();
    signal.throwIfAborted();
  };
}
