import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notOpened, storeFolder } from './open-store.ts';
import { defaultConfig } from './config/read-config.ts';

describe('the folder of a store', () => {
  it('that is gone is the only one with keys, since nothing else is left of it', () => {
    const root = mkdtempSync(join(tmpdir(), 'interline-gone-'));
    const config = defaultConfig({ INTERLINE_DATA: root });
    const devnet = join(root, 'devnet-0a1b2c3d');
    mkdirSync(join(devnet, 'keys'), { recursive: true });

    const found = storeFolder(config, {}, 'keys');
    const lookForStore = () => storeFolder(config, {});
    mkdirSync(join(root, 'devnet-1a1b2c3d', 'keys'), { recursive: true });
    const lookAmongTwo = () => storeFolder(config, {}, 'keys');

    expect(found).to.equal(devnet);
    expect(lookForStore).to.throw(/^there is no store in /);
    expect(lookAmongTwo).to.throw(/^there are 2 folders with keys in /);
    rmSync(root, { recursive: true });
  });
});

describe('a PostgreSQL that cannot be opened', () => {
  it("is reported by its code and what to do, never by the driver's words", () => {
    const said = (code?: string): string =>
      notOpened(
        Object.assign(
          new Error('postgres://user:hush@db.example'),
          code === undefined ? {} : { code },
        ),
      ).message;

    expect(said('28P01')).to.equal(
      "the store's PostgreSQL cannot be opened (28P01); user or password are wrong",
    );
    expect(said('ECONNREFUSED')).to.equal(
      "the store's PostgreSQL cannot be opened (ECONNREFUSED); nothing listens there: start it, or correct host and port",
    );
    expect([said('XX000'), said()]).to.deep.equal([
      "the store's PostgreSQL cannot be opened (XX000); check its URL and that it is up",
      "the store's PostgreSQL cannot be opened; check its URL and that it is up",
    ]);
  });
});
