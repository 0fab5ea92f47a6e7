import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBitcoind, wantedBitcoind } from './find-bitcoind.ts';

const script = fileURLToPath(new URL('write-template.ts', import.meta.url));

describe('what npm run bitcoind makes next to the program', () => {
  it('is the wallet that the first devnet starts with', function () {
    if (findBitcoind() === null) {
      if (process.env['CI']) throw new Error(`this test needs bitcoind: ${wantedBitcoind}`);
      this.skip();
    }
    const folder = mkdtempSync(join(tmpdir(), 'interline-template-test-'));
    const template = join(folder, `interline-bitcoin-template-${userInfo().uid}`);

    const said = execFileSync(process.execPath, ['--conditions=interline-source', script], {
      env: { ...process.env, TMPDIR: folder },
      encoding: 'utf8',
    });
    const [isThere, hasWallet] = [
      existsSync(join(template, 'regtest', 'blocks')),
      existsSync(join(template, 'regtest', 'wallets', 'faucet')),
    ];
    rmSync(folder, { recursive: true });

    expect(said).to.equal(`the wallet that devnets start with: ${template}\n`);
    expect([isThere, hasWallet]).to.deep.equal([true, true]);
  });
});
