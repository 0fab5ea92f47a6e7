import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../chains/start-anvil.ts';
import { type BitcoinEndpoint, bitcoinRpc } from './bitcoin-rpc.ts';
import { faucetWallet, walletName } from './faucet-wallet.ts';
import type { Bitcoind } from './find-bitcoind.ts';

/** A bitcoind in regtest mode with a wallet of mature coins; blocks come only when asked for. */
export type RegtestNode = BitcoinEndpoint & {
  process: ChildProcess;
  /** Any method of the node; the wallet's methods act on the wallet of mature coins. */
  rpc: (
    method: string,
    params?: readonly unknown[] | Readonly<Record<string, unknown>>,
  ) => Promise<unknown>;
  /** In Core's numbering: 290_402 is 29.4.2. */
  version: () => Promise<number>;
  /** Mines that many blocks and returns their hashes, oldest first. */
  mine: (blocks?: number) => Promise<string[]>;
  /** Pays from the wallet and returns the transaction's id; unconfirmed until a block is mined. */
  pay: (address: string, sats: bigint) => Promise<string>;
};

type Start = {
  bitcoind: Bitcoind;
  /** Used by this node only; created when missing. */
  folder: string;
  spawn: (file: string, args: readonly string[]) => ChildProcess;
};

/** A coinbase is spent 100 blocks later, so 20 of these rewards, 50 coins each, can be spent. */
const firstBlocks = 120;

const portAttempts = 5;
const pollMs = 15;
const readyDeadlineMs = 20_000;
const probeDeadlineMs = 1_000;

/** Starts a node whose wallet holds 1,000 coins; returns once the node and the wallet answer. */
export async function startRegtestNode(start: Start): Promise<RegtestNode> {
  if (!existsSync(start.folder))
    cpSync(await makeTemplate(start), start.folder, { recursive: true });
  return nodeOf(await startProcess(start));
}

/**
 * The folder of the wallet and its first blocks, of which every node starts with a copy. Creating
 * them takes some seconds, so it is done once per machine.
 */
export async function makeTemplate(start: Omit<Start, 'folder'>): Promise<string> {
  const template = join(tmpdir(), `interline-bitcoin-template-${userInfo().uid}`);
  if (existsSync(template)) return template;
  const made = mkdtempSync(`${template}-`);
  const started = await startProcess({ ...start, folder: made });
  await bitcoinRpc(started, 'createwallet', { wallet_name: walletName, load_on_startup: true });
  await (await nodeOf(started)).mine(firstBlocks);
  const gone = once(started.process, 'exit');
  await bitcoinRpc(started, 'stop');
  await gone;
  moveUnlessThere(made, template);
  return template;
}

// Another process may have created the same one meanwhile; a folder with files is not replaced.
function moveUnlessThere(made: string, template: string): void {
  try {
    renameSync(made, template);
  } catch (error) {
    rmSync(made, { recursive: true });
    if (!existsSync(template)) throw error;
  }
}

type Started = BitcoinEndpoint & { process: ChildProcess };

async function startProcess(start: Start): Promise<Started> {
  mkdirSync(start.folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(start.folder, 'bitcoin.conf'), settingsOfKnots);
  for (let attempt = 1; attempt <= portAttempts; attempt += 1) {
    const [port = 0] = await freePorts(1);
    const cookie = join(start.folder, 'regtest', '.cookie');
    rmSync(cookie, { force: true });
    const node = start.spawn(start.bitcoind.file, [
      ...start.bitcoind.before,
      ...bitcoindArgs(start.folder, port),
    ]);
    const served = await serving(node, `http://127.0.0.1:${port}`, cookie);
    if (served !== null) return { ...served, process: node };
  }
  const { file, before } = start.bitcoind;
  throw new Error(
    `bitcoind did not start in ${portAttempts} attempts; "${[file, ...before, '-version'].join(' ')}" may say why`,
  );
}

/**
 * Bitcoin Knots leaves BIP-431 out by default. Core enforces it, and ignores what it does not know.
 */
const settingsOfKnots = 'mempooltruc=enforce\n';

function bitcoindArgs(folder: string, port: number): string[] {
  return [
    '-regtest',
    `-datadir=${folder}`,
    '-server',
    '-txindex=1',
    // Alone: no peers, no port for them.
    '-listen=0',
    '-connect=0',
    '-dnsseed=0',
    '-fixedseeds=0',
    '-rpcbind=127.0.0.1',
    '-rpcallowip=127.0.0.1',
    `-rpcport=${port}`,
    '-fallbackfee=0.00001',
    '-dbcache=16',
    '-maxmempool=20',
    '-par=1',
    '-rpcthreads=4',
    // Block files of 64 KiB instead of 16 MiB each.
    '-fastprune',
    // The copied blocks may be days old; the node must not consider itself in initial download.
    '-maxtipage=2000000000',
    '-nodebuglogfile',
    '-printtoconsole=0',
  ];
}

/** Null when the process ended first, which bitcoind does when its port is taken. */
async function serving(
  node: ChildProcess,
  rpcUrl: string,
  cookie: string,
): Promise<BitcoinEndpoint | null> {
  let failure: Error | undefined;
  node.once('error', (error) => {
    failure = error;
  });
  for (const givenUpAt = performance.now() + readyDeadlineMs; performance.now() < givenUpAt;) {
    if (failure !== undefined) throw new Error('bitcoind could not be run', { cause: failure });
    if (node.exitCode !== null || node.signalCode !== null) return null;
    try {
      // New with every start and written by the node itself, so another node on the port refuses
      // it.
      const [user = '', password = ''] = (await readFile(cookie, 'utf8')).split(':');
      const endpoint = { rpcUrl, user, password };
      await bitcoinRpc(endpoint, 'getblockcount', [], { deadlineMs: probeDeadlineMs });
      return endpoint;
    } catch {
      await sleep(pollMs);
    }
  }
  node.kill('SIGKILL');
  throw new Error(`bitcoind did not answer within ${readyDeadlineMs} ms`);
}

async function nodeOf(started: Started): Promise<RegtestNode> {
  const rpc: RegtestNode['rpc'] = (method, params) =>
    bitcoinRpc(started, method, params, { wallet: walletName });
  const reward = await rpc('getnewaddress', ['', 'bech32']);
  return {
    ...started,
    rpc,
    // CAST: Core's documented shape.
    version: async () => ((await rpc('getnetworkinfo')) as { version: number }).version,
    // CAST: hashes, by Bitcoin Core's documentation of the method.
    mine: async (blocks = 1) => (await rpc('generatetoaddress', [blocks, reward])) as string[],
    pay: faucetWallet(started).pay,
  };
}
