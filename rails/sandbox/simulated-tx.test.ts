import { chainRef } from '@interline/plugins';
import { expect } from 'chai';
import { simulatedTx } from './simulated-tx.ts';

const routeId = 'sbx_0123456789abcdef0123456789abcdef';

describe('a simulated transaction id', () => {
  for (const { chain, shape } of [
    { chain: 'eip155:8453', shape: /^0x(fa4e){8}[0-9a-f]{32}$/ },
    { chain: 'bip122:000000000019d6689c085ae165831e93', shape: /^(fa4e){8}[0-9a-f]{32}$/ },
    { chain: 'stellar:pubnet', shape: /^(fa4e){8}[0-9a-f]{32}$/ },
    { chain: 'tron:mainnet', shape: /^(fa4e){8}[0-9a-f]{32}$/ },
    { chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', shape: /^(FAKE){4}[1-9a-z]{72}$/ },
    { chain: 'sui:mainnet', shape: /^(FAKE){4}[1-9a-z]{28}$/ },
  ]) {
    it(`has the shape of ${chain} and says that it is fake`, () => {
      expect(simulatedTx(routeId, 'source', chainRef(chain))).to.match(shape);
    });
  }

  it('is left out on a chain whose shape is not known', () => {
    expect(simulatedTx(routeId, 'source', chainRef('nowhere:1'))).to.equal(null);
  });

  it('differs by route and by leg, and stays the same', () => {
    const chain = chainRef('eip155:8453');
    const ids = [
      simulatedTx(routeId, 'source', chain),
      simulatedTx(routeId, 'destination', chain),
      simulatedTx('sbx_other', 'source', chain),
    ];

    expect(new Set(ids)).to.have.lengthOf(3);
    expect(simulatedTx(routeId, 'source', chain)).to.equal(ids[0]);
  });
});
