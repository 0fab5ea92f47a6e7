import {
  attachDevnet,
  type DevnetReport,
  forkDevnet,
  refuseOtherTypes,
  RequestRefused,
  refuseStrangers,
} from '@interline/devnet';
import { type Address, evmNodes } from '@interline/kernel';
import { type DevnetConfig, type DevnetView, readPort } from '@interline/server';
import type { Middleware } from 'koa';
import type { IncomingMessage } from 'node:http';

export interface OpenDevnet extends DevnetView {
  readonly stellar: { readonly horizonUrl: string } | null;
  /** What was wanted and does not run, and why. */
  readonly missing: DevnetReport['missing'];
  readonly url: string;
  stop(): Promise<void>;
}

const bitcoinBlockMs = 1_000;
const witnesses = 3;

/** The devnet named by INTERLINE_DEVNET, or one of our own that ends with this process. */
export async function openDevnet(
  config: DevnetConfig,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<OpenDevnet> {
  const running = env['INTERLINE_DEVNET'];
  if (running !== undefined && running !== '') {
    say(`attaching to the devnet at ${running}`);
    return { ...(await attachDevnet(running)), stop: () => Promise.resolve() };
  }
  say('starting local chains');
  const named = Object.keys(config.rpcUrls).map(Number);
  const wanted = (config.chainIds ?? evmNodes.map((node) => node.chainId)).filter(
    (id) => !named.includes(id),
  );
  const port = readPort(env['DEVNET_PORT'], 8788);
  // Another devnet may have the usual port; ours is reached through the service anyway.
  const options = {
    chainIds: wanted,
    beside: besideChains(env),
    bitcoinBlockMs,
    witnesses,
    log: say,
  };
  const devnet = await forkDevnet({ ...options, port }).catch((error: unknown) => {
    if (env['DEVNET_PORT'] !== undefined || !String(error).includes(String(port))) throw error;
    return forkDevnet({ ...options, port: 0 });
  });
  for (const { chain, why } of devnet.missing) say(`no local ${chain}: ${why}`);
  return devnet;
}

/** Those whose node the operator names are not started. */
function besideChains(env: NodeJS.ProcessEnv): ('bitcoin' | 'solana' | 'stellar')[] {
  const named = (...names: string[]): boolean => names.some((name) => (env[name] ?? '') !== '');
  return [
    ...(named('BITCOIN_RPC_URL', 'ESPLORA_URL') ? [] : ['bitcoin' as const]),
    ...(named('SOLANA_RPC_URL') ? [] : ['solana' as const]),
    ...(named('STELLAR_HORIZON_URL') ? [] : ['stellar' as const]),
  ];
}

const devnetPath = /^\/devnet(\/[a-z]+){0,2}$/;
const bodyCapBytes = 65_536;

/**
 * Serves the devnet's own endpoints beside the service's, so that one address is enough. For
 * programs of this machine only: no page may read an answer, or send a request.
 */
export function devnetGateway(devnetUrl: string): Middleware {
  return async (ctx, next) => {
    if (!devnetPath.test(ctx.path)) {
      await next();
      return;
    }
    ctx.res.removeHeader('access-control-allow-origin');
    const { status, text } = await askDevnet(ctx.req, `${devnetUrl}${ctx.path}`);
    ctx.status = status;
    ctx.type = 'application/json';
    ctx.body = text;
  };
}

async function askDevnet(
  request: IncomingMessage,
  url: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const { method = 'GET' } = request;
  try {
    refuseStrangers(request);
    refuseOtherTypes(request);
    const body = method === 'POST' ? await readAll(request) : null;
    const answer = await fetch(url, {
      method,
      signal: AbortSignal.timeout(30_000),
      ...(body === null ? {} : { body, headers: { 'content-type': 'application/json' } }),
    });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    const refused =
      error instanceof RequestRefused
        ? error
        : new RequestRefused(502, 'the devnet does not answer; start it and the service again');
    return { status: refused.status, text: JSON.stringify({ error: refused.message }) };
  }
}

/** Tells the devnet's witnesses of a log, so that they watch it. */
export async function introduceLog(devnetUrl: string, logKey: string): Promise<void> {
  const response = await fetch(`${devnetUrl}/devnet/witnesses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(10_000),
    body: JSON.stringify({ log: logKey }),
  });
  if (!response.ok)
    throw new Error(
      `the witnesses of the devnet at ${devnetUrl} do not watch the service's logs (status ${response.status})`,
    );
}

async function readAll(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // One byte over is enough for the devnet to refuse it.
    chunks.push(chunk);
    if (size > bodyCapBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Asks the devnet for gas for both accounts and inventory for the float; it gives once per address
 * and devnet life.
 */
export async function fundRelayer(
  devnetUrl: string,
  accounts: { readonly spender: Address; readonly float: Address },
): Promise<void> {
  const response = await fetch(`${devnetUrl}/devnet/relayer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(30_000),
    body: JSON.stringify({
      addresses: [
        { address: accounts.spender, gas: true, tokens: false },
        { address: accounts.float, gas: true, tokens: true },
      ],
    }),
  });
  if (!response.ok)
    throw new Error(
      `the devnet at ${devnetUrl} did not fund the relayer (status ${response.status})`,
    );
}
