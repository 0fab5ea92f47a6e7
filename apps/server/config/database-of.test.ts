import { expect } from 'chai';
import { databaseOf } from '../deploy-mainnet.ts';

describe("a deployment's database", () => {
  const url = 'postgres://interline@db.example/relay';

  it('is a file where nothing is said', () => {
    expect(databaseOf({}, 'mainnet', {})).to.deep.equal({ kind: 'file' });
    expect(databaseOf({}, 'mainnet', { DATABASE_URL: '' })).to.deep.equal({ kind: 'file' });
  });

  it('is the one DATABASE_URL names, in a schema named after the store', () => {
    expect(databaseOf({}, 'devnet_3F-a.9', { DATABASE_URL: url })).to.deep.equal({
      kind: 'postgres',
      url,
      schema: 'interline_devnet_3f_a_9',
    });
  });

  it("is the config's before all", () => {
    const database = { url: { env: 'LEDGER' }, schema: 'second' };

    expect(
      databaseOf({ database }, 'mainnet', {
        LEDGER: url,
        DATABASE_URL: 'postgres://other.example',
      }),
    ).to.deep.equal({ kind: 'postgres', url, schema: 'second' });
    expect(() => databaseOf({ database }, 'mainnet', {})).to.throw(
      'the environment variable LEDGER, which is not set',
    );
  });

  it('of another form is refused by where it stands, and never repeated', () => {
    for (const text of [
      'mysql://user:hush@db.example/relay',
      'db.example',
      'postgres://user:hu sh@@/relay',
    ]) {
      expect(() => databaseOf({}, 'mainnet', { DATABASE_URL: text })).to.throw(
        /^the environment variable DATABASE_URL holds no URL of a PostgreSQL; wanted postgres:\/\/user:password@host\/name, with/,
      );
      expect(() =>
        databaseOf({ database: { url: { env: 'LEDGER' } } }, 'mainnet', { LEDGER: text }),
      ).to.throw(/^the environment variable LEDGER holds/);
    }
  });
});
