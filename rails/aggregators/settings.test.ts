import { expect } from 'chai';
import { settingsFor } from './settings.ts';
import { scriptedUpstream } from './testing/scripted-upstream.ts';
import { upstreams } from './upstream/upstreams.ts';

const schema = settingsFor([
  scriptedUpstream({ name: 'alpha' }),
  scriptedUpstream({ name: 'beta' }),
]);
const contract = `0x${'Ab'.repeat(20)}`;

describe('the settings of the aggregators', () => {
  it('all have defaults', () => {
    const engine = {
      enabled: true,
      baseUrl: null,
      statusUrl: null,
      apiKey: null,
      integrator: null,
      feeBps: 0,
      feeTaker: null,
      signer: null,
      allow: [],
      deny: [],
      chainIds: null,
      contracts: {},
      limit: null,
      recallContracts: {},
    };

    expect(schema.parse({})).to.deep.equal({
      engineDeadlineMs: 2_500,
      buildDeadlineMs: 3_500,
      statusDeadlineMs: 5_000,
      quoteLifeSec: 60,
      cacheMs: 5_000,
      maxNativeFeeMicroUsd: 5_000_000n,
      maxRecallMicroUsd: 10_000_000n,
      subsidisedChains: 'low-cost',
      maxSubsidyPerTransferMicroUsd: 20_000n,
      dailySubsidyMicroUsd: 5_000_000n,
      maxResponseBytes: 1_048_576,
      faultsToRest: 5,
      restMs: 15_000,
      engines: { alpha: engine, beta: engine },
    });
  });

  it("take one engine's without the others'", () => {
    const { engines } = schema.parse({
      engines: {
        beta: {
          enabled: false,
          contracts: { 8453: [contract], '*': [contract] },
          feeTaker: contract,
        },
      },
    });

    expect(engines['alpha']).to.have.property('enabled', true);
    expect(engines['beta']).to.deep.include({
      enabled: false,
      contracts: { 8453: [contract.toLowerCase()], '*': [contract.toLowerCase()] },
      feeTaker: contract.toLowerCase(),
    });
  });

  const refused: readonly (readonly [string, object])[] = [
    ['an unknown key', { cacheSec: 5 }],
    ['an unknown engine', { engines: { gamma: {} } }],
    ['an unknown key of an engine', { engines: { alpha: { apikey: 'k' } } }],
    ['a base that is not a web URL', { engines: { alpha: { baseUrl: 'ftp://alpha.example' } } }],
    ['a base with a query', { engines: { alpha: { baseUrl: 'https://alpha.example/?key=1' } } }],
    [
      'a contract that is not an address',
      { engines: { alpha: { contracts: { 8453: ['alpha'] } } } },
    ],
    ['contracts of no chain id', { engines: { alpha: { contracts: { base: [contract] } } } }],
    [
      'an empty list of contracts, which would forbid all',
      { engines: { alpha: { contracts: { 8453: [] } } } },
    ],
    ['money as a JSON number', { maxNativeFeeMicroUsd: 5_000_000 }],
    ['a fee above 10 %', { engines: { alpha: { feeBps: 1_001 } } }],
    ['a limit of nothing', { engines: { alpha: { limit: { requests: 0, perMs: 1_000 } } } }],
  ];
  for (const [what, settings] of refused) {
    it(`refuse ${what}`, () => {
      expect(schema.safeParse(settings).success).to.equal(false);
    });
  }

  const names: readonly (readonly [
    engine: string,
    taken: string,
    refused: string,
    wants: string,
  ])[] = [
    [
      'lifi',
      'inter-line.example',
      'more than 23 characters.',
      'wants at most 23 letters, digits, dots, hyphens and underscores',
    ],
    [
      'relay',
      'interline.example',
      'inter line',
      'wants one word of at most 64 characters, such as your domain',
    ],
    ['across', '0xdEad', 'interline', 'wants "0x" and four hex digits, as Across gives them out'],
    ['socket', 'a'.repeat(256), 'a b', 'wants the affiliate id that Socket gives out with a key'],
    [
      'debridge',
      '31250',
      'interline',
      'wants a referral code in digits, as deBridge gives them out',
    ],
    ['symbiosis', 'interline', '', 'wants one word of at most 64 characters, the partner id'],
    [
      'oneclick',
      'interline',
      'Interline',
      'wants at most 64 small letters, digits, dots, hyphens and underscores',
    ],
  ];
  for (const [engine, taken, refused, wants] of names) {
    it(`take "${taken.slice(0, 20)}" as our name at ${engine}, and refuse "${refused}" with what is wanted`, () => {
      const ofAll = settingsFor(upstreams);

      const read = ofAll.parse({ engines: { [engine]: { integrator: taken } } });
      const unread = ofAll.safeParse({ engines: { [engine]: { integrator: refused } } });

      expect(read.engines[engine]?.integrator).to.equal(taken);
      expect(
        unread.error?.issues.map(({ path, message }) => [path.join('.'), message]),
      ).to.deep.equal([[`engines.${engine}.integrator`, wants]]);
    });
  }

  it('refuse a name at stargate, which would do nothing', () => {
    const unread = settingsFor(upstreams).safeParse({
      engines: { stargate: { integrator: 'interline' } },
    });

    expect(unread.error?.issues.map(({ message }) => message)).to.deep.equal([
      'stargate takes none',
    ]);
  });
});
