import { evmAddress, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import { deployMainnet } from '../deploy-mainnet.ts';
import { readConfig } from '../config/read-config.ts';
import { fingerprintOf } from './fingerprint.ts';

describe('what processes on one store must have alike', () => {
  const [base, optimism] = [evmChain(8453), evmChain(10)];
  const account = evmAddress(`0x${'a1'.repeat(20)}`);
  const custody = {
    chains: [optimism, base],
    roles: () => ['spender', 'float'] as const,
    account: () => account,
    former: [],
  };
  const ether = (chainId: number) => ({
    chainId,
    address: 'native',
    symbol: 'ETH',
    decimals: 18,
    asset: 'ETH',
  });
  const written = {
    profile: 'mainnet',
    chains: [8453, 10].map((chainId) => ({ chainId, rpcUrls: ['https://node.example/hush'] })),
    tokens: [ether(8453), ether(10)],
    keys: { spender: { env: 'SPENDER' }, float: { env: 'FLOAT' } },
    rails: { settings: { floatlane: { baseBps: 8 }, lifi: { apiKey: { env: 'LIFI' } } } },
  };
  const env = { SPENDER: '0x01', FLOAT: '0x02', LIFI: 'hush' };
  const fingerprint = (differs: object = {}, inEnv: NodeJS.ProcessEnv = env) => {
    return fingerprintOf(deployMainnet(readMainnet(differs), '.', inEnv), custody, new Map());
  };
  const different = (differs: object, inEnv?: NodeJS.ProcessEnv): readonly string[] => {
    const [one, other] = [fingerprint().parts, fingerprint(differs, inEnv).parts];
    return Object.keys({ ...one, ...other }).filter((name) => one[name] !== other[name]);
  };

  it('has every account by its chain and role', () => {
    expect(fingerprint().accounts).to.deep.equal([
      {
        'eip155:10 spender': account,
        'eip155:10 float': account,
        'eip155:8453 spender': account,
        'eip155:8453 float': account,
      },
    ]);
  });

  it('names a part for each chain, its tokens and each figure', () => {
    const [first, second] = written.chains;

    expect(different({ chains: [{ ...first, maxFeePerGasWei: '7' }, second] })).to.deep.equal([
      'chain eip155:8453',
    ]);
    expect(different({ tokens: [ether(8453), { ...ether(10), symbol: 'WETH' }] })).to.deep.equal([
      'tokens of eip155:10',
    ]);
    expect(different({ maxOpenPullsUsd: 1_000 })).to.deep.equal(['policy maxOpenPullsUsd']);
    expect(different({ rails: { settings: { floatlane: { baseBps: 9 } } } })).to.deep.equal([
      'settings of floatlane',
      'settings of lifi',
    ]);
    expect(different({}, { ...env, PRIMITIVES_LIVE: '1' })).to.deep.equal(['PRIMITIVES_LIVE']);
  });

  it('is the same in any order, with other nodes, ports, credentials and limits', () => {
    expect(
      different(
        {
          chains: [10, 8453].map((chainId) => ({ rpcUrls: ['https://own.example'], chainId })),
          tokens: [ether(10), ether(8453)],
          server: { port: 8_800 },
          logLevel: 'debug',
          limits: { scale: 2 },
        },
        { ...env, LIFI: 'another', INTERLINE_OPERATOR_TOKEN: 'another' },
      ),
    ).to.deep.equal([]);
  });

  it('reveals nothing of secrets but the digest of one that was drawn at random', () => {
    const { parts } = fingerprintOf(
      deployMainnet(readMainnet(), '.', env),
      custody,
      new Map([['bitcoin', new Uint8Array(32).fill(7)]]),
    );

    expect(parts['key of bitcoin']).to.match(/^[0-9a-f]{16}$/);
    expect(JSON.stringify(parts)).not.to.match(/hush|0707|0x01|0x02/);
  });

  function readMainnet(differs: object = {}) {
    const config = readConfig({ ...written, ...differs });
    if (config.profile !== 'mainnet') throw new Error('another profile was read');
    return config;
  }
});
