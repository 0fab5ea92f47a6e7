import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployDevnet, type DevnetConfig, parts } from '@interline/server';
import { fundRelayer } from '../up/fund-relayer.ts';
import { type OpenDevnet, openDevnet } from '../up/open-devnet.ts';
import { examineDeployment } from './examine-deployment.ts';
import { type Finding, reasonOf } from './finding.ts';

/**
 * Starts the config's local chains on ports of their own, looks at all that stands on them, and
 * takes them away again.
 */
export async function examineDevnet(
  config: DevnetConfig,
  { baseDir, env }: { readonly baseDir: string; readonly env: NodeJS.ProcessEnv },
): Promise<readonly Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'interline-doctor-'));
  let devnet: OpenDevnet | null = null;
  try {
    devnet = await openDevnet(config, { ...env, DEVNET_PORT: '0' }, () => undefined);
    const { url, chains } = devnet;
    const deployment = deployDevnet({ ...config, dataDir: folder }, devnet, baseDir, env);
    return [
      { part: 'devnet', ok: true, says: `${chains.length} local chains answer` },
      ...(await examineDeployment(deployment, async ({ container }) => {
        const custody = container.get(parts.custody);
        await fundRelayer(url, {
          spender: custody.account('spender'),
          float: custody.account('float'),
        });
      })),
    ];
  } catch (error) {
    return [{ part: 'devnet', ok: false, says: reasonOf(error) }];
  } finally {
    await devnet?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
