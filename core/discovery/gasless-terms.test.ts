import {
  type ChainRef,
  evmAddress,
  evmChain,
  RelayError,
  TokenList,
  type TokenRef,
} from '@interline/kernel';
import { gaslessTerms, type GaslessTerms } from './gasless-terms.ts';
import { expect } from 'chai';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const spender = evmAddress('0x1000000000000000000000000000000000000abc');
const executor = evmAddress('0x3000000000000000000000000000000000000abc');
const zero = '0x0000000000000000000000000000000000000000';

describe('the gasless terms', () => {
  it('shows the zero address with a note while no batch executor is deployed', () => {
    const terms = termsWith(null)(null);

    expect(terms.router).to.equal(zero);
    expect(terms.tokenPaymaster).to.equal(zero);
    expect(terms.notes).to.have.length(2);
    expect(terms.notes[0]).to.contain('no batch executor is deployed');
  });

  it('shows the batch executor as router, and still the note on the paymaster', () => {
    const terms = termsWith(executor)(null);

    expect(terms.router).to.equal(executor);
    expect(terms.notes).to.deep.equal([
      'tokenPaymaster is the zero address: the relayer fronts gas itself and takes it from the moved token',
    ]);
  });

  it("names entry point v0.8, the routes and Permit2's domain on the default chain", () => {
    const terms = termsWith(null)(null);

    expect(terms.entryPoint).to.equal('0x4337084d9e255ff0702461cf8895ce9e3b5ff108');
    expect(terms.routes).to.deep.equal(['direct', 'cheapest', 'fastest']);
    expect(terms.recommended).to.equal('cheapest');
    expect(terms.chainId).to.equal(8453);
    expect(terms.domain).to.deep.equal({
      name: 'Permit2',
      chainId: 8453,
      verifyingContract: '0x000000000022d473030f116ddee9f6b43ac78ba3',
    });
  });

  it("accepts tokens on every chain of the deployment, but never a chain's own coin", () => {
    const terms = termsWith(null)(null);

    expect(
      terms.chains.map(({ chainId, name, nativeSymbol, tokens }) => ({
        chainId,
        name,
        nativeSymbol,
        tokens: tokens.map((token) => token.symbol),
      })),
    ).to.deep.equal([
      { chainId: 8453, name: 'Base', nativeSymbol: 'ETH', tokens: ['USDC'] },
      { chainId: 42161, name: 'Arbitrum One', nativeSymbol: 'ETH', tokens: ['USDC'] },
    ]);
    expect(terms.acceptedTokens).to.deep.equal([usdc(base), usdc(arbitrum)]);
  });

  it('gives the domain of the chain that was asked for', () => {
    expect(termsWith(null)(42161).domain.chainId).to.equal(42161);
  });

  it('refuses a chain it does not serve and names those it does', () => {
    const refused = refusalOf(() => termsWith(null)(10));

    expect(refused.code).to.equal('UNROUTABLE_LANE');
    expect(refused.message).to.equal(
      'chainId 10 (eip155:10) is not an EVM chain of this deployment; it has 8453, 42161',
    );
  });
});

function termsWith(batchExecutor: typeof executor | null): GaslessTerms {
  const chains = [base, arbitrum];
  return gaslessTerms({
    tokens: new TokenList([coin(base), ...chains.map(usdc)]),
    chains,
    defaultChainId: 8453,
    spender,
    batchExecutor,
  });
}

function usdc(chain: ChainRef): TokenRef {
  return {
    chain,
    address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    symbol: 'USDC',
    decimals: 6,
    asset: 'USD',
  };
}

function coin(chain: ChainRef): TokenRef {
  return { chain, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' };
}

function refusalOf(act: () => unknown): RelayError {
  try {
    act();
  } catch (error) {
    if (error instanceof RelayError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
