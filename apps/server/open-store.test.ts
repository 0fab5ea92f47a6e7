import { pinoLog } from '@interline/adapters/log';
import { expect } from 'chai';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notOpened, openServiceStore, storeFolder } from './open-store.ts';
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

describe('a damaged store', () => {
  const log = pinoLog('silent');
  let storeDir: string;
  beforeEach(() => {
    storeDir = mkdtempSync(join(tmpdir(), 'interline-damaged-'));
  });
  afterEach(() => rmSync(storeDir, { recursive: true }));

  const said = (): Promise<string> =>
    openServiceStore({ storeDir, database: { kind: 'file' } }, log).then(
      () => 'it opens',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );

  it('is named, left as it is, and says how a copy takes its place', async () => {
    const file = join(storeDir, 'journal.sqlite');
    writeFileSync(file, 'no database at all', { mode: 0o600 });

    expect(await said()).to.equal(
      `the store ${file} is damaged (SQLITE_NOTADB) and was left as it is; move it away with its -wal and -shm, keep them, and put a copy in its place: interline restore FILE`,
    );
    expect(readFileSync(file, 'utf8')).to.equal('no database at all');
  });

  it('with an overwritten middle is refused as damaged', async () => {
    const file = join(storeDir, 'journal.sqlite');
    const sound = await openServiceStore({ storeDir, database: { kind: 'file' } }, log);
    await sound.close();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(7, 4_096, 16_384));

    expect(await said()).to.match(/^the store .* is damaged \(SQLITE_CORRUPT\)/);
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
