import { expect } from 'chai';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fastFolder } from '../support/fast-folder.ts';
import { type Ran, runInterline } from '../support/run-interline.ts';

describe('a deployment with money on Bitcoin and Stellar', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(fastFolder, 'interline-family-keys-'));
    await mkdir(join(folder, 'keys'), { mode: 0o700 });
    await writeFile(join(folder, 'keys', 'password'), 'a password of the test', { mode: 0o600 });
    await writeFile(join(folder, 'package.json'), '{}');
    await writeConfig({});
  });
  after(() => rm(folder, { recursive: true }));

  it('is checked without its secrets, and shown with every setting and no secret', async () => {
    const { code, out, err } = await interline('config', 'check', 'config.json');

    expect(code, err).to.equal(0);
    expect(out)
      .to.match(
        /^family +bitcoin: confirmations 1 up to 1000 USD, .*, then 6; final at 6; .*nodes 1,/m,
      )
      .and.to.match(/^family +stellar: confirmations 1; final at 1; .*maxFeeStroops 100000/m)
      .and.to.match(/^deposits +a price is held for 900 s where .*, parts are waited for 86400 s;/m)
      .and.to.contain('the environment variable BITCOIN_PASSWORD, which is not set');
  });

  it('is refused with the path of a setting that is wrong', async () => {
    await writeConfig({ bitcoin: { nodes: [], network: 'regtest' } });
    const { code, err } = await interline('config', 'check', 'config.json');
    await writeConfig({});

    expect(code).to.equal(1);
    expect(err).to.contain('families.bitcoin.nodes: ');
  });

  it('gets the keys that it lacks, each once, and prints the accounts to fund', async () => {
    const one = await interline('keys', 'create', 'bitcoin', '--config', 'config.json');
    const bitcoin = await readFile(join(folder, 'keys', 'bitcoin.json'), 'utf8');
    const rest = await interline('keys', 'create', '--config', 'config.json');
    const stranger = await interline('keys', 'create', 'tron', '--config', 'config.json');
    const listed = await interline('keys', 'list', '--config', 'config.json');

    expect([one.code, rest.code, stranger.code, listed.code], rest.err).to.deep.equal([0, 0, 2, 0]);
    expect(one.out).to.match(/^made +bitcoin in keys$/m);
    expect(rest.out)
      .to.match(/^made +spender in keys$/m)
      .and.to.match(/^made +stellar in keys$/m)
      .and.to.match(/^kept +bitcoin, which was there$/m);
    expect(await readFile(join(folder, 'keys', 'bitcoin.json'), 'utf8')).to.equal(bitcoin);
    expect((await readdir(join(folder, 'keys'))).toSorted()).to.deep.equal([
      'bitcoin.json',
      'float.keystore.json',
      'password',
      'spender.keystore.json',
      'stellar.json',
    ]);
    expect(stranger.err).to.contain('only for evm, bitcoin, stellar');
    expect(listed.out)
      .to.match(/^bitcoin, float bcrt1p\w+$/m)
      .and.to.match(/^stellar, float G[A-Z2-7]{55}$/m);
  });

  it('is examined node by node, whether any answers or not', async () => {
    const { out } = await interline('doctor', '--config', 'config.json');

    expect(out)
      .to.match(/^ok +keys +both keys open, and those of bitcoin, stellar$/m)
      .and.to.match(/^FAIL rpc +bitcoin: /m)
      .and.to.match(/^FAIL rpc +stellar: /m);
  });

  async function writeConfig(families: object): Promise<void> {
    const file = join(folder, 'config.json');
    await writeFile(
      file,
      JSON.stringify({
        profile: 'mainnet',
        keys: { keystore: 'keys', password: { file: 'keys/password' } },
        bitcoinNetwork: 'regtest',
        chains: [{ chainId: 8453, rpcUrls: ['http://127.0.0.1:1'] }],
        tokens: [{ chainId: 8453, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' }],
        families: {
          bitcoin: {
            network: 'regtest',
            nodes: [
              {
                rpcUrl: 'http://127.0.0.1:1',
                user: 'interline',
                password: { env: 'BITCOIN_PASSWORD' },
              },
            ],
          },
          stellar: { horizonUrls: ['http://127.0.0.1:1'] },
          ...families,
        },
      }),
    );
    await chmod(file, 0o600);
  }

  function interline(...args: readonly string[]): Promise<Ran> {
    const isCheck = args[0] === 'config';
    return runInterline(args, {
      cwd: folder,
      env: isCheck ? {} : { BITCOIN_PASSWORD: 'not-a-secret' },
    });
  }
});
