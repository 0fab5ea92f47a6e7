import { expect } from 'chai';
import { rail } from './rail.ts';

describe('the manifest of the aggregators', () => {
  it('has one way for each engine, in the order of the list', () => {
    expect(rail.manifest).to.deep.equal({
      id: 'aggregators',
      api: '2.0.0',
      version: '0.1.0',
      title: 'Third-party bridge engines, one way each',
      ways: ['lifi', 'relay', 'across', 'socket', 'debridge', 'symbiosis', 'stargate', 'oneclick'],
      lanes: rail.manifest.lanes,
      broadcast: 'by-default',
      minOut: 'passed-on',
      effects: 'real',
      capabilities: [],
    });
  });

  it('prices lanes that are never settled, and settles between EVM chains alone', () => {
    const [bitcoin, solana] = [
      'bip122:000000000019d6689c085ae165831e93',
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    ];

    expect(rail.manifest.lanes.map(({ from, to, settles }) => [from, to, settles])).to.deep.equal([
      ['eip155:*', solana, 'indicative'],
      [solana, 'eip155:*', 'indicative'],
      ['eip155:*', 'tron:mainnet', 'indicative'],
      ['tron:mainnet', 'eip155:*', 'indicative'],
      ['eip155:*', 'sui:mainnet', 'indicative'],
      ['sui:mainnet', 'eip155:*', 'indicative'],
      ['eip155:*', 'eip155:80094', 'indicative'],
      ['eip155:80094', 'eip155:*', 'indicative'],
      ['stellar:pubnet', 'eip155:*', 'indicative'],
      [bitcoin, 'stellar:pubnet', 'indicative'],
      ['stellar:pubnet', bitcoin, 'indicative'],
      [bitcoin, solana, 'indicative'],
      [solana, bitcoin, 'indicative'],
      ['eip155:*', 'eip155:*', 'firm'],
    ]);
  });
});
