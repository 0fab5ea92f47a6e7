import { parseArgs } from 'node:util';
import type { AttachedDevnet } from './attach-devnet.ts';
import { onStopSignal } from './processes/on-stop-signal.ts';
import { startDevnet } from './supervisor.ts';

type DevnetArgs = { help: boolean; port: number; chainIds?: number[] };

const usage = `Usage: npm run devnet -- [--chains 8453,42161] [--port 8788]

Starts local chains with Permit2, EntryPoint, test tokens and a faucet. State lives in memory and ends with it.

  --chains  chain ids to run, separated by commas; all 22 when left out
  --port    port of the HTTP server on 127.0.0.1; DEVNET_PORT or 8788 when left out
  --help    this text`;

const usualPort = 8788;

const stopped = new AbortController();

try {
  const { help, ...options } = readDevnetArgs(process.argv.slice(2), process.env);
  if (help) console.log(usage);
  else await run(options);
} catch (error) {
  if (!stopped.signal.aborted) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

async function run(options: { port: number; chainIds?: number[] }): Promise<void> {
  onStopSignal(() => stopped.abort());
  const devnet = await startDevnet({
    ...options,
    beside: ['bitcoin', 'solana', 'stellar'],
    bitcoinBlockMs: 1_000,
    witnesses: 3,
    log: console.log,
    signal: stopped.signal,
  });

  console.log(devnetTable(devnet));
  console.log(
    `\nup in ${(performance.now() / 1_000).toFixed(1)} s; Ctrl-C ends it and everything on it`,
  );
}

/** Throws with what was given and what was expected. */
function readDevnetArgs(args: readonly string[], env: NodeJS.ProcessEnv): DevnetArgs {
  const { values } = parseArgs({
    args: [...args],
    options: {
      chains: { type: 'string' },
      port: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const port =
    values.port === undefined
      ? readNumber(env.DEVNET_PORT ?? String(usualPort), 'DEVNET_PORT')
      : readNumber(values.port, '--port');
  if (port > 65_535) throw new Error(`port ${port} is above 65535`);

  const chainIds = values.chains?.split(',').map((id) => readNumber(id.trim(), '--chains'));
  return { help: values.help, port, ...(chainIds === undefined ? {} : { chainIds }) };
}

function readNumber(text: string, name: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} has "${text}"; wanted whole numbers`);
  return Number(text);
}

/**
 * What a user needs: the devnet's URL, one line per chain, the addresses shared by all chains, and
 * the upstream stand-ins.
 */
function devnetTable({
  url,
  instance,
  chains,
  upstreams,
  bitcoin,
  solana,
  stellar,
  witnesses,
  missing,
}: AttachedDevnet): string {
  const [first] = chains;
  const shared = [
    ...(first?.tokens ?? []).map(({ symbol, address }) => [symbol, address] as const),
    ['member pass', first?.memberNft ?? ''] as const,
    ['bridge', first?.bridge ?? ''] as const,
  ];
  const widest = Math.max(
    ...[...chains.map(({ name }) => name), ...shared.map(([name]) => name)].map(
      (name) => name.length,
    ),
  );
  const lineOf = (name: string, network: string, at: string): string =>
    `  ${name.padEnd(widest)}  ${network.padStart(9)}  ${at}`;

  return [
    `devnet ${instance} at ${url}/devnet`,
    '',
    ...chains.map(({ name, chainId, rpcUrl }) => lineOf(name, String(chainId), rpcUrl)),
    ...(bitcoin === null ? [] : [lineOf('Bitcoin', 'regtest', bitcoin.rpcUrl)]),
    ...(solana === null ? [] : [lineOf('Solana', 'local', solana.rpcUrl)]),
    ...(stellar === null ? [] : [lineOf('Stellar', 'simulated', stellar.horizonUrl)]),
    ...missing.map(({ chain, why }) => `  no ${chain}: ${why}`),
    '',
    ...shared.map(([name, address]) => `  ${name.padEnd(widest)}  ${address}`),
    '',
    ...witnesses.map(({ name, url: at }) => `  ${name.padEnd(widest)}  ${at}`),
    ...upstreams.map((upstream) => `  ${upstream.engine.padEnd(widest)}  ${upstream.url}`),
  ].join('\n');
}
