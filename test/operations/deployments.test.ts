import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { configJsonSchema, readConfigFile } from '@interline/server';
import { exampleFile, serviceClient, startingConfigs } from '@interline/cli';
import { settingsSchemas } from '@interline/plugins';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { parse } from 'yaml';
import { fastFolder } from '../support/fast-folder.ts';
import { runInterline } from '../support/run-interline.ts';
import { startCommand } from '../support/service-command.ts';

describe('the deployments that ship as examples', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(fastFolder, 'interline-init-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are written by `interline init` for their owner alone, and are valid as they are', async () => {
    const file = join(folder, 'mine.yaml');

    const written = await runInterline(['init', '--like', 'mainnet-postgres', '--output', file]);
    const checked = await runInterline(['config', 'check', file]);

    expect([written.code, written.err, checked.code, checked.err]).to.deep.equal([0, '', 0, '']);
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    expect(startingConfigs.map((like) => readConfigFile(exampleFile(like)).profile)).to.deep.equal([
      'devnet',
      'mainnet',
      'mainnet',
    ]);
  });

  it('hold money on bitcoin and stellar too, once what they say of these is uncommented', async () => {
    const file = join(folder, 'mine.yaml');
    const text = await readFile(exampleFile('mainnet'), 'utf8');
    const [before = '', families = ''] = text.split(/(?=^# families:$)|(?<=^#     channels: 4)$/m);
    const whole = families.replaceAll(/^# ( *[^ A-Z])/gm, '$1').replaceAll(/^ *[A-Z#].*$/gm, '');
    await writeFile(file, before.replace('  # families: {', '  families: {') + whole);

    const checked = await runInterline(['config', 'check', file]);

    expect([checked.code, checked.err]).to.deep.equal([0, '']);
    expect(checked.out).to.match(/family +bitcoin: .*nodes 2/);
    expect(checked.out).to.match(/family +stellar: .*usdcIssuer GA5ZSEJYB37JRC5/);
  });

  it('never take the place of a config that is there', async () => {
    const file = join(folder, 'interline.yaml');
    await writeFile(file, 'mine');

    const { code, err } = await runInterline(['init', '--output', file]);

    expect([code, err.trim()]).to.deep.equal([
      1,
      `error ${file} exists already; name another file with --output`,
    ]);
    expect(await readFile(file, 'utf8')).to.equal('mine');
  });

  it("have the gas ceilings that hold printed by `interline config check`, the config's own before ours", async () => {
    const file = join(folder, 'mine.yaml');
    await runInterline(['init', '--like', 'mainnet-postgres', '--output', file]);
    const text = await readFile(file, 'utf8');
    const checked = async (ceilings: string) => {
      await writeFile(
        file,
        text.replace('  - chainId: 8453\n    rpc', `  - chainId: 8453\n    ${ceilings}\n    rpc`),
      );
      return runInterline(['config', 'check', file]);
    };

    const set = await checked('gasCeilings: { pull: 600000, payout: 21000 }');
    const tooLow = await checked('gasCeilings: { payout: 20999 }');

    const lines = set.out.split('\n').filter((line) => line.includes('most gas'));
    expect(lines.map((line) => line.trim().replace(/^most gas +/, ''))).to.deep.equal([
      'eip155:8453: allowance 200000, pull 600000, approve 150000, call 3000000, payout 21000, refund 500000; at most 5 gwei each',
      'eip155:42161: allowance 200000, pull 500000, approve 150000, call 3000000, payout 300000, refund 500000; at most 5 gwei each',
      'eip155:10: allowance 200000, pull 500000, approve 150000, call 3000000, payout 300000, refund 500000; at most 5 gwei each',
    ]);
    expect(tooLow.code).to.equal(1);
    expect(tooLow.err).to.contain('chains.0.gasCeilings.payout');
  });

  it("are refused by `interline config check` with a rail's setting that the rail does not know", async () => {
    const file = join(folder, 'interline.yaml');
    await writeFile(file, 'profile: devnet\nrails: { settings: { floatlane: { baseBpz: 3 } } }\n');

    const { code, err } = await runInterline(['config', 'check', file]);

    expect([code, err.trim()]).to.deep.equal([
      1,
      'error rail "floatlane" has no setting "baseBpz"; a key it does not know is a typo',
    ]);
  });

  it('were found valid by `interline config check` with a value that the rail cannot use, and refused by `up`', async () => {
    const file = join(folder, 'interline.yaml');
    await writeFile(
      file,
      'profile: devnet\nrails: { settings: { aggregators: { engineDeadlineMs: soon, engines: { lifi: { apiKey: { env: NOT_SET_HERE } } } } } }\n',
    );

    const { code, err } = await runInterline(['config', 'check', file]);

    expect([code, err.trim()]).to.deep.equal([
      1,
      'error rail "aggregators" cannot use its settings: engineDeadlineMs: Invalid input: expected number, received string',
    ]);
  });

  it('name every secret and hold none', async () => {
    for (const like of startingConfigs) {
      const text = await readFile(exampleFile(like), 'utf8');

      expect(text, like).not.to.match(/(key|token|password|secret)\w*: *['"]?(0x)?[0-9a-z]{16,}/i);
      expect(text, like).not.to.match(/0x[0-9a-f]{64}|:\/\/[^/\s]*@(?!host)/i);
    }
  });

  it('conform to the JSON Schema of `interline config schema`, which finds a typo', async () => {
    const { out } = await runInterline(['config', 'schema']);
    const isConfig = new Ajv2020({
      strict: false,
      formats: { uri: (text: string) => URL.canParse(text) },
    }).compile(JSON.parse(out) as object); // CAST: it is compared whole below.

    const schema = configJsonSchema(await settingsSchemas(process.cwd()));
    expect(JSON.parse(out)).to.deep.equal(JSON.parse(JSON.stringify(schema)));
    for (const like of startingConfigs) {
      // CAST: the config reader has taken it for one above.
      const config = parse(await readFile(exampleFile(like), 'utf8')) as Record<string, unknown>;
      expect(isConfig(config), like).to.equal(true);
      expect(isConfig({ ...config, sever: {} }), like).to.equal(false);
      expect(isConfig({ ...config, server: { port: '8787' } }), like).to.equal(false);
    }
  });

  it('start: the devnet serves, and its metrics are reported', async () => {
    const file = join(folder, 'devnet.yaml');
    const text = await readFile(exampleFile('devnet'), 'utf8');
    await writeFile(
      file,
      text
        .replace('dataDir: data', `dataDir: ${join(folder, 'data')}`)
        .replace('port: 8787', 'port: 0')
        .replace('chainIds: [8453, 42161]', 'chainIds: [8453]'),
    );

    const service = await startCommand(['--config', file]);
    try {
      expect(await serviceClient(service.url).get('/readyz')).to.deep.include({ status: 'ready' });
      expect((await fetch(`${service.metricsUrl}/metrics`)).status).to.equal(200);
    } finally {
      service.signal('SIGTERM');
    }
    expect(await service.exited).to.equal(0);
  });
});
