import { join } from 'node:path';
import { findBitcoind, tooOld, wantedBitcoind } from '../bitcoin/find-bitcoind.ts';
import { mineWaiting } from '../bitcoin/mine-waiting.ts';
import { type RegtestNode, startRegtestNode } from '../bitcoin/regtest-node.ts';
import type { BesideChain, DevnetReport, DevnetSolana, MissingNode } from '../devnet-report.ts';
import { hasSurfpool, startSurfpool, surfpoolPackage } from '../solana/start-surfpool.ts';
import { type RunningStellarLedger, startStellarLedger } from '../stellar/start-stellar-ledger.ts';
import type { NodeFleet } from './node-fleet.ts';
import { filesOf } from './pid-record.ts';

/** The non-EVM nodes. */
export type OtherNodes = {
  bitcoin: RegtestNode | null;
  report: Pick<DevnetReport, 'bitcoin' | 'solana' | 'stellar' | 'missing'>;
  /** Stops what acts on the nodes by itself; the fleet stops the nodes. */
  close: () => Promise<void>;
};

type Start = {
  beside: readonly BesideChain[];
  instance: string;
  fleet: NodeFleet;
  bitcoinBlockMs: number | undefined;
  log: (line: string) => void;
};

/** Close interval of the real network, which time bounds depend on. */
const stellarCloseMs = 5_000;

/** Starts the requested and installed ones; the report says why one is missing. */
export async function startOtherNodes(start: Start): Promise<OtherNodes> {
  const missing: MissingNode[] = [];
  const starting = start.beside.includes('stellar')
    ? startStellarLedger({ automine: true, closeMs: stellarCloseMs, log: start.log })
    : null;
  const [bitcoin, solana, ledger] = await Promise.all([
    startBitcoin(start, missing),
    startSolana(start, missing),
    starting,
  ]).catch(async (error: unknown) => {
    // It runs in this process, so no fleet ends it.
    await (await starting)?.stop();
    throw error;
  });
  const { bitcoinBlockMs, log } = start;
  const endMining =
    bitcoin === null || bitcoinBlockMs === undefined
      ? undefined
      : mineWaiting(bitcoin, bitcoinBlockMs, log);
  return {
    bitcoin,
    report: {
      bitcoin: bitcoin === null ? null : reportOf(bitcoin),
      solana,
      stellar: ledger === null ? null : stellarOf(ledger),
      missing,
    },
    async close() {
      endMining?.();
      await ledger?.stop();
    },
  };
}

async function startBitcoin(
  { beside, instance, fleet, log }: Start,
  missing: MissingNode[],
): Promise<RegtestNode | null> {
  if (!beside.includes('bitcoin')) return null;
  const bitcoind = findBitcoind();
  if (bitcoind === null) {
    missing.push({ chain: 'bitcoin', why: `there is no bitcoind; ${wantedBitcoind}` });
    return null;
  }
  const node = await startRegtestNode({
    bitcoind,
    folder: join(filesOf(instance), 'bitcoin'),
    spawn: (file, args) => fleet.spawn(file, args),
  });
  const why = tooOld(await node.version());
  if (why !== null) {
    node.process.kill('SIGKILL');
    missing.push({ chain: 'bitcoin', why });
    return null;
  }
  node.process.once('exit', (code, signal) => {
    if (!fleet.stopping) log(`bitcoin ended by itself (${code ?? signal}); its ledger is gone`);
  });
  return node;
}

async function startSolana(
  { beside, fleet, log }: Start,
  missing: MissingNode[],
): Promise<DevnetSolana | null> {
  if (!beside.includes('solana')) return null;
  if (hasSurfpool()) return startSurfpool(fleet, log);
  missing.push({
    chain: 'solana',
    why: `the npm package ${surfpoolPackage} is not installed; it exists for Linux on x64 only`,
  });
  return null;
}

function stellarOf({
  horizonUrl,
  passphrase,
  usdc,
}: RunningStellarLedger): DevnetReport['stellar'] {
  return { horizonUrl, passphrase, usdc, simulated: true };
}

function reportOf({ rpcUrl, user, password }: RegtestNode): DevnetReport['bitcoin'] {
  return { rpcUrl, user, password, network: 'regtest' };
}
