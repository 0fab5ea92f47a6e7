import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeFleet } from '../processes/node-fleet.ts';
import type { ListedChain } from './chain-list.ts';
import type { DevnetAccounts } from './devnet-accounts.ts';
import { rpcBatch } from './json-rpc.ts';

type Start = {
  fleet: NodeFleet;
  binary: string;
  chain: ListedChain;
  accounts: DevnetAccounts;
  port: number;
};

const portAttempts = 5;

const pollMs = 20;

const readyDeadlineMs = 20_000;

const probeDeadlineMs = 1_000;

const accountBalanceEther = 1_000_000_000;

/** Starts one chain and returns its process and RPC URL once it serves; replaces a lost port. */
export async function startAnvil(start: Start): Promise<{ anvil: ChildProcess; rpcUrl: string }> {
  for (let attempt = 1, port = start.port; attempt <= portAttempts; attempt += 1) {
    const anvil = start.fleet.spawn(start.binary, anvilArgs(start, port));
    const rpcUrl = `http://127.0.0.1:${port}`;
    if (await serves(anvil, rpcUrl, start)) return { anvil, rpcUrl };
    [port = 0] = await freePorts(1);
  }
  throw new Error(
    `chain ${start.chain.chainId} (${start.chain.name}) did not start in ${portAttempts} attempts`,
  );
}

function anvilArgs({ chain, accounts }: Start, port: number): string[] {
  return [
    '--chain-id',
    String(chain.chainId),
    '--port',
    String(port),
    '--silent',
    '--threads',
    '1',
    '--accounts',
    '3',
    '--balance',
    String(accountBalanceEther),
    // A user who sees it in the process list can reach the port too, where these accounts are
    // unlocked. It is generated for this devnet and opens nothing else; no relayer key is on a
    // command line.
    '--mnemonic',
    accounts.mnemonic,
    // Otherwise any web page could read and control the chain.
    '--no-cors',
    '--hardfork',
    'prague',
    // Reads at the last 64 blocks stay possible and nothing is spilled to the disk.
    '--prune-history',
    '64',
  ];
}

/** False when the process ended first, which anvil does when its port is taken. */
async function serves(
  anvil: ChildProcess,
  rpcUrl: string,
  { chain, accounts, fleet }: Start,
): Promise<boolean> {
  let failure: Error | undefined;
  anvil.once('error', (error) => {
    failure = error;
  });
  const givenUpAt = performance.now() + readyDeadlineMs;

  while (performance.now() < givenUpAt) {
    if (fleet.stopping) throw new Error('the devnet was stopped while it started');
    if (failure !== undefined)
      throw new Error(`anvil could not be run for chain ${chain.chainId}`, { cause: failure });
    if (anvil.exitCode !== null || anvil.signalCode !== null) return false;
    if (await isOurs(rpcUrl, accounts)) return true;
    await sleep(pollMs);
  }
  throw new Error(
    `chain ${chain.chainId} (${chain.name}) did not answer within ${readyDeadlineMs} ms`,
  );
}

// Another devnet's node may have the port we lost; only ours has our owner's key.
async function isOurs(rpcUrl: string, { owner }: DevnetAccounts): Promise<boolean> {
  try {
    const [held] = await rpcBatch(
      rpcUrl,
      [{ method: 'eth_accounts', params: [] }],
      probeDeadlineMs,
    );
    return Array.isArray(held) && String(held[0]).toLowerCase() === owner.toLowerCase();
  } catch {
    return false;
  }
}

/**
 * Free loopback ports, all different because all are held during the probe. Another process can
 * take one after the return, so the caller must be ready to lose that race.
 */
export async function freePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(Array.from({ length: count }, probe));
  const ports = probes.map(portOf);
  await Promise.all(probes.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

async function probe(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('a probe for a free port has no port');
  return address.port;
}
