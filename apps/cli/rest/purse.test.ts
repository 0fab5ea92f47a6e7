import type { ClaimDraft } from '@interline/client/passes';
import { expect } from 'chai';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Purse, purseOf } from './purse.ts';

describe('the purse', () => {
  const before = process.env['INTERLINE_PASSES'];
  let root: string;
  let purse: Purse;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'interline-purse-'));
    process.env['INTERLINE_PASSES'] = root;
    purse = purseOf('https://svc.example');
    await mkdir(purse.folder, { recursive: true });
  });
  afterEach(async () => {
    if (before === undefined) delete process.env['INTERLINE_PASSES'];
    else process.env['INTERLINE_PASSES'] = before;
    await rm(root, { recursive: true });
  });

  /** As a command finds it whose file another command took once its name was read: a name of no file. */
  const taken = (name: string) => symlink(join(root, 'gone'), join(purse.folder, name));

  it('shows the other drafts if another command takes one in between', async () => {
    const draft: ClaimDraft = {
      invoiceId: 'inv_1',
      seq: 1,
      key: { kty: 'RSA', n: 'AQ', e: 'AQAB' },
      values: [],
    };
    await purse.keepDraft(draft);
    await taken('0.draft');

    expect((await purse.drafts()).map((one) => one.draft)).to.deep.equal([draft]);
  });

  it('says what it cannot read of the mint, and does not take it for never seen', async () => {
    await mkdir(join(purse.folder, 'mint.pin'));

    expect(await purse.pins.read().catch((error: unknown) => error)).to.include({
      code: 'EISDIR',
    });
  });
});
