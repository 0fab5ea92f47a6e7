import { forkDevnet } from '@interline/devnet';
import { descendantsNamed } from '../cpu/process-cpu.ts';
import { type BenchChain, openBenchChain } from './bench-chain.ts';
import { BenchKey } from './bench-key.ts';
import { type BenchPayer, endow, fundedPayers } from './bench-payers.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { stoppedWithBench } from './stopping.ts';
import { untilDelegated } from './until-delegated.ts';

/** Two local chains and the service, each in a process of its own; this one makes the load. */
export interface BenchScene {
  readonly source: BenchChain;
  readonly destination: BenchChain;
  readonly service: ServiceProcess;
  /**
   * One crowd for everything: a local node copies its whole state with every block, so a run that
   * brought new payers would find slower nodes than the run before it.
   */
  readonly payers: readonly BenchPayer[];
  /** The relayer of the floor: the same two roles, held by the benchmark. */
  readonly own: { readonly spender: BenchKey; readonly float: BenchKey };
  readonly pids: { readonly service: number; readonly chains: readonly number[] };
  stop(): Promise<void>;
}

export interface SceneTerms {
  /**
   * Whether the service merges transactions, on both chains; the scene is set once both its
   * accounts are delegated there.
   */
  readonly isBatched?: boolean;
  /** Starts the service on that devnet; one process that has a file to itself where left out. */
  readonly start?: typeof startServiceProcess;
}

const chainIds = [8453, 42161];
const manyUnits = 10n ** 12n;

export async function benchScene(
  crowd: number,
  { isBatched = false, start = startServiceProcess }: SceneTerms = {},
): Promise<BenchScene> {
  const devnet = stoppedWithBench(await forkDevnet({ chainIds, port: 0 }));
  try {
    const [source, destination] = await Promise.all(devnet.chains.map(openBenchChain));
    if (source === undefined || destination === undefined)
      throw new Error('the devnet runs fewer than two chains');
    const own = { spender: new BenchKey(), float: new BenchKey() };
    await Promise.all([
      endow(source, own.spender.address),
      endow(source, own.float.address, manyUnits),
      endow(destination, own.float.address, manyUnits),
    ]);
    const payers = await fundedPayers(source, crowd, manyUnits);
    const service = await start(devnet.url, {
      batching: isBatched ? chainIds : [],
      rails: ['floatlane'],
    });
    if (isBatched) await Promise.all([source, destination].map(untilDelegated));
    return {
      source,
      destination,
      service,
      payers,
      own,
      pids: { service: service.pid, chains: descendantsNamed('anvil') },
      async stop() {
        await service.stop();
        await Promise.all([source, destination].map(({ link }) => link.close()));
        await devnet.stop();
      },
    };
  } catch (error) {
    await devnet.stop();
    throw error;
  }
}
