import { expect } from 'chai';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sessionOf } from './kept-session.ts';

const session = {
  token: 'sess_1',
  address: '0x1',
  chainId: 8453,
  scopes: ['account.read' as const],
  expiresAt: 1_000,
};

describe('a session that is kept', () => {
  let folder: string;
  const before = process.env['INTERLINE_SESSIONS'];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'interline-sessions-'));
    process.env['INTERLINE_SESSIONS'] = join(folder, 'deeper');
  });
  afterEach(async () => {
    if (before === undefined) delete process.env['INTERLINE_SESSIONS'];
    else process.env['INTERLINE_SESSIONS'] = before;
    await rm(folder, { recursive: true });
  });

  it('is of one service, for its user alone, until it is over or forgotten', async () => {
    const here = sessionOf('http://127.0.0.1:8787');
    await here.keep(session);

    expect(((await stat(here.file)).mode & 0o777).toString(8)).to.equal('600');
    expect(((await stat(join(folder, 'deeper'))).mode & 0o777).toString(8)).to.equal('700');
    expect(await here.read(999)).to.deep.equal(session);
    expect(await failure(here.read(1_000))).to.match(/^the session is over at .+; run "interline/);
    expect(await failure(sessionOf('http://127.0.0.1:8788').read(999))).to.match(
      /^there is no session at http:\/\/127\.0\.0\.1:8788; run/,
    );
    await here.forget();
    expect(await failure(here.read(999))).to.match(/^there is no session/);
  });
});

async function failure(outcome: Promise<unknown>): Promise<string> {
  return outcome.then(
    () => 'none',
    (error: unknown) => (error as Error).message, // CAST: only such are thrown.
  );
}
