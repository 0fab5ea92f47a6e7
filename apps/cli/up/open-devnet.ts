import { attachDevnet, forkDevnet } from '@interline/devnet';
import { type DevnetConfig, type DevnetView, readPort } from '@interline/server';
import { evmNodes } from '@interline/kernel';

export interface OpenDevnet extends DevnetView {
  readonly url: string;
  stop(): Promise<void>;
}

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
  // Somebody else's devnet may have the usual port; ours is reached through the service anyway.
  return forkDevnet({ chainIds: wanted, port }).catch((error: unknown) => {
    if (env['DEVNET_PORT'] !== undefined || !String(error).includes(String(port))) throw error;
    return forkDevnet({ chainIds: wanted, port: 0 });
  });
}
