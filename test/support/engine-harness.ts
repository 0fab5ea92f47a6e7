import { fileURLToPath } from 'node:url';
import { type Devnet, startDevnet } from '@interline/devnet';
import { discover } from '@interline/plugins';
import { type Harness, type HarnessOptions, startHarness } from './harness.ts';

/** The deployment that `npm start` runs. */
const stockDeployment = fileURLToPath(new URL('../../', import.meta.url));

/** Whether the rail over third-party engines is installed: the harness must work without it. */
export async function hasEngines(): Promise<boolean> {
  return (await discover(stockDeployment, {})).some((rail) => rail.id === 'aggregators');
}

export interface EngineHarness extends Harness {
  /**
   * Makes an engine's stand-in do something wrong, for one recipient or for everybody; null ends
   * it.
   */
  misbehave(
    engine: string,
    fault: string | null,
    terms?: { readonly recipient?: string; readonly times?: number },
  ): Promise<void>;
  /** What the stand-ins saw: deposits with their ends, of one engine or of all. */
  deposits(engine?: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export type EngineHarnessOptions = Omit<
  HarnessOptions,
  'deployment' | 'rails' | 'devnet' | 'rpcUrls'
> & {
  /** Node URLs by chain id, of proxies that were put before the devnet's nodes. */
  readonly rpcUrls?: (devnet: Devnet) => Promise<NonNullable<HarnessOptions['rpcUrls']>>;
  /** Of the aggregators, over what the devnet profile sets. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly include?: readonly string[];
};

/**
 * As long as the host waits for a rail: the stand-ins share a processor with all that asks them.
 */
const patient = { engineDeadlineMs: 3_900, buildDeadlineMs: 7_500 };

/** The stock service over the devnet's stand-ins, without the float lane unless it is included. */
export async function startEngineHarness({
  settings = {},
  include = ['aggregators'],
  chainIds = [8453, 42161],
  rpcUrls = async () => ({}),
  ...options
}: EngineHarnessOptions = {}): Promise<EngineHarness> {
  const devnet = await startDevnet({ chainIds: [...chainIds], port: 0, promptUpstreams: true });
  try {
    const harness = await startHarness({
      ...options,
      devnet,
      rpcUrls: await rpcUrls(devnet),
      deployment: {
        dir: stockDeployment,
        settings: { aggregators: { ...patient, ...settings } },
        include,
      },
    });
    return {
      ...harness,
      async misbehave(engine, fault, terms = {}) {
        const answer = await fetch(`${devnet.url}/devnet/upstreams`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ engine, fault, ...terms }),
        });
        if (!answer.ok)
          throw new Error(
            `the devnet would not have ${engine} do ${fault}: ${await answer.text()}`,
          );
      },
      deposits: (engine) => depositsOf(devnet, engine),
      async stop() {
        await harness.stop();
        await devnet.stop();
      },
    };
  } catch (error) {
    await devnet.stop();
    throw error;
  }
}

async function depositsOf(
  devnet: Devnet,
  engine: string | undefined,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const report = (await (await fetch(`${devnet.url}/devnet/upstreams`)).json()) as {
    readonly engines: readonly {
      readonly engine: string;
      readonly deposits: readonly Readonly<Record<string, unknown>>[];
    }[];
  }; // CAST: the devnet's own shape.
  return report.engines
    .filter((one) => engine === undefined || one.engine === engine)
    .flatMap(({ deposits }) => deposits);
}
