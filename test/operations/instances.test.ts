import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPostgresStore } from '@interline/adapters/store';
import { railRegistry } from '@interline/plugins';
import { compose, type Composed, deployMainnet, parts, readConfig } from '@interline/server';
import { expect } from 'chai';
import { onPostgres } from '../contract/on-postgres.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { runInterline } from '../support/run-interline.ts';

onPostgres((given) => {
  describe('processes on one database', () => {
    let folder: string;
    let schema: string;
    const running: Composed[] = [];
    before(async () => {
      folder = await mkdtemp(join(fastFolder, 'interline-instances-'));
    });
    after(() => rm(folder, { recursive: true }));
    beforeEach(() => {
      schema = given().postgres.newSchema();
    });
    afterEach(() => Promise.all(running.splice(0).map((one) => one.close())));

    const keyOf = (digit: string) => `0x${digit.repeat(64)}`;
    const written = (former: readonly object[] = []) => ({
      profile: 'mainnet',
      dataDir: folder,
      logLevel: 'silent',
      database: { url: { env: 'DATABASE' }, schema },
      chains: [{ chainId: 8453, rpcUrls: ['https://node.example'] }],
      tokens: [{ chainId: 8453, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' }],
      keys: { spender: { env: 'SPENDER' }, float: { env: 'FLOAT' }, former },
    });
    interface Start {
      readonly role?: 'http' | 'worker';
      readonly version?: string;
      /** A digit for each key. */
      readonly spender?: string;
      readonly float?: string;
      readonly hasFormer?: boolean;
      readonly config?: object;
    }
    /** Composes one as `interline up` and `interline worker` do; no chain is asked. */
    async function start(differs: Start = {}): Promise<Composed> {
      const { role = 'worker', version = '1.0.0', spender = '1', float = '2' } = differs;
      const former = [{ spender: { env: 'SPENDER_1' }, float: { env: 'FLOAT_2' } }];
      const config = readConfig({
        ...written(differs.hasFormer === true ? former : []),
        ...differs.config,
      });
      if (config.profile !== 'mainnet') throw new Error('another profile was read');
      const deployment = deployMainnet(config, folder, {
        DATABASE: given().postgres.url,
        SPENDER: keyOf(spender),
        FLOAT: keyOf(float),
        SPENDER_1: keyOf('1'),
        FLOAT_2: keyOf('2'),
      });
      const composed = await compose(deployment, {
        instance: { role, version },
        rebind: (container) => {
          container.bind(parts.registry).toConstantValue(railRegistry([]));
        },
      });
      running.push(composed);
      return composed;
    }
    const said = (differs: Start): Promise<string> =>
      start(differs).then(
        () => 'it started',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    const idsThere = async () =>
      (
        await given().postgres.query<{ id: string }>(
          `SELECT id FROM ${schema}.instance ORDER BY id`,
        )
      ).map(({ id }) => id);

    it('start if they have the same keys and config, each with its own nodes and ports', async () => {
      await start({ role: 'http' });

      const beside = await said({
        config: {
          server: { port: 8_799 },
          chains: [{ chainId: 8453, rpcUrls: ['https://other-node.example'] }],
        },
      });

      expect(beside).to.equal('it started');
      expect(await idsThere()).to.have.length(2);
    });

    it('do not start with another float key than the others, which go on', async () => {
      const first = await start({ role: 'http' });

      const refused = await said({ float: '3' });

      expect(refused)
        .to.match(/^INSTANCES_DIFFER: the http process \S+, on this store since \d{4}-\S+Z, /)
        .and.to.contain(
          'has not the same: the float of eip155:8453 is 0x5cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb here and 0x1563915e194d8cfba1943570603f7606a3115508 there. Give',
        )
        .and.to.contain('stop the ones that differ first')
        .and.not.to.contain('3'.repeat(64));
      expect(await idsThere()).to.have.length(1);
      await first.container.get(parts.openStore).check();
    });

    it('end with 1 and the reason if the command line starts one that differs', async () => {
      await start();
      const file = join(folder, 'other.json');
      await writeFile(file, JSON.stringify(written()));

      const { code, err } = await runInterline(['worker', '--config', file], {
        env: { DATABASE: given().postgres.url, SPENDER: keyOf('1'), FLOAT: keyOf('3') },
      });

      expect(code).to.equal(1);
      expect(err).to.contain('INSTANCES_DIFFER: the worker process ');
    });

    it('do not start with another bound on money, which is named', async () => {
      await start();

      expect(await said({ config: { maxOpenPullsUsd: 5_000 } })).to.contain(
        'has not the same: policy maxOpenPullsUsd. Give',
      );
    });

    it('start with other keys once those that differ have stopped', async () => {
      const first = await start();
      running.splice(0);
      await first.close();

      expect(await said({ float: '3' })).to.equal('it started');
    });

    it('stop if they were taken for dead, and others that differ have joined meanwhile', async () => {
      const frozen = await start({ role: 'http' });

      // It may extend its lease in between: then the other one is refused and tries again.
      let other = '';
      while (other !== 'it started') {
        await given().postgres.query(`UPDATE ${schema}.instance SET leased_until_ms = 0`);
        other = await said({ float: '3' });
      }
      const reason = await frozen.atOdds.catch((error: unknown) => error);

      expect(reason)
        .to.be.instanceOf(Error)
        .with.property('message')
        .that.contains('INSTANCES_DIFFER: the worker process ');
    });

    it('start with rotated keys one after the other', async () => {
      await start();

      const rotated = await said({ spender: '3', float: '4', hasFormer: true });
      const late = await said({});

      expect(rotated).to.equal('it started');
      expect(late).to.contain('the keys here are former ones there');
    });

    it('start next to another release on the same migrations, whose config is not compared', async () => {
      await start();

      const updated = await said({ version: '1.1.0', config: { maxOpenPullsUsd: 5_000 } });
      const withOtherKey = await said({ version: '1.2.0', float: '3' });

      expect(updated).to.equal('it started');
      expect(withOtherKey).to.contain('INSTANCES_DIFFER: ');
    });

    it('start on a store that was restored with the rows of former processes in it', async () => {
      const store = await openPostgresStore({ url: given().postgres.url, schema });
      const former = { role: 'worker', version: '1.0.0', accounts: [], parts: {} };
      await store.instances.join({ ...former, id: 'p_copied' }, 10_000, () => undefined);
      await store.close();
      const meanwhile = await said({});
      await given().postgres.query(
        `UPDATE ${schema}.instance SET since_ms = since_ms - 86400000, leased_until_ms = leased_until_ms - 86400000`,
      );

      expect(meanwhile).to.contain('the worker process p_copied, ');
      expect(await said({})).to.equal('it started');
      expect(await idsThere())
        .to.have.length(1)
        .and.not.to.include('p_copied');
    });
  });
});
