import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { migrateStore, openKeys, storeOfDevnet } from '@interline/server';
import { expect } from 'chai';
import { onPostgres } from '../contract/on-postgres.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { runInterline } from '../support/run-interline.ts';

onPostgres((given) => {
  describe('a dry run of a rotation of keys', () => {
    let data: string;
    before(async () => {
      data = await mkdtemp(join(fastFolder, 'devnet-pg-'));
      await openKeys({ kind: 'made', dir: join(data, 'keys') });
    });
    after(() => rm(data, { recursive: true, force: true }));
    const rotate = (env: Readonly<Record<string, string>>) =>
      runInterline(['keys', 'rotate', '--data', data, '--dry-run'], { env });

    it('reads the store of the service, which DATABASE_URL names, and says which it read', async () => {
      const { url } = given().postgres;
      const place = storeOfDevnet(data, {}, { DATABASE_URL: url });
      const schema = `interline_${basename(data).toLowerCase().replaceAll('-', '_')}`;
      const before = await rotate({ DATABASE_URL: url });
      await migrateStore(place);

      const shown = await rotate({ DATABASE_URL: url });
      await given().postgres.query(`DROP SCHEMA ${schema} CASCADE`);

      expect(before.out).to.contain(schema).and.to.contain('There is no store there');
      expect(shown.out)
        .to.contain(`PostgreSQL, schema ${schema}`)
        .and.to.contain('0 routes were begun with these keys');
      expect(shown.out + shown.err).not.to.contain(url);
    });

    it('says that it counted no routes if it found no store, and how to name one', async () => {
      const { code, out } = await rotate({});

      expect(code).to.equal(0);
      expect(out)
        .to.contain(`a file in ${data}`)
        .and.to.contain('which routes were begun with them, is not known')
        .and.to.contain('DATABASE_URL')
        .and.not.to.contain('0 were begun');
    });
  });
});
