import { expect } from 'chai';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whoseKeys } from './keys-folders.ts';

describe('a keys command without an option for whose keys', () => {
  it('names the devnets that have keys in the data folder, and the folder if none has', async () => {
    const data = await mkdtemp(join(tmpdir(), 'interline-keys-'));
    const none = whoseKeys({ INTERLINE_DATA: data }).message;
    await mkdir(join(data, 'devnet-0a1b', 'keys'), { recursive: true });
    await mkdir(join(data, 'devnet-empty'));
    const one = whoseKeys({ INTERLINE_DATA: data }).message;
    await rm(data, { recursive: true });

    expect(none).to.contain(`"${data}" (INTERLINE_DATA names another), there are no keys`);
    expect(one).to.match(/there are the keys of --data \S+devnet-0a1b$/);
  });
});
