import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Devnet } from '@interline/devnet';
import type { TemporaryDeployment } from '@interline/plugins/testing';
import { fastFolder } from './fast-folder.ts';
import { type ServiceCommand, startCommand } from './service-command.ts';

interface Surroundings {
  readonly deployment: Pick<TemporaryDeployment, 'dir'>;
  readonly devnet: Pick<Devnet, 'url'>;
}

/** The data folder of a service on a devnet, with its config: it outlives the service's process. */
export class ServiceFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async make(): Promise<ServiceFolder> {
    return new ServiceFolder(await mkdtemp(join(fastFolder, 'interline-service-')));
  }

  get config(): string {
    return join(this.path, 'config.json');
  }

  /** Starts the service in a process of its own. */
  async start(
    { deployment, devnet }: Surroundings,
    server: { readonly stopNoticeSec?: number; readonly port?: number } = {},
  ): Promise<ServiceCommand> {
    await writeFile(
      this.config,
      JSON.stringify({
        profile: 'devnet',
        dataDir: this.path,
        logLevel: 'silent',
        server: { port: 0, ...server },
        limits: { scale: 1_000_000 },
      }),
    );
    return startCommand(['--config', this.config], {
      cwd: deployment.dir,
      env: { INTERLINE_DEVNET: devnet.url },
    });
  }

  /** Where the store and the keys are: each devnet has a folder of its own. */
  async data(): Promise<string> {
    const [name = ''] = (await readdir(this.path)).filter((one) => one.startsWith('devnet-'));
    return join(this.path, name);
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true });
  }
}
