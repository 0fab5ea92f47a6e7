import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type Devnet, startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { feedCode } from '../support/feed-contract.ts';
import { freshWallet } from '../support/fresh-wallet.ts';
import { postgresOrSkip } from '../support/postgres.ts';
import { runInterline } from '../support/run-interline.ts';

interface Finding {
  readonly part: string;
  readonly ok: boolean;
  readonly says: string;
}

describe('the doctor, before a deployment starts', () => {
  const feed = `0x${'fe'.repeat(20)}`;
  const keys = { SPENDER: freshWallet(), FLOAT: freshWallet() };
  let devnet: Devnet;
  let folder: string;
  before(async () => {
    devnet = await startDevnet({ chainIds: [8453, 42161], port: 0 });
    folder = await mkdtemp(join(fastFolder, 'interline-doctor-test-'));
    await writeFile(join(folder, 'package.json'), '{}');
    await chainRpc(devnet, 8453, 'anvil_setCode', [
      feed,
      feedCode({
        decimals: 8,
        answer: 300_012_345_678n,
        updatedAtSec: BigInt(Math.floor(Date.now() / 1_000)),
      }),
    ]);
    for (const { chainId } of devnet.chains) {
      for (const { address } of Object.values(keys))
        await chainRpc(devnet, chainId, 'anvil_setBalance', [address, '0xde0b6b3a7640000']);
    }
  });
  after(async () => {
    await devnet.stop();
    await rm(folder, { recursive: true });
  });

  it('finds a sound one well, by node, clock, contract and account, and leaves nothing behind', async () => {
    const { code, findings } = await examine({});

    expect(findings.filter(({ ok }) => !ok)).to.deep.equal([]);
    expect(code).to.equal(0);
    expect(findings.map(({ part }) => part)).to.deep.equal([
      'node',
      'deployment',
      'config',
      'folder',
      'port',
      'database',
      'operator',
      'keys',
      'curve',
      'rpc',
      'rpc',
      'clock',
      'history',
      'history',
      'history',
      'history',
      'contract',
      'gas',
      'gas',
      'contract',
      'gas',
      'gas',
      'price',
    ]);
    expect(findings.find(({ part }) => part === 'database')?.says).to.match(
      /^a file in .*: \d+ of \d+ migrations are pending/,
    );
    expect(await readdir(folder)).to.deep.equal(['config.json', 'package.json']);
  });

  it('reports which node serves another chain, or none at all', async () => {
    const [base = '', arbitrum = ''] = devnet.chains.map(({ rpcUrl }) => rpcUrl);
    const { code, findings } = await examine({
      chains: [
        { chainId: 8453, rpcUrls: [base, arbitrum] },
        { chainId: 42161, rpcUrls: ['http://127.0.0.1:9', arbitrum] },
      ],
    });

    expect(code).to.equal(1);
    expect(
      findings
        .filter(({ ok }) => !ok)
        .map(({ part, says }) => `${part}: ${says.split(' holds ')[0]}`),
    ).to.deep.equal([
      'rpc: eip155:8453 node 2: serves another chain than the config says',
      'rpc: eip155:42161 node 1: does not answer as it should (unreachable)',
      'history: eip155:8453: 1 of 2 nodes answer; without 2 no transaction can be proven lost, so a transfer that depends on it waits',
      'history: eip155:42161: 1 of 2 nodes answer; without 2 no transaction can be proven lost, so a transfer that depends on it waits',
      'accounts: eip155:8453 cannot be reached now: unconfirmed, wrong-chain',
      'accounts: eip155:42161 cannot be reached now: unconfirmed, unreachable',
    ]);
  });

  it('reports an account without gas', async () => {
    await chainRpc(devnet, 42161, 'anvil_setBalance', [keys.SPENDER.address, '0x1']);

    const { code, findings } = await examine({});

    expect(code).to.equal(1);
    expect(
      findings
        .filter(({ ok }) => !ok)
        .map(({ part, says }) => `${part}: ${says.split(' holds ')[0]}`),
    ).to.deep.equal([`gas: spender ${keys.SPENDER.address.toLowerCase()}`]);
  });

  it('reports a key that does not open, and an invalid config, without repeating either', async () => {
    const keyless = await examine({}, { SPENDER: 'hush-hush', FLOAT: keys.FLOAT.privateKey });
    const faulty = await examine({ chians: [] });

    expect(keyless.findings.at(-1)).to.include({ part: 'wiring', ok: false });
    expect(faulty.findings.at(-1)).to.deep.include({ part: 'config', ok: false });
    expect([keyless.code, faulty.code]).to.deep.equal([1, 1]);
    expect(JSON.stringify(keyless.findings)).not.to.contain('hush-hush');
  });

  it('reports that a port is taken, that the folder cannot be made, and that the operator token is too short', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    // CAST: a listening TCP server's address is one of these.
    const { port } = holder.address() as AddressInfo;

    const { code, findings } = await examine(
      {
        server: { port },
        dataDir: join(folder, 'package.json', 'data'),
        operatorToken: { env: 'TOKEN' },
      },
      { SPENDER: keys.SPENDER.privateKey, FLOAT: keys.FLOAT.privateKey, TOKEN: 'short' },
    );
    holder.close();

    expect(code).to.equal(1);
    expect(findings.filter(({ ok }) => !ok).map(({ part }) => part)).to.include.members([
      'folder',
      'port',
      'operator',
    ]);
  });

  it('reports that a config without a price source pulls nothing, and which asset has no price', async () => {
    const none = await examine({ prices: undefined });
    const other = await examine({
      tokens: [{ chainId: 8453, address: 'native', symbol: 'ETH', decimals: 18, asset: 'OTHER' }],
    });

    expect(
      [none, other].map(({ code, findings }) => [
        code,
        ...findings
          .filter(({ part, ok }) => part === 'price' && !ok)
          .map(({ says }) => says.split(/,| that/)[0]),
      ]),
    ).to.deep.equal([
      [1, 'the config names no price source'],
      [1, 'OTHER has no fresh price'],
    ]);
  });

  it('starts the chains of a devnet to look at them, and leaves nothing behind', async () => {
    const { code, findings } = await examine({
      profile: 'devnet',
      chainIds: [8453],
      keys: undefined,
      chains: undefined,
      tokens: undefined,
      prices: undefined,
    });

    expect(findings.filter(({ ok }) => !ok)).to.deep.equal([]);
    expect([code, findings.find(({ part }) => part === 'devnet')?.says]).to.deep.equal([
      0,
      '1 local chains answer',
    ]);
    expect((await readdir(folder)).toSorted()).to.deep.equal(['config.json', 'package.json']);
  });

  it('finds the rails of a funded deployment well, the float lane among them', async () => {
    const { code, out } = await runInterline([
      'doctor',
      '--config',
      await configOf({
        profile: 'devnet',
        chainIds: [8453, 42161],
        keys: undefined,
        chains: undefined,
        tokens: undefined,
        prices: undefined,
      }),
      '--json',
    ]);

    const { findings } = JSON.parse(out) as { findings: Finding[] }; // CAST: what `doctor --json` prints, compared here.
    expect([code, findings.filter(({ ok }) => !ok)]).to.deep.equal([0, []]);
    expect(findings.filter(({ part }) => part === 'rail').map(({ says }) => says)).to.include(
      'floatlane',
    );
    const [tier, ...others] = findings.filter(({ part }) => part === 'tier');
    expect(tier?.says).to.match(
      /^floatlane: micro tier serves [0-9]+ destinations: eip155:[0-9]+(, eip155:[0-9]+)*$/,
    );
    expect(others).to.deep.equal([]);
  });

  it('asks one engine alone for a price, and names those that there are if it has none of that name', async () => {
    const engine = async (name: string): Promise<readonly Finding[]> => {
      const config = await configOf({
        profile: 'devnet',
        chainIds: [8453, 42161],
        keys: undefined,
        chains: undefined,
        tokens: undefined,
        prices: undefined,
      });
      const { out } = await runInterline([
        'doctor',
        '--config',
        config,
        '--engine',
        name,
        '--json',
      ]);
      // CAST: what `doctor --json` prints, compared here.
      const { findings } = JSON.parse(out) as { findings: Finding[] };
      return findings.filter(({ part }) => part === 'engine');
    };

    const [price, ...others] = await engine('lifi');
    const [unknown] = await engine('lify');

    expect(price?.says).to.match(
      /^100 USDC from eip155:\d+ to eip155:\d+ over lifi: 99\.\d+ USDC$/,
    );
    expect([price?.ok, others.filter(({ ok }) => !ok)]).to.deep.equal([true, []]);
    expect([unknown?.ok, unknown?.says.split('; ')[0]]).to.deep.equal([
      false,
      'no rail here has an engine lify',
    ]);
  });

  it('reports what the database lacks, and `interline migrate` adds it', async () => {
    const file = await configOf({});

    const before = await runInterline(['migrate', 'status', '--config', file, '--json'], {
      cwd: folder,
    });
    const up = await runInterline(['migrate', 'up', '--config', file], { cwd: folder });
    const { findings } = await examine({});

    expect(statesIn(before.out)).to.deep.equal(['pending']);
    expect([
      up.code,
      up.out.split('\n').filter((line) => line !== '' && !line.startsWith('applied ')),
    ]).to.deep.equal([0, []]);
    expect(findings.find(({ part }) => part === 'database')?.says).to.match(
      /: all \d+ migrations are applied$/,
    );
  });

  it('reports a replica that cannot be asked and one that can; neither stops anything', async function () {
    const postgres = await postgresOrSkip(this);
    try {
      const database = {
        url: { env: 'LEDGER' },
        schema: postgres.newSchema(),
        replica: { url: { env: 'STANDBY' } },
      };
      const told = async (standby: string) => {
        const { findings } = await examine(
          { database },
          {
            SPENDER: keys.SPENDER.privateKey,
            FLOAT: keys.FLOAT.privateKey,
            LEDGER: postgres.url,
            STANDBY: standby,
          },
        );
        return findings.filter(({ part }) => part === 'replica');
      };

      expect(await told('postgres://interline@127.0.0.1:1/postgres')).to.deep.equal([
        {
          part: 'replica',
          ok: true,
          isWarning: true,
          says: 'it cannot be asked (ECONNREFUSED); nothing listens there: start it, or correct host and port; the primary answers for it',
        },
      ]);
      expect(await told(postgres.url)).to.deep.equal([
        {
          part: 'replica',
          ok: true,
          says: 'it has what the primary has, and answers reads that may lag',
        },
      ]);
      const checked = await runInterline(['config', 'check', await configOf({ database })], {
        cwd: folder,
      });
      expect(checked.out)
        .to.contain('a replica that may lag 10 s answers the feed')
        .and.contain('environment variable STANDBY, which is not set');
    } finally {
      await postgres.stop();
    }
  });

  it('has missing secrets reported by `interline config check` too, which accepts such a config but no unknown rail', async () => {
    const checked = await runInterline(['config', 'check', await configOf({})], {
      cwd: folder,
      env: { SPENDER: 'set' },
    });
    const strange = await runInterline(
      ['config', 'check', await configOf({ rails: { settings: { floatlain: {} } } })],
      { cwd: folder },
    );

    expect([checked.code, strange.code]).to.deep.equal([0, 1]);
    expect(checked.out)
      .to.contain('environment variable FLOAT, which is not set')
      .and.not.to.contain('SPENDER');
    expect(strange.err).to.contain('the config names the rail "floatlain"');
  });

  async function examine(
    change: object,
    env: Readonly<Record<string, string>> = {
      SPENDER: keys.SPENDER.privateKey,
      FLOAT: keys.FLOAT.privateKey,
    },
  ): Promise<{ readonly code: number; readonly findings: readonly Finding[] }> {
    // Balances are read as deep as the chain's confirmations, and a head must be young.
    await Promise.all(
      devnet.chains.map(({ chainId }) => chainRpc(devnet, chainId, 'anvil_mine', ['0x20', '0x0'])),
    );
    const { code, out, err } = await runInterline(
      ['doctor', '--config', await configOf(change), '--json'],
      { cwd: folder, env },
    );
    if (out === '') throw new Error(err);
    const { findings } = JSON.parse(out) as { findings: Finding[] }; // CAST: what `doctor --json` prints, compared below.
    return { code, findings };
  }

  async function configOf(change: object): Promise<string> {
    const file = join(folder, 'config.json');
    await writeFile(
      file,
      JSON.stringify({
        profile: 'mainnet',
        dataDir: join(folder, 'data'),
        server: { port: 0 },
        keys: { spender: { env: 'SPENDER' }, float: { env: 'FLOAT' } },
        chains: devnet.chains.map(({ chainId, rpcUrl }) => ({ chainId, rpcUrls: [rpcUrl] })),
        tokens: [{ chainId: 8453, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' }],
        prices: {
          chainlink: {
            feeds: [{ asset: 'ETH', chainId: 8453, address: feed, heartbeatSec: 3_600 }],
          },
        },
        ...change,
      }),
    );
    return file;
  }

  function statesIn(out: string): readonly string[] {
    const { migrations } = JSON.parse(out) as { migrations: { state: string }[] }; // CAST: what `migrate --json` prints.
    return [...new Set(migrations.map(({ state }) => state))];
  }
});
