import { expect } from 'chai';
import { type ChainRef, chainRef, evmChain } from './chain.ts';
import { evmNodes, nonEvmNodes } from './mesh.ts';
import { chainFromWire, chainInWords, chainToWire, type WireChain } from './wire-chain.ts';

const solana = chainRef('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp');

describe('a chain on the wire', () => {
  const read: readonly (readonly [WireChain, string])[] = [
    [8453, 'eip155:8453'],
    ['8453', 'eip155:8453'],
    [1, 'eip155:1'],
    [7777777, 'eip155:7777777'],
    ['999999999999999', 'eip155:999999999999999'],
    ['stellar', 'stellar:pubnet'],
    ['solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['Solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['BITCOIN', 'bip122:000000000019d6689c085ae165831e93'],
    ['tron', 'tron:mainnet'],
    ['sui', 'sui:mainnet'],
  ];

  for (const [value, chain] of read) {
    it(`reads ${JSON.stringify(value)} as ${chain}`, () => {
      expect(chainFromWire(value)).to.equal(chain);
    });
  }

  it('may be an EVM chain outside of the mesh: whether a rail serves it is another question', () => {
    expect(chainFromWire(250)).to.equal('eip155:250');
  });

  const unknown: readonly WireChain[] = [
    '',
    '0',
    0,
    -1,
    '-1',
    1.5,
    NaN,
    Infinity,
    1e21,
    '08453',
    '0x2105',
    '8453 ',
    ' 8453',
    '8453n',
    '+8453',
    '1e3',
    'eip155:8453',
    'base',
    'near',
    ' stellar',
    'stellar:testnet',
    '9'.repeat(17),
  ];

  for (const value of unknown) {
    it(`takes ${typeof value === 'string' ? JSON.stringify(value) : `the number ${value}`} for no chain at all`, () => {
      expect(chainFromWire(value)).to.equal(null);
    });
  }

  it("is an integer for an EVM chain, the node's name for the others", () => {
    const written: readonly (readonly [ChainRef, WireChain])[] = [
      [evmChain(8453), 8453],
      [evmChain(250), 250],
      [chainRef('stellar:pubnet'), 'stellar'],
      [solana, 'solana'],
      [chainRef('sui:mainnet'), 'sui'],
    ];

    expect(written.map(([chain]) => chainToWire(chain))).to.deep.equal(
      written.map(([, value]) => value),
    );
  });

  it('is the CAIP-2 name for a chain that only a plugin knows', () => {
    expect(chainToWire(chainRef('fuel:mainnet'))).to.equal('fuel:mainnet');
    expect(chainToWire(chainRef('stellar:testnet'))).to.equal('stellar:testnet');
  });

  it("is said in a sentence by a node's name, else by the CAIP-2 name", () => {
    expect(
      ['bip122:000000000019d6689c085ae165831e93', 'eip155:8453', 'fuel:mainnet'].map((chain) =>
        chainInWords(chainRef(chain)),
      ),
    ).to.deep.equal(['bitcoin', 'eip155:8453', 'fuel:mainnet']);
  });

  it('reads every node of the mesh back as it was written, as a number or as text', () => {
    for (const { chain } of [...evmNodes, ...nonEvmNodes]) {
      expect(chainFromWire(chainToWire(chain))).to.equal(chain);
      expect(chainFromWire(String(chainToWire(chain)))).to.equal(chain);
    }
  });
});
