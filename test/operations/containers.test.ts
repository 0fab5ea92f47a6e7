import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientAddress, trustedProxies } from '@interline/http';
import { readConfigFile } from '@interline/server';
import { expect } from 'chai';
import { parse } from 'yaml';
import { runInterline } from '../support/run-interline.ts';

interface Container {
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly logging?: { readonly options?: Readonly<Record<string, string>> };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly stop_grace_period?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
}

interface Compose {
  readonly services: Readonly<Record<string, Container>>;
  readonly networks: {
    readonly default: {
      readonly ipam: { readonly config: readonly { readonly subnet: string }[] };
    };
  };
}

const folder = fileURLToPath(new URL('../../apps/deploy', import.meta.url));
const ours = ['migrate', 'http', 'worker'] as const;

describe('the compose file', () => {
  const { services, networks } = parse(readFileSync(join(folder, 'compose.yaml'), 'utf8'), {
    merge: true,
  }) as Compose; // CAST: every field is compared below.
  const example = resolve(
    folder,
    /:-([^}]+)\}/.exec(services['http']?.volumes?.[0] ?? '')?.[1] ?? '',
  );
  const config = readConfigFile(example);

  it('runs service, workers, migration and PostgreSQL by commands that there are', async () => {
    expect(Object.keys(services)).to.deep.equal(['postgres', ...ours]);
    for (const name of ours) {
      const command = services[name]?.command ?? [];
      const { code, err } = await runInterline([...command, '--help']);
      expect([code, err], name).to.deep.equal([0, '']);
      expect(command, name).to.include('/etc/interline/interline.yaml');
    }
  });

  it('gives every process the secrets that its example config names', () => {
    const named = [...readFileSync(example, 'utf8').matchAll(/^[^#\n]*\{ env: (\w+) \}/gm)].map(
      ([, name = '']) => name,
    );

    expect(named).to.have.length(4);
    for (const name of ours)
      expect(Object.keys(services[name]?.environment ?? {}).sort(), name).to.deep.equal(
        named.sort(),
      );
  });

  it('bounds what each container may take of the machine: memory, processes and its log', () => {
    for (const [name, { mem_limit, pids_limit, logging }] of Object.entries(services))
      expect([mem_limit, pids_limit, Object.keys(logging?.options ?? {})], name).to.deep.equal([
        '1g',
        256,
        ['max-size', 'max-file'],
      ]);
  });

  it('made all clients one behind its bridge: the example believes the address that it forwards from', () => {
    const [subnet = ''] = networks.default.ipam.config.map((each) => each.subnet);
    const gateway = subnet.replace('.0/24', '.1');
    const isProxy = trustedProxies(config.server.trustedProxies);
    const clientOf = (address: string): string =>
      clientAddress(
        { headers: { 'x-forwarded-for': address }, socket: { remoteAddress: gateway } },
        isProxy,
      );

    expect(['203.0.113.7', '198.51.100.9'].map(clientOf)).to.deep.equal([
      '203.0.113.7',
      '198.51.100.9',
    ]);
  });

  it("publishes the config's own ports, on loopback only", () => {
    const ports = [config.server.port, config.metrics.port];

    expect(services['http']?.ports).to.deep.equal(ports.map((port) => `127.0.0.1:${port}:${port}`));
    expect(services['worker']?.ports).to.equal(undefined);
  });

  it('waits longer for a stop than the stop takes: the notice, 3 s for requests, 2 s for loops', () => {
    expect(Number.parseInt(services['http']?.stop_grace_period ?? '', 10)).to.be.greaterThan(
      config.server.stopNoticeSec + 3 + 2,
    );
  });

  it('builds from what is there, on the Node of .nvmrc, as an unprivileged user', () => {
    const { context = '', dockerfile = '' } = services['http']?.build ?? {};
    const root = resolve(folder, context);
    const lines = readFileSync(join(root, dockerfile), 'utf8').split('\n');

    expect(dirname(join(root, dockerfile))).to.equal(folder);
    expect(
      lines
        .filter((line) => line.startsWith('FROM '))
        .every((line) =>
          line.includes(`node:${readFileSync(join(root, '.nvmrc'), 'utf8').trim()}-`),
        ),
    ).to.equal(true);
    expect(lines.indexOf('USER node')).to.be.greaterThan(
      lines.findLastIndex((line) => line.startsWith('COPY') || line.startsWith('RUN')),
    );
    expect(
      existsSync(
        join(
          root,
          /"node", "([^"]+)"/.exec(
            lines.find((line) => line.startsWith('ENTRYPOINT')) ?? '',
          )?.[1] ?? '',
        ),
      ),
    ).to.equal(true);
  });

  it('takes only what is there out of the packages, so that a package that changes its folders is noticed here and not in a build', () => {
    const root = resolve(folder, services['http']?.build?.context ?? '');
    const [, paths = ''] =
      /^RUN rm -r (.+)$/m.exec(
        readFileSync(join(root, services['http']?.build?.dockerfile ?? ''), 'utf8'),
      ) ?? [];

    expect(paths.split(' ').map((path) => [path, existsSync(join(root, path))])).to.deep.equal(
      ['node_modules/typeorm/browser', 'node_modules/better-sqlite3/deps'].map((path) => [
        path,
        true,
      ]),
    );
  });

  it('leaves the secrets in .env, stores, keys and configs out of the image, whose layers are readable to anyone who gets it', () => {
    const root = resolve(folder, services['http']?.build?.context ?? '');
    const patterns = readFileSync(
      join(root, `${services['http']?.build?.dockerfile ?? ''}.dockerignore`),
      'utf8',
    )
      .trim()
      .split('\n');
    const isLeftOut = (path: string): boolean =>
      patterns.some((pattern) => matchesGlob(path, pattern.replace(/^\//, '')));

    for (const path of [
      '.env',
      'apps/deploy/.env',
      'apps/deploy/.env.production',
      'data',
      'interline.yaml',
      '.git',
      'service.log',
    ])
      expect(isLeftOut(path), path).to.equal(true);
    for (const path of [
      'package.json',
      'apps/cli/bin/interline.js',
      'apps/cli/examples/mainnet.yaml',
    ])
      expect(isLeftOut(path), path).to.equal(false);
    expect(readFileSync(join(root, '.gitignore'), 'utf8').split('\n')).to.include('.env');
  });
});
