import { expect } from 'chai';
import { chainRef, evmChain } from './chain.ts';
import {
  comparatorNodes,
  evmNodes,
  isMeshChain,
  meshNodeCount,
  nonEvmNodes,
  quoteOnlyReason,
} from './mesh.ts';

describe('the mesh table', () => {
  it("has exactly the spec's 22 EVM chains", () => {
    expect(evmNodes.map((node) => node.chainId)).to.deep.equal([
      1, 10, 56, 100, 130, 137, 146, 480, 999, 1135, 1868, 4663, 5000, 8453, 33139, 34443, 42161,
      43114, 57073, 59144, 81457, 7777777,
    ]);
    expect(evmNodes.map((node) => node.chain)).to.deep.equal(
      evmNodes.map((node) => `eip155:${node.chainId}`),
    );
  });

  it('has 25 nodes, Tron and Sui not among them', () => {
    expect(meshNodeCount).to.equal(25);
    expect(nonEvmNodes.map(({ wire, inMesh }) => [wire, inMesh])).to.deep.equal([
      ['stellar', true],
      ['solana', true],
      ['bitcoin', true],
      ['tron', false],
      ['sui', false],
    ]);
  });

  it('takes every EVM chain but Ethereum for low-cost', () => {
    expect(evmNodes.filter((node) => !node.isLowCost).map((node) => node.chainId)).to.deep.equal([
      1,
    ]);
  });

  it('knows its own chains and those that only feed quotes', () => {
    expect(isMeshChain(evmChain(8453))).to.equal(true);
    expect(isMeshChain(chainRef('stellar:pubnet'))).to.equal(true);
    expect(isMeshChain(chainRef('sui:mainnet'))).to.equal(true);
    expect(isMeshChain(evmChain(250))).to.equal(false);
    expect(isMeshChain(chainRef('stellar:testnet'))).to.equal(false);
  });
});

describe('a corridor', () => {
  const chains = {
    evm: evmChain(8453),
    stellar: node('stellar'),
    solana: node('solana'),
    bitcoin: node('bitcoin'),
    tron: node('tron'),
    sui: node('sui'),
  };
  const settled: readonly (readonly [keyof typeof chains, keyof typeof chains])[] = [
    ['evm', 'evm'],
    ['evm', 'stellar'],
    ['evm', 'bitcoin'],
    ['bitcoin', 'evm'],
    ['bitcoin', 'bitcoin'],
  ];

  it('can be settled from EVM chains and Bitcoin to EVM chains, Stellar and Bitcoin, and is quote-only otherwise', () => {
    const names = Object.keys(chains) as (keyof typeof chains)[];
    const open = names.flatMap((from) =>
      names
        .filter((to) => quoteOnlyReason({ from: chains[from], to: chains[to] }) === null)
        .map((to) => [from, to]),
    );

    expect(open).to.deep.equal(settled);
  });

  it('that is quote-only names the side that stands in the way, the source first', () => {
    expect(quoteOnlyReason({ from: chains.stellar, to: chains.evm })).to.equal(
      'Stellar as a source is never settled, only priced where a rail prices it',
    );
    expect(quoteOnlyReason({ from: chains.evm, to: chains.solana })).to.equal(
      'Solana as a destination is never settled, only priced where a rail prices it',
    );
    expect(quoteOnlyReason({ from: chains.solana, to: chains.sui })).to.equal(
      'Solana as a source is never settled, only priced where a rail prices it',
    );
    expect(quoteOnlyReason({ from: chains.bitcoin, to: chains.tron })).to.equal(
      'Tron as a destination is never settled, only priced where a rail prices it',
    );
  });

  it('between two chains beyond the EVM is only priced, as is the EVM chain beside the mesh', () => {
    expect(quoteOnlyReason({ from: chains.bitcoin, to: chains.stellar })).to.equal(
      'Bitcoin to Stellar is never settled, only priced where a rail prices it',
    );
    expect(quoteOnlyReason({ from: evmChain(80094), to: chains.evm })).to.equal(
      'Berachain as a source is never settled, only priced where a rail prices it',
    );
    expect(quoteOnlyReason({ from: chains.evm, to: evmChain(80094) })).to.equal(
      'Berachain as a destination is never settled, only priced where a rail prices it',
    );
    expect(comparatorNodes.map(({ wire }) => wire)).to.deep.equal(['tron', 'sui', '80094']);
    expect(meshNodeCount).to.equal(25);
  });

  it("with a chain that only a plugin knows is not the mesh's to close", () => {
    expect(quoteOnlyReason({ from: chainRef('fuel:mainnet'), to: chains.evm })).to.equal(null);
  });
});

function node(wire: string) {
  return nonEvmNodes.find((one) => one.wire === wire)?.chain ?? chainRef(`missing:${wire}`);
}
