import { attachDevnet, forkDevnet } from '@interline/devnet';
import type { DevnetConfig, DevnetView } from '@interline/compose';
import { portOf } from '@interline/compose';

export interface OpenDevnet extends DevnetView {
  readonly url: string;
  stop(): Promise<void>;
}

/** The devnet named by INTERLINE_DEVNET, or one of our own that ends with this process. */
export async function openDevnet(config: DevnetConfig, env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<OpenDevnet> {
  const named = env['INTERLINE_DEVNET'];
  if (named !== undefined && named !== '') {
    say(`attaching to the devnet at ${named}`);
    return { ...await attachDevnet(named), stop: () => Promise.resolve() };
  }
  say('starting local chains');
  const chainIds = config.chainIds === undefined ? {} : { chainIds: [...config.chainIds] };
  const port = portOf(env['DEVNET_PORT'], 8788);
  // Somebody else's devnet may have the usual port; ours is reached through the service anyway.
  return forkDevnet({ ...chainIds, port }).catch((error: unknown) => {
    if (env['DEVNET_PORT'] !== undefined || !String(error).includes(String(port))) throw error;
    return forkDevnet({ ...chainIds, port: 0 });
  });
}
