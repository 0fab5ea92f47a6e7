import { randomBytes } from 'node:crypto';
import { freshAccounts } from './chains/devnet-accounts.ts';
import { selectChains } from './chains/chain-list.ts';
import { startChains } from './chains/start-chains.ts';
import type { BesideChain, DevnetReport } from './devnet-report.ts';
import { DevnetFaucet } from './faucet/devnet-faucet.ts';
import type { FaucetRequest } from './faucet/read-faucet-request.ts';
import { devnetApp } from './http/devnet-app.ts';
import { listenOnLoopback } from './http/loopback.ts';
import { NodeFleet } from './processes/node-fleet.ts';
import { type OtherNodes, startOtherNodes } from './processes/start-other-nodes.ts';
import { type DevnetWitnesses, startWitnesses } from './processes/start-witnesses.ts';
import { stopStaleNodes } from './processes/pid-record.ts';
import { Upstreams } from './upstreams/upstreams.ts';

export type DevnetOptions = {
  /** All of the list when left out. */
  chainIds?: readonly number[];
  /** Of the HTTP server; any free one when left out. */
  port?: number;
  /** The upstream stand-ins answer at once instead of after their usual 15 to 40 ms. */
  promptUpstreams?: boolean;
  /** The non-EVM chains; none when left out. */
  beside?: readonly BesideChain[];
  /** Interval of Bitcoin blocks while transactions wait; none are mined when left out. */
  bitcoinBlockMs?: number;
  /** How many witnesses of transparency logs it runs; none when left out. */
  witnesses?: number;
  log?: (line: string) => void;
  /** Aborting it stops the devnet at any time. */
  signal?: AbortSignal;
};

export type Devnet = DevnetReport & {
  url: string;
  /** One gift, answered once it is mined. */
  faucet: (request: FaucetRequest) => Promise<{ txHash: string }>;
  /** Ends every chain, with all its state, and the HTTP servers; may be called again. */
  stop: () => Promise<void>;
};

/**
 * Starts the chains with their contracts and the HTTP server; when a part fails, nothing is left
 * running.
 */
export async function startDevnet({
  chainIds,
  port = 0,
  promptUpstreams = false,
  beside = [],
  bitcoinBlockMs,
  witnesses: witnessCount = 0,
  log = () => undefined,
  signal,
}: DevnetOptions = {}): Promise<Devnet> {
  const listed = selectChains(chainIds);
  const server = await listenOnLoopback(port);
  const instance = randomBytes(16).toString('hex');
  const fleet = new NodeFleet(instance);
  let upstreams: Upstreams | undefined;
  let nodes: Promise<OtherNodes> | undefined;
  let witnesses: DevnetWitnesses | undefined;
  const stop = async (): Promise<void> => {
    // A part that was still starting is closed once it has started; a failed one left nothing.
    const closed = nodes?.then(
      (started) => started.close(),
      () => undefined,
    );
    await Promise.all([
      closed,
      fleet.stop(),
      server.close(),
      upstreams?.close(),
      witnesses?.stop(),
    ]);
  };
  signal?.addEventListener('abort', () => void stop());

  try {
    signal?.throwIfAborted();
    const stale = stopStaleNodes();
    if (stale > 0) log(`stopped ${stale} chains left over by a devnet that died`);
    const accounts = freshAccounts();
    nodes = startOtherNodes({ beside, instance, fleet, bitcoinBlockMs, log });
    const [chains, others] = await Promise.all([
      startChains({ listed, fleet, accounts, log }),
      nodes,
    ]);
    signal?.throwIfAborted();

    const handOuts = new DevnetFaucet(chains, accounts.faucet);
    const faucet: Devnet['faucet'] = (request) => handOuts.give(request);
    upstreams = new Upstreams({ chains, accounts, faucet, prompt: promptUpstreams, log });
    await upstreams.listen();
    signal?.throwIfAborted();

    witnesses = await startWitnesses(witnessCount, instance);
    signal?.throwIfAborted();

    const report = {
      instance,
      chains,
      upstreams: upstreams.listed,
      witnesses: witnesses.listed,
      ...others.report,
    };
    const handle = devnetApp({
      report,
      faucet: handOuts,
      upstreams,
      bitcoin: others.bitcoin,
      witnesses,
      log,
    }).callback();
    server.serve((request, response) => {
      void handle(request, response);
    });
    return { ...report, url: server.url, faucet, stop };
  } catch (error) {
    await stop();
    // Pending work failed because its chain was gone.
    throw signal?.aborted === true
      ? new Error('the devnet was stopped while it started', { cause: error })
      : error;
  }
}
