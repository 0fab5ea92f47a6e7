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
const nowhere: ReadonlySet<ChainRef> = new Set();
const { signal } = new AbortController();

describe('the gasless terms', () => {
  it('shows the zero address with a note while no batch executor is deployed', async () => {
    const terms = await termsWith(nowhere)(null, signal);

    expect(terms.router).to.equal(zero);
    expect(terms.tokenPaymaster).to.equal(zero);
    expect(terms.notes).to.have.length(2);
    expect(terms.notes[0]).to.contain('no batch executor is deployed on this chain');
  });

  it('names the batch executor on each chain that has its code, and nowhere else', async () => {
    const terms = termsWith(new Set([arbitrum]));

    expect([(await terms(42161, signal)).router, (await terms(8453, signal)).router]).to.deep.equal(
      [executor, zero],
    );
  });

  it('does not rely on a chain that cannot be asked', async () => {
    const terms = termsWith('silent');

    expect((await terms(8453, signal)).router).to.equal(zero);
  });

  it('shows the batch executor as router, and still the note on the paymaster', async () => {
    const terms = await termsWith(new Set([base]))(null, signal);

    expect(terms.router).to.equal(executor);
    expect(terms.notes).to.deep.equal([
      'tokenPaymaster is the zero address: the relayer fronts gas itself and takes it from the moved token',
    ]);
  });

  it("names entry point v0.8, the routes and Permit2's domain on the default chain", async () => {
    const terms = await termsWith(nowhere)(null, signal);

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

  it("accepts tokens on every chain of the deployment, but never a chain's own coin", async () => {
    const terms = await termsWith(nowhere)(null, signal);

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

  it('gives the domain of the chain that was asked for', async () => {
    expect((await termsWith(nowhere)(42161, signal)).domain.chainId).to.equal(42161);
  });

  it('refuses a chain it does not serve and names those it does', async () => {
    const refused = await refusalOf(termsWith(nowhere)(10, signal));

    expect(refused.code).to.equal('UNROUTABLE_LANE');
    expect(refused.message).to.equal(
      'chainId 10 (eip155:10) is not an EVM chain of this deployment; it has 8453, 42161',
    );
  });
});

function termsWith(deployedOn: ReadonlySet<ChainRef> | 'silent'): GaslessTerms {
  const chains = [base, arbitrum];
  return gaslessTerms({
    tokens: new TokenList([coin(base), ...chains.map(usdc)]),
    chains,
    defaultChainId: 8453,
    spender,
    batchExecutor: executor,
    custody: {
      hasCode: async (chain) => {
        if (deployedOn === 'silent') throw new RelayError('CHAIN_UNREACHABLE');
        return deployedOn.has(chain);
      },
    },
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

async function refusalOf(asked: Promise<unknown>): Promise<RelayError> {
  const failure: unknown = await asked.catch((error: unknown) => error);
  if (failure instanceof RelayError) return failure;
  throw new Error('nothing was refused', { cause: failure });
}
