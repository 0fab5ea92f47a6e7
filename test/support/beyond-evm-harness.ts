import {
  bitcoinRpc as callBitcoin,
  type Devnet,
  findBitcoind,
  startDevnet,
  walletName,
  wantedBitcoind,
} from '@interline/devnet';
import { bps } from '@interline/kernel';
import { fileURLToPath } from 'node:url';
import { type Harness, type HarnessOptions, startHarness } from './harness.ts';
import { until } from './until.ts';

const stockDeployment = fileURLToPath(new URL('../../', import.meta.url));

/** The stock service with its rails to Bitcoin and Stellar, over a devnet that runs both. */
export interface BeyondEvmHarness extends Harness {
  readonly bitcoin: NonNullable<Devnet['bitcoin']>;
  readonly stellar: NonNullable<Devnet['stellar']>;
}

interface BeyondEvmOptions extends Pick<
  HarnessOptions,
  'dataDir' | 'database' | 'devnet' | 'policy' | 'rebind'
> {
  /** By the id of the rail; the standards where left out. */
  readonly railSettings?: Readonly<Record<string, unknown>>;
}

/** The service's terms of deposits, but that one is waited for so long only. */
export function expiringAfter(expiresMs: number) {
  return {
    lockMs: 60_000,
    minedWithinMs: 60_000,
    expiresMs,
    unpaidPerClient: 10,
    unpaidInAll: 100,
    idleSweeps: 1,
    lockedUsd: 100_000,
    lockedShareBps: bps(5_000),
  };
}

/**
 * Skips the tests without bitcoind, or fails them where `CI` is set. The float is funded once it is
 * up, its dollars on Stellar included.
 */
export async function startBeyondEvm(
  context: Pick<Mocha.Context, 'skip'>,
  { railSettings = {}, ...options }: BeyondEvmOptions = {},
): Promise<BeyondEvmHarness> {
  if (findBitcoind() === null) {
    if (process.env['CI']) throw new Error(`these tests need bitcoind: ${wantedBitcoind}`);
    console.warn(`skipped without bitcoind; to have them run, ${wantedBitcoind}`);
    context.skip();
  }
  const devnet =
    options.devnet ??
    (await startDevnet({
      chainIds: [8453],
      beside: ['bitcoin', 'stellar'],
      bitcoinBlockMs: 200,
      port: 0,
    }));
  const { bitcoin, stellar } = devnet;
  if (bitcoin === null || stellar === null) throw new Error('the devnet lacks a node');
  const harness = await startHarness({
    ...options,
    devnet,
    deployment: { dir: stockDeployment, settings: railSettings, include: ['bitcoin', 'stellar'] },
  });
  await until('a funded float on both chains', async () => {
    const quotes = await Promise.all(
      ['bitcoin', 'stellar'].map(async (to) =>
        harness.client
          .get(
            `/api/route/quote?fromChain=8453&toChain=${to}&fromToken=USDC&toToken=${to === 'stellar' ? 'USDC' : 'BTC'}&amount=50000000`,
          )
          .then(
            () => true,
            () => false,
          ),
      ),
    );
    return quotes.every((isPriced) => isPriced);
  });
  return {
    ...harness,
    bitcoin,
    stellar,
    async stop() {
      await harness.stop();
      if (options.devnet === undefined) await devnet.stop();
    },
  };
}

/** A call of the devnet's own wallet, as `bitcoin-cli` makes it. Throws `BitcoinBusy`. */
export function bitcoinRpc(
  node: BeyondEvmHarness['bitcoin'],
  method: string,
  ...params: readonly unknown[]
): Promise<unknown> {
  return callBitcoin(node, method, params, { wallet: walletName });
}
