import { parseArgs } from 'node:util';

export type DevnetArgs = { help: boolean; port: number; chainIds?: number[] };

export const usage = `Usage: npm run devnet -- [--chains 8453,42161] [--port 8788]

Starts local chains with Permit2, EntryPoint, test tokens and a faucet. State lives in memory and ends with it.

  --chains  chain ids to run, separated by commas; all 22 when left out
  --port    port of the HTTP server on 127.0.0.1; DEVNET_PORT or 8788 when left out
  --help    this text`;

const usualPort = 8788;

/** Throws with what was given and what was wanted. */
export function readDevnetArgs(args: readonly string[], env: NodeJS.ProcessEnv): DevnetArgs {
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
