import { type Config, deployDevnet, type Deployment, deployMainnet } from '@interline/server';
import type { OpenDevnet } from './open-devnet.ts';
import { devnetOperatorToken } from './operator-token.ts';
import type { RunOptions } from './run-service.ts';

/** The deployment a config means; on a devnet with the operator's token of its folder. */
export function deploymentOf(
  config: Config,
  { baseDir, env }: Pick<RunOptions, 'baseDir' | 'env'>,
  devnet: OpenDevnet | null,
): Deployment {
  if (config.profile === 'mainnet') return deployMainnet(config, baseDir, env);
  if (devnet === null) throw new Error('the devnet profile needs a devnet');
  const deployment = deployDevnet(config, devnet, baseDir, env);
  return {
    ...deployment,
    operatorToken: deployment.operatorToken ?? devnetOperatorToken(config.dataDir),
  };
}
