import { evmChain, isRelayError, nonEvmNodes, TokenList, type TokenRef } from '@interline/kernel';
import type { RailPort } from '@interline/ports';
import { expect } from 'chai';
import { kindOf, parseScope, scopesOf, scopesOfEngine } from './scope.ts';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const usdcAddress = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const stellar = nonEvmNodes.find(({ wire }) => wire === 'stellar')?.chain ?? base;

const usdc = (chain: TokenRef['chain']): TokenRef => ({
  chain,
  address: usdcAddress,
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
});

const parts = {
  chains: [base, arbitrum],
  tokens: new TokenList([usdc(base), usdc(arbitrum), { ...usdc(stellar), address: 'USDC:G1' }]),
  registry: {
    rails: [
      // CAST: the manifest is all that a scope looks at.
      { manifest: { id: 'aggregators', ways: ['lifi', 'across'] } } as unknown as RailPort,
    ],
  },
};

describe('a scope', () => {
  it('is kept by one text, however the operator writes it', () => {
    const kept = [
      'service',
      'chain:8453',
      'chain:stellar',
      'chain:STELLAR',
      'token:8453/usdc',
      `token:8453/${usdcAddress.toUpperCase().replace('0X', '0x')}`,
      'lane:8453-42161',
      'lane:8453-stellar',
      'rail:aggregators',
      'engine:lifi',
    ].map((text) => parseScope(parts, text));

    expect(kept).to.deep.equal([
      'service',
      'chain:8453',
      'chain:stellar',
      'chain:stellar',
      `token:8453/${usdcAddress}`,
      `token:8453/${usdcAddress}`,
      'lane:8453-42161',
      'lane:8453-stellar',
      'rail:aggregators',
      'engine:lifi',
    ]);
  });

  it('is refused with what there is, where this deployment does not have it', () => {
    for (const [text, says] of [
      ['chain:84532', 'the chain "84532"; it has 8453, 42161'],
      ['lane:8453-10', 'the chain "10"'],
      ['rail:lifi', 'the rail "lifi"; it has aggregators'],
      ['engine:aggregators', 'the engine "aggregators"; it has lifi, across'],
      ['lane:8453-8453', 'is not a scope; wanted service, chain:8453'],
      ['lane:8453', 'the chain ""'],
      ['token:8453/', 'is not a scope'],
      ['everything', 'is not a scope'],
      ['', 'is not a scope'],
      ['service:now', 'is not a scope'],
    ] as const) {
      const refused = refusalOf(text);
      expect([refused.code, refused.details['field']], text).to.deep.equal([
        'BAD_REQUEST',
        'scope',
      ]);
      expect(refused.message, text).to.contain(says);
    }
    expect(refusalOf('token:8453/DAI').code).to.equal('UNROUTABLE_LANE');
  });

  it('of a transfer is each of its chains and tokens, its lane and the service', () => {
    const transfer = { lane: { from: base, to: arbitrum }, from: usdc(base), to: usdc(arbitrum) };

    expect(scopesOf(transfer)).to.deep.equal([
      'service',
      'chain:8453',
      'chain:42161',
      'lane:8453-42161',
      `token:8453/${usdcAddress}`,
      `token:42161/${usdcAddress}`,
    ]);
    expect(scopesOfEngine('lifi', 'aggregators')).to.deep.equal([
      'rail:aggregators',
      'engine:lifi',
    ]);
    expect(['service', 'lane:8453-10', 'engine:lifi'].map(kindOf)).to.deep.equal([
      'service',
      'lane',
      'engine',
    ]);
  });
});

function refusalOf(text: string) {
  try {
    parseScope(parts, text);
  } catch (error) {
    if (isRelayError(error)) return error;
  }
  throw new Error(`"${text}" was taken`);
}
