import { expect } from 'chai';
import { databaseOf } from '../deploy-mainnet.ts';
import { readConfig } from './read-config.ts';

describe("a deployment's database", () => {
  const url = 'postgres://interline@db.example/relay';

  it('is a file by default', () => {
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

  it('has a replica if the config names one, which may lag 10 s if it says nothing else', () => {
    const database = {
      url: { env: 'LEDGER' },
      replica: { url: { env: 'STANDBY' }, maxLagSec: 2.5 },
    };
    const env = { LEDGER: url, STANDBY: 'postgres://interline@standby.example/relay' };

    expect(databaseOf({ database }, 'mainnet', env)).to.deep.include({
      url,
      replica: { url: env.STANDBY, maxLagMs: 2_500 },
    });
    expect(() => databaseOf({ database }, 'mainnet', { LEDGER: url })).to.throw(
      'the environment variable STANDBY, which is not set',
    );
    expect(() => databaseOf({ database }, 'mainnet', { ...env, STANDBY: 'a.sqlite' })).to.throw(
      /^the environment variable STANDBY holds no URL of a PostgreSQL/,
    );
  });

  it('in a file has no replica: one may be named only for PostgreSQL', () => {
    const database = { replica: { url: { env: 'STANDBY' } } };

    expect(() => readConfig({ profile: 'devnet', database })).to.throw(/database\.url/);
  });

  it('of another form is refused with its place, and never repeated', () => {
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
