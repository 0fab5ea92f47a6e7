import type { ChainRecovery, ForwardOptions } from '@interline/core/transfer';
import { compose, type Composed, type Config, hasStore, parts } from '@interline/server';
import { openDevnet } from './open-devnet.ts';
import { version } from '../version.ts';
import { deploymentOf, type RunOptions } from './run-service.ts';

const leaseMs = 600_000;

/**
 * Brings the store forward from its chains without serving anything. Throws where a service has the
 * store: its folder's lock is held, or, in a database that several share, its duties.
 */
export async function recoverOffline(
  config: Config,
  options: Pick<RunOptions, 'baseDir' | 'env' | 'say' | 'rebind'>,
  forward: ForwardOptions,
): Promise<ChainRecovery> {
  if (config.profile === 'devnet' && (options.env['INTERLINE_DEVNET'] ?? '') === '')
    throw new Error(
      'a devnet that is started now has no history: set INTERLINE_DEVNET to the address of the one that runs',
    );
  const devnet =
    config.profile === 'devnet' ? await openDevnet(config, options.env, options.say) : null;
  const deployment = deploymentOf(config, options, devnet);
  if (!hasStore(deployment))
    throw new Error(
      `there is no store in ${deployment.storeDir}: put a copy there first, with "interline restore"; nothing was done`,
    );
  const composed = await compose(deployment, {
    ...options,
    instance: { role: 'recovery', version },
  });
  try {
    return await recoverAlone(composed, forward);
  } finally {
    await composed.close();
  }
}

/** Under the lease that a service's housekeeping holds, so that none does the same meanwhile. */
async function recoverAlone(
  { container }: Composed,
  forward: ForwardOptions,
): Promise<ChainRecovery> {
  const { duties, isShared } = container.get(parts.openStore);
  const worker = `w_${container.get(parts.entropy).hex(6)}`;
  // A file has one process, whose lock is held by now; its copy may carry a lease of the past.
  if (isShared && (await duties.hold('housekeeping', worker, leaseMs)) === null)
    throw new Error(
      'a service is at work on this store: stop all of its instances, wait 10 seconds, and repeat the command',
    );
  try {
    const { recoverFromChain } = container.get(parts.transfer);
    return await recoverFromChain(forward, container.get(parts.lifetime));
  } finally {
    await duties.leave('housekeeping', worker);
  }
}
