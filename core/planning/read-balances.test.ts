import {
  asUnits,
  evmAddress,
  evmChain,
  nativeAddress,
  noUnits,
  TokenList,
  type TokenRef,
} from '@interline/kernel';
import type { PayerState } from '@interline/ports';
import { expect } from 'chai';
import { readBalances } from './read-balances.ts';

const [base, optimism, zora] = [evmChain(8453), evmChain(10), evmChain(7777777)];
const account = evmAddress('0x1111111111111111111111111111111111111111');
const { signal } = new AbortController();

describe('the balances of a payer', () => {
  it('are those above zero, with what moves the whole of each and what Permit2 may take', async () => {
    const approved = token('0xa1');
    const permitted = token('0xb2', { eip2612: { name: 'USD Coin', version: '2' } });
    const plain = token('0xc3');
    const tokens = [approved, permitted, plain, token('0xd4'), token(nativeAddress)];

    const { held, unread } = await read(tokens, [base], {
      '0xa1': state({ balance: asUnits(5n), permit2Allowance: asUnits(6n) }),
      '0xb2': state({ balance: asUnits(5n), permit2Allowance: asUnits(4n), eip2612Nonce: 0n }),
      '0xc3': state({ balance: asUnits(5n), permit2Allowance: asUnits(4n) }),
      '0xd4': state({}),
    });

    expect(held).to.deep.equal([
      { token: approved, units: 5n, pullable: 'permit2', permit2Allowance: 6n },
      { token: permitted, units: 5n, pullable: '2612', permit2Allowance: 4n },
      { token: plain, units: 5n, pullable: 'none', permit2Allowance: 4n },
    ]);
    expect(unread).to.deep.equal([]);
  });

  it('need an approval if the payer has code, which signs no EIP-2612 permit', async () => {
    const permitted = token('0xb2', { eip2612: { name: 'USD Coin', version: '2' } });

    const { held } = await read([permitted], [base], {
      '0xb2': state({ balance: asUnits(5n), eip2612Nonce: 0n, hasCode: true }),
    });

    expect(held.map(({ pullable }) => pullable)).to.deep.equal(['none']);
  });

  it('of a chain that fails or is too late are named as unread, and the others are there', async () => {
    const [here, failing, late] = [
      token('0xa1'),
      token('0xb2', { chain: optimism }),
      token('0xc3', { chain: zora }),
    ];

    const { held, unread } = await read([here, failing, late], [base, optimism, zora], {
      '0xa1': state({ balance: asUnits(5n) }),
      '0xb2': Promise.reject(new Error('down')),
      '0xc3': new Promise(() => undefined),
    });

    expect(held.map((one) => one.token)).to.deep.equal([here]);
    expect(unread).to.deep.equal([optimism, zora]);
  });
});

function read(
  tokens: readonly TokenRef[],
  chains: readonly TokenRef['chain'][],
  states: Readonly<Record<string, PayerState | Promise<PayerState>>>,
) {
  return readBalances({
    tokens: new TokenList(tokens),
    clock: {
      // It rings once all that answers has answered.
      alarm: () => ({ rang: new Promise((done) => setImmediate(done)), cancel: () => undefined }),
    },
    custody: {
      payerState: async (_chain, address) => {
        const one = states[address];
        if (one === undefined) throw new Error(`${address} was not to be asked about`);
        return one;
      },
    },
  })(account, chains, signal);
}

function state(change: Partial<PayerState>): PayerState {
  return {
    balance: noUnits,
    permit2Allowance: noUnits,
    eip2612Nonce: null,
    hasCode: false,
    promised: noUnits,
    chainTimeSec: 0,
    ...change,
  };
}

function token(address: string, change: Partial<TokenRef> = {}): TokenRef {
  return { chain: base, address, symbol: address, decimals: 6, asset: 'USD', ...change };
}
