import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigError, defaultConfig, readConfig, readConfigFile, readPort } from './read-config.ts';
import { readSecret } from './secrets.ts';

const mainnet = {
  profile: 'mainnet',
  chains: [{ chainId: 8453, rpcUrls: ['https://one.example', 'https://two.example'] }],
  tokens: [{ chainId: 8453, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' }],
  keys: { keystore: '/srv/keys', password: { env: 'KEYSTORE_PASSWORD' } },
};

describe("a deployment's config", () => {
  it('with nothing configured is the whole devnet', () => {
    expect(defaultConfig({})).to.deep.equal({
      profile: 'devnet',
      dataDir: 'data',
      logLevel: 'warn',
      membership: { collections: [] },
      messaging: { retentionDays: 14, coverRowsPerDay: 2_000 },
      server: {
        host: '127.0.0.1',
        port: 8787,
        basePath: '',
        console: true,
        explorers: {},
        stopNoticeSec: 0,
        trustedProxies: [],
      },
      sponsor: {},
      payments: { settlesPerKey: 1_000 },
      limits: { scale: 1, keyFactor: 10 },
      metrics: { enabled: true, host: '127.0.0.1' },
      rails: { settings: {}, targets: {} },
      operators: [],
      deposits: {
        lockSec: 900,
        minedWithinSec: 3_600,
        expiresSec: 86_400,
        unpaidPerClient: 10,
        unpaidInAll: 1_000,
        lockedUsd: 100_000,
        lockedShareBps: 1_000,
      },
      evidence: {},
      float: { targets: [], gas: [], maxRebalanceCostBps: 30 },
      books: { reconcileEverySec: 180, deficitPayoutLimitUsd: 10, gasAdjustmentPct: {} },
      compare: { thresholdPct: 5 },
      parBandPct: 1,
      primitives: { mostPerClient: 100, mostInAll: 1_000 },
      retention: { archiveAfterDays: 90 },
      hooks: { allowLoopback: false },
      rpcUrls: {},
      batching: [],
    });
  });

  it('takes port, data folder, operator token and nodes from the environment', () => {
    const config = defaultConfig({
      PORT: '9000',
      METRICS_PORT: '9500',
      INTERLINE_DATA: '/var/interline',
      INTERLINE_OPERATOR_TOKEN: 'a secret',
      EVM_RPC_8453: 'http://a.example,http://b.example',
      HOOKS_LOOPBACK: '1',
      INTERLINE_TRACES: 'http://127.0.0.1:4318/v1/traces',
    });

    expect(config.metrics.port).to.equal(9500);
    expect(config).to.deep.include({
      tracing: {
        url: 'http://127.0.0.1:4318/v1/traces',
        headers: {},
        sampleRatio: 1,
        tellsReceivers: false,
      },
      hooks: { allowLoopback: true },
      dataDir: '/var/interline',
      server: {
        host: '127.0.0.1',
        port: 9000,
        basePath: '',
        console: true,
        explorers: {},
        stopNoticeSec: 0,
        trustedProxies: [],
      },
      operatorToken: { env: 'INTERLINE_OPERATOR_TOKEN' },
      rpcUrls: { 8453: ['http://a.example', 'http://b.example'] },
    });
  });

  it('for real chains names everything', () => {
    expect(readConfig(mainnet)).to.deep.include({
      profile: 'mainnet',
      chains: [{ ...mainnet.chains[0], batching: false, holdSec: 30 }],
      maxOpenPullsUsd: 100_000,
      openPullsShareBps: 5_000,
    });
  });

  for (const [what, change, says] of [
    [
      'a resolver by its name',
      { server: { resolver: 'dns.example' } },
      'server.resolver: wanted the address of a resolver, such as 192.0.2.53 or [2001:db8::53]:53',
    ],
    ['an unknown key', { dataDirectory: '/x' }, 'config: Unrecognized key: "dataDirectory"'],
    [
      'a secret in the file',
      { operatorToken: 'in plain sight' },
      'operatorToken: wanted where the secret is, { env: NAME } or { file: PATH }, and never the secret itself',
    ],
    [
      'a private key in the file',
      { keys: { spender: '0x01', float: { env: 'FLOAT' } } },
      'keys.spender: wanted where the secret is',
    ],
    ['no chains', { chains: [] }, 'chains: Too small: expected array to have >=1 items'],
    [
      'a node that is not a URL',
      { chains: [{ chainId: 1, rpcUrls: ['localhost'] }] },
      'chains.0.rpcUrls.0: wanted an http or https URL, or where one is: { env: NAME }',
    ],
    [
      'a node that speaks no HTTP',
      { chains: [{ chainId: 8453, rpcUrls: ['wss://one.example'] }] },
      'chains.0.rpcUrls.0: wanted an http or https URL',
    ],
    [
      'a chain twice',
      { chains: [mainnet.chains[0], mainnet.chains[0]] },
      'chains.1.chainId: chain 8453 is here twice; name all of its nodes in one entry',
    ],
    [
      'a token on a chain it does not have',
      { tokens: [{ ...mainnet.tokens[0], chainId: 10 }] },
      'tokens.0.chainId: chain 10 is not among the chains; there are 8453',
    ],
    [
      'a token twice',
      { tokens: [mainnet.tokens[0], mainnet.tokens[0]] },
      'tokens.1.address: this token of chain 8453 is here twice',
    ],
    [
      'an address with a letter typed wrong',
      { tokens: [{ ...mainnet.tokens[0], address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02914' }] },
      'tokens.0.address: its capitals are not those of its checksum (EIP-55)',
    ],
    [
      'a token without an address',
      { tokens: [{ chainId: 1, address: 'USDC', symbol: 'USDC', decimals: 6, asset: 'USD' }] },
      'tokens.0.address: wanted an EVM address',
    ],
    [
      'a fee threshold below the standard charge',
      { compare: { thresholdPct: 0.08 } },
      'compare.thresholdPct: Too small: expected number to be >=0.1',
    ],
    [
      'a proxy range that holds all addresses',
      { server: { trustedProxies: ['10.0.0.0/8', '0.0.0.0/0'] } },
      'server.trustedProxies.1: wanted an address, or a range such as 10.0.0.0/8',
    ],
    [
      'words from an endpoint that is not a URL',
      { ask: { baseUrl: 'models.example/v1', model: 'small' } },
      'ask.baseUrl: Invalid URL',
    ],
    [
      "a model's key in the open",
      { ask: { baseUrl: 'https://models.example/v1', model: 'small', apiKey: 'sk-1' } },
      'ask.apiKey: wanted where the secret is',
    ],
    [
      'more confirmations than the final depth',
      { chains: [{ ...mainnet.chains[0], confirmations: 129 }] },
      'chains.0.confirmations: 129 confirmations are more than the final depth of 128, to which reorgs are watched; set finalDepth to 129 at least',
    ],
    [
      "a final depth below the chain's own confirmations",
      { chains: [{ ...mainnet.chains[0], finalDepth: 11 }] },
      'chains.0.finalDepth: 12 confirmations are more than the final depth of 11',
    ],
    [
      'fewer confirmations for more money',
      {
        chains: [
          {
            ...mainnet.chains[0],
            confirmations: { tiers: [{ upToUsd: 1_000, confirmations: 20 }], above: 19 },
          },
        ],
      },
      'chains.0.confirmations: a larger value must not need fewer confirmations: 19 after 20',
    ],
    [
      'tiers that do not go up',
      {
        chains: [
          {
            ...mainnet.chains[0],
            confirmations: {
              tiers: [
                { upToUsd: 1_000, confirmations: 2 },
                { upToUsd: 1_000, confirmations: 4 },
              ],
              above: 12,
            },
          },
        ],
      },
      'chains.0.confirmations: the tiers must go up in value',
    ],
    [
      'slow bumps that are faster than the first ones',
      { chains: [{ ...mainnet.chains[0], bumpAfterSec: 61, slowBumpSec: 60 }] },
      'chains.0.slowBumpSec: slow bumps every 60 seconds must not come faster than the first ones, every 61 seconds',
    ],
    [
      'a chain that is read all the time',
      { chains: [{ ...mainnet.chains[0], pollMs: 49 }] },
      'chains.0.pollMs: Too small',
    ],
    [
      'a float target of a token that is not listed',
      { float: { targets: [{ chainId: 8453, token: 'USDC', units: '1' }] } },
      'float.targets.0.token: USDC is not a token of chain 8453; it lists none',
    ],
    [
      'a float target on a chain that is not there',
      { float: { targets: [{ chainId: 10, token: 'USDC', units: '1' }] } },
      'float.targets.0.chainId: chain 10 is not among the chains; there are 8453',
    ],
    [
      'two gas alarms of one chain',
      {
        float: {
          gas: [
            { chainId: 8453, alarmBelowWei: '1' },
            { chainId: 8453, alarmBelowWei: '2' },
          ],
        },
      },
      'float.gas.1.chainId: chain 8453 is here twice; give it one bound',
    ],
    ['limits of nothing', { limits: { scale: 0 } }, 'limits.scale: Too small'],
    [
      'prices without a source',
      { prices: {} },
      'prices.minSources: wanted a source, defillama or chainlink',
    ],
    [
      'more agreeing sources than there are',
      { prices: { defillama: {}, minSources: 2 } },
      'prices.minSources: wanted at most 1, the number of sources',
    ],
    [
      'an origin that is a page',
      { server: { executeOrigins: ['https://app.example/'] } },
      'server.executeOrigins.0: wanted an origin such as https://app.example',
    ],
    [
      'a base path with a slash at its end',
      { server: { basePath: '/relay/' } },
      'server.basePath: wanted "" or a path such as /relay',
    ],
  ] as const) {
    it(`is refused for ${what}, and says where`, () => {
      expect(() => readConfig({ ...mainnet, ...change })).to.throw(ConfigError, says);
    });
  }

  it("takes an address in its checksum's spelling, or in one case", () => {
    for (const address of [
      '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      '0x833589FCD6EDB6E08F4C7C32D4F71B54BDA02913',
    ]) {
      expect(
        readConfig({ ...mainnet, tokens: [{ ...mainnet.tokens[0], address }] }),
      ).to.deep.include({ profile: 'mainnet' });
    }
  });

  it('names a chain that no devnet has', () => {
    expect(() => readConfig({ profile: 'devnet', chainIds: [8453, 4] })).to.throw(
      ConfigError,
      'chainIds.1: the devnet has no such chain; it has 1, 10, 56',
    );
  });

  it('is refused whole if the profile is unknown', () => {
    expect(() => readConfig({ profile: 'testnet' })).to.throw(ConfigError, 'profile');
  });
});

describe('a port from the environment', () => {
  it('is a whole number up to 65535, and the usual one by default', () => {
    expect([
      readPort(undefined, 8787),
      readPort('', 8787),
      readPort('0', 8787),
      readPort('65535', 8787),
    ]).to.deep.equal([8787, 8787, 0, 65_535]);
    for (const text of ['65536', '-1', '80.5', '0x10', 'http'])
      expect(() => readPort(text, 1), text).to.throw(ConfigError, 'a port must be a whole number');
  });
});

describe('a secret by reference', () => {
  it('is read from the environment', () => {
    expect(readSecret({ env: 'TOKEN' }, { TOKEN: 'value' })).to.equal('value');
  });

  it('is read from a file that only its owner may read, and from no other', () => {
    const folder = mkdtempSync(join(tmpdir(), 'interline-secret-'));
    const file = join(folder, 'token');
    writeFileSync(file, ' value\n', { mode: 0o600 });
    const read = (mode: number): string => {
      chmodSync(file, mode);
      return readSecret({ file }, {});
    };

    expect([read(0o600), read(0o400)]).to.deep.equal(['value', 'value']);
    for (const mode of [0o640, 0o604, 0o620, 0o602, 0o666])
      expect(() => read(mode), mode.toString(8)).to.throw(
        `the config names a secret in the file ${file}, which other users may read or write; set its mode to 0600`,
      );
    rmSync(folder, { recursive: true });
  });

  it('that is missing is named, and nothing else', () => {
    expect(() => readSecret({ env: 'TOKEN' }, { OTHER: 'value' })).to.throw(
      'the config names a secret in the environment variable TOKEN, which is not set',
    );
    expect(() => readSecret({ file: '/nowhere/at/all' }, {})).to.throw(
      'the config names a secret in the file /nowhere/at/all, which cannot be read',
    );
  });
});

describe('a config file', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'interline-config-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('that is wrong is refused with the line and the key that was probably meant, each problem on its own', () => {
    const file = written(
      'profile: devnet\nserver:\n  prot: 8787\nmetrics: { prot: 1, prt: 2 }\nlogLevel: loud\ndataDirectory: /x\n',
    );

    expect(() => readConfigFile(file))
      .to.throw(ConfigError)
      .with.property(
        'message',
        [
          `${file}:5: logLevel: Invalid option: expected one of "debug"|"info"|"warn"|"error"|"silent"`,
          `${file}:3: server: Unrecognized key: "prot"; did you mean "port"?`,
          `${file}:4: metrics: Unrecognized key: "prot"; did you mean "port"?`,
          `${file}:4: metrics: Unrecognized key: "prt"; did you mean "port"?`,
          `${file}:6: config: Unrecognized key: "dataDirectory"`,
        ].join('\n'),
      );
  });

  it('takes the operator from the environment if the file names none', () => {
    const env = { INTERLINE_OPERATOR_TOKEN: 'a secret' };
    const tokenIn = (text: string) => readConfigFile(written(text), env).operatorToken;

    expect(tokenIn('profile: devnet\n')).to.deep.equal({ env: 'INTERLINE_OPERATOR_TOKEN' });
    expect(tokenIn('profile: devnet\noperatorToken: { env: OWN }\n')).to.deep.equal({ env: 'OWN' });
    expect(tokenIn('profile: devnet\noperators: [{ name: ann, token: { env: ANN } }]\n')).to.equal(
      undefined,
    );
  });

  it('knows the keys of list members and of the profile it names, and of no other', () => {
    const file = written(
      'profile: mainnet\nchains:\n  - chainId: 1\n    rpcUrls: [https://a.example]\n    maxFeePerGaswei: "1"\ntokens: [{ chainId: 1, address: native, symbol: ETH, decimals: 18, asset: ETH }]\nkeys: { spender: { env: A }, float: { env: B } }\nchainIds: [1]\n',
    );

    expect(() => readConfigFile(file))
      .to.throw(ConfigError)
      .with.property(
        'message',
        [
          `${file}:5: chains.0: Unrecognized key: "maxFeePerGaswei"; did you mean "maxFeePerGasWei"?`,
          `${file}:8: config: Unrecognized key: "chainIds"; did you mean "chains"?`,
        ].join('\n'),
      );
  });

  it('without a profile, or with another, is refused with the profiles there are', () => {
    const none = written('profil: devnet\n');
    expect(() => readConfigFile(none)).to.throw(
      `${none}: profile: wanted devnet or mainnet, found none; "profil" may be meant for it`,
    );

    const other = written('# a comment\nprofile: testnet\n');
    expect(() => readConfigFile(other)).to.throw(
      `${other}:2: profile: wanted devnet or mainnet, found "testnet"`,
    );
  });

  it('that is not YAML, not a file or missing is refused with which it is', () => {
    const broken = written('server: [secret\n');

    expect(() => readConfigFile(broken))
      .to.throw(ConfigError, /line 2/)
      .and.satisfy(({ message }: Error) => !message.includes('secret'));
    expect(() => readConfigFile(join(folder, 'none.yaml'))).to.throw(
      'cannot be read (there is none)',
    );
    expect(() => readConfigFile(folder)).to.throw('cannot be read (EISDIR)');
  });

  function written(text: string): string {
    const file = join(folder, 'config.yaml');
    writeFileSync(file, text);
    return file;
  }
});
