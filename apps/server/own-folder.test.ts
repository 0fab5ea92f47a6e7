import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ownFolder } from './own-folder.ts';

describe('the data folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'interline-folder-'));
  after(() => rmSync(folder, { recursive: true }));

  it('is made for its owner only, and used as it is the next time', () => {
    const own = join(folder, 'data', 'mainnet');

    ownFolder(own);
    ownFolder(own);

    expect(statSync(own).mode & 0o777).to.equal(0o700);
  });

  it('that lies in a file is named, with what to do', () => {
    writeFileSync(join(folder, 'file'), '');

    expect(() => ownFolder(join(folder, 'file'))).to.throw('cannot be made or written (ENOTDIR)');
    expect(() => ownFolder(join(folder, 'file', 'data'))).to.throw(
      /^the data folder .*file.data cannot be made or written \(ENOTDIR\); give this user the right to it, or choose another/,
    );
  });
});
