import { expect } from 'chai';
import { type ChainRef, chainRef, evmChain } from './chain.ts';
import { RelayError } from './error.ts';
import { TokenList } from './token-list.ts';
import type { TokenRef } from './token.ts';

const base = evmChain(8453);
const arbitrum = evmChain(42161);

const eth = token(base, 'ETH', 'native');
const usdc = token(base, 'USDC', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913');
const bridged = token(arbitrum, 'USDT', '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9');
const native = token(arbitrum, 'USDT', '0xaf88d065e77c8cc2239327c5edb3a432268e5831');
const tokens = new TokenList([eth, bridged, usdc, native]);

describe('the token list', () => {
  it('finds a token by its symbol, in any case', () => {
    expect(tokens.resolve(base, 'USDC', 'fromToken')).to.equal(usdc);
    expect(tokens.resolve(base, 'usdc', 'fromToken')).to.equal(usdc);
    expect(tokens.resolve(base, 'eth', 'fromToken')).to.equal(eth);
  });

  it('finds a token by its address, in any case', () => {
    expect(
      tokens.resolve(base, '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', 'fromToken'),
    ).to.equal(usdc);
    expect(
      tokens.resolve(base, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'fromToken'),
    ).to.equal(usdc);
  });

  it("takes an omitted token for the chain's own coin", () => {
    expect(tokens.resolve(base, undefined, 'fromToken')).to.equal(eth);
    expect(tokens.resolve(base, 'native', 'fromToken')).to.equal(eth);
    expect(tokens.resolve(base, 'Native', 'fromToken')).to.equal(eth);
  });

  it('refuses a symbol that several tokens of the chain bear, with the candidates', () => {
    const candidates = [
      'USDT 0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9',
      'USDT 0xaf88d065e77c8cc2239327c5edb3a432268e5831',
    ];

    expect(() => tokens.resolve(arbitrum, 'usdt', 'toToken'))
      .to.throw(RelayError)
      .that.deep.includes({
        code: 'BAD_REQUEST',
        details: { field: 'toToken', candidates },
        message:
          'toToken "usdt" names several tokens on eip155:42161: USDT 0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9, USDT 0xaf88d065e77c8cc2239327c5edb3a432268e5831; send one address',
      });
    expect(
      tokens.resolve(arbitrum, '0xaf88d065e77c8cc2239327c5edb3a432268e5831', 'toToken'),
    ).to.equal(native);
  });

  it('refuses what it does not know on the chain, and says what it knows there', () => {
    const unknown =
      (chain: ChainRef, wanted: string | undefined): (() => TokenRef) =>
      () =>
        tokens.resolve(chain, wanted, 'toToken');

    expect(unknown(base, 'DOGE'))
      .to.throw(RelayError)
      .that.deep.includes({
        code: 'UNROUTABLE_LANE',
        details: { field: 'toToken' },
        message:
          'toToken "DOGE" is not a token this service knows on eip155:8453; it knows ETH, USDC',
      });
    expect(unknown(base, 'USDT')).to.throw(
      RelayError,
      'toToken "USDT" is not a token this service knows on eip155:8453',
    );
    expect(unknown(arbitrum, '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')).to.throw(
      RelayError,
      'is not a token this service knows on eip155:42161',
    );
    expect(unknown(arbitrum, undefined)).to.throw(
      RelayError,
      'toToken "native" is not a token this service knows on eip155:42161; it knows USDT, USDT',
    );
    expect(unknown(base, '')).to.throw(RelayError, 'toToken "" is not a token this service knows');
    expect(unknown(chainRef('fuel:mainnet'), 'ETH')).to.throw(
      RelayError,
      'toToken "ETH" is not a token this service knows on fuel:mainnet; it knows none there',
    );
  });

  it('repeats what it does not know up to the length of an address, and of anything longer only the length', () => {
    expect(() => tokens.resolve(base, 'x'.repeat(44), 'toToken')).to.throw(
      RelayError,
      `toToken "${'x'.repeat(44)}" is not a token this service knows`,
    );
    expect(() => tokens.resolve(base, 'x'.repeat(45), 'toToken')).to.throw(
      RelayError,
      'toToken of 45 characters is not a token this service knows',
    );
  });

  it('lists the tokens of a chain, and all of them', () => {
    expect(tokens.on(base)).to.deep.equal([eth, usdc]);
    expect(tokens.on(chainRef('fuel:mainnet'))).to.deep.equal([]);
    expect(tokens.all).to.have.members([eth, usdc, bridged, native]);
  });
});

function token(chain: ChainRef, symbol: string, address: string): TokenRef {
  return {
    chain,
    address,
    symbol,
    decimals: address === 'native' ? 18 : 6,
    asset: symbol === 'ETH' ? 'ETH' : 'USD',
  };
}
