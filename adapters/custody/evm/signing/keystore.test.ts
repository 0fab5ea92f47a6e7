import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect } from 'chai';
import { Wallet } from 'ethers';
import { createKeystore, openKeystore } from './keystore.ts';

const devnetN = 1_024;

describe('the keystore', () => {
  let folder: string;
  let path: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'interline-keystore-'));
  });
  beforeEach(() => {
    path = join(folder, 'keys', `${Math.random()}.json`);
  });
  after(() => rm(folder, { recursive: true }));

  it('keeps a key that only the password opens, in a file only its owner reads', async () => {
    const made = await createKeystore({ path, password: 'canary-password' }, devnetN);

    const opened = await openKeystore({ path, password: 'canary-password' });
    const inside = (await Wallet.fromEncryptedJson(await readFile(path, 'utf8'), 'canary-password'))
      .privateKey;

    expect(opened.address).to.equal(made.address);
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
    expect(await readFile(path, 'utf8')).not.to.contain(inside.slice(2));
  });

  it('does not open with another password, and the error repeats neither', async () => {
    await createKeystore({ path, password: 'canary-password' }, devnetN);

    const error = await openKeystore({ path, password: 'canary-guess' }).catch(
      (thrown: unknown) => thrown,
    );

    expect(String(error)).to.equal(
      `Error: the keystore ${path} does not open: the password is wrong or the file is damaged`,
    );
    expect(inspect(error, { depth: 9, showHidden: true })).not.to.contain('canary');
  });

  it('is never overwritten', async () => {
    await createKeystore({ path, password: 'a' }, devnetN);
    const before = await readFile(path, 'utf8');

    expect(
      await createKeystore({ path, password: 'b' }, devnetN).catch(
        (error: { code: string }) => error.code,
      ),
    ).to.equal('EEXIST');
    expect(await readFile(path, 'utf8')).to.equal(before);
  });

  it('is not opened while others may read it, nor when it is not a keystore', async () => {
    await createKeystore({ path, password: 'a' }, devnetN);
    await chmod(path, 0o640);
    expect(await openKeystore({ path, password: 'a' }).catch(String)).to.equal(
      `Error: the keystore ${path} can be read by others; set its mode to 0600`,
    );

    await chmod(path, 0o600);
    await writeFile(path, '{"key":"canary"}');
    expect(await openKeystore({ path, password: 'a' }).catch(String)).to.equal(
      `Error: ${path} is not a Web3 secret storage keystore`,
    );
  });
});
