import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Devnet, startDevnet } from '@interline/devnet';
import {
  scriptedRailPackage,
  temporaryDeployment,
  type TemporaryDeployment,
} from '@interline/plugins/testing';
import { expect } from 'chai';
import { fastFolder } from '../support/fast-folder.ts';
import { postgresOrSkip, type TestPostgres } from '../support/postgres.ts';
import { type ServiceCommand, startCommand } from '../support/service-command.ts';
import { type SilentProxy, silentProxy } from '../support/silent-proxy.ts';

describe('a service whose database falls silent', () => {
  let postgres: TestPostgres;
  let devnet: Devnet;
  let deployment: TemporaryDeployment;
  let folder: string;
  let proxy: SilentProxy;
  let service: ServiceCommand | null = null;
  before(async function () {
    postgres = await postgresOrSkip(this);
    devnet = await startDevnet({ chainIds: [8453], port: 0 });
    deployment = await temporaryDeployment([scriptedRailPackage('stock')]);
    folder = await mkdtemp(join(fastFolder, 'interline-silent-'));
    proxy = await silentProxy(postgres.url);
  });
  after(async () => {
    service?.signal('SIGKILL');
    await service?.exited;
    await proxy.close();
    await deployment.remove();
    await devnet.stop();
    await postgres.stop();
    await rm(folder, { recursive: true });
  });

  it('stayed ready and ignored SIGTERM: it turns STORE_DOWN, accepts nothing, and ends', async () => {
    const file = join(folder, 'config.json');
    await writeFile(
      file,
      JSON.stringify({
        profile: 'devnet',
        dataDir: folder,
        logLevel: 'silent',
        server: { port: 0 },
        metrics: { port: 0 },
        database: { url: { env: 'DATABASE' }, schema: postgres.newSchema() },
      }),
    );
    service = await startCommand(['--config', file], {
      cwd: deployment.dir,
      env: { INTERLINE_DEVNET: devnet.url, DATABASE: proxy.url },
    });
    const { url } = service;
    const ready = await answerOf(`${url}/readyz`);

    proxy.fallSilent();
    while ((await answerOf(`${url}/readyz`)).status === 200) await sleep(50);
    const answers = [
      await answerOf(`${url}/readyz`),
      await answerOf(`${url}/api/route/execute`, 'POST'),
      await answerOf(`${url}/healthz`),
    ];
    service.signal('SIGTERM');
    const code = await service.exited;

    expect(ready.status).to.equal(200);
    expect(answers).to.deep.equal([
      { status: 503, errorCode: 'STORE_DOWN' },
      { status: 503, errorCode: 'STORE_DOWN' },
      { status: 200 },
    ]);
    expect(code).to.equal(0);
  });
});

async function answerOf(
  url: string,
  method = 'GET',
): Promise<{ readonly status: number; readonly errorCode?: unknown }> {
  const response = await fetch(url, { method });
  // CAST: every answer of the service is an object.
  const { errorCode } = (await response.json()) as { readonly errorCode?: unknown };
  return { status: response.status, ...(errorCode === undefined ? {} : { errorCode }) };
}
