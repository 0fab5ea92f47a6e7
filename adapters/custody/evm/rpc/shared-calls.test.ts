import { asAddress } from '@interline/kernel';
import { expect } from 'chai';
import { headNumber } from './blocks.ts';
import type { RpcCall } from './json-rpc.ts';
import { sharedCalls } from './shared-calls.ts';
import { ethCall, nonceOf, pendingNonceOf } from './state-calls.ts';

const account = asAddress('0x00000000000000000000000000000000000000aa');
const other = asAddress('0x00000000000000000000000000000000000000bb');

describe('calls of one request', () => {
  it('ask for the head and for an account once, however many wait for the answer', () => {
    const [first, second, third] = [{}, {}, {}];
    const { calls, places } = sharedCalls([
      { call: nonceOf(account), group: first },
      { call: pendingNonceOf(account), group: first },
      { call: headNumber, group: second },
      { call: nonceOf(account), group: third },
      { call: pendingNonceOf(account), group: third },
      { call: nonceOf(other), group: third },
    ]);

    expect(calls.map(shown)).to.deep.equal([
      `eth_getTransactionCount ${account},latest`,
      `eth_getTransactionCount ${account},pending`,
      'eth_blockNumber ',
      `eth_getTransactionCount ${other},latest`,
    ]);
    expect(places).to.deep.equal([0, 1, 2, 0, 1, 3]);
  });

  it('keep the order in which one caller asked: a count behind a head is not from before it', () => {
    const [first, second, third] = [{}, {}, {}];
    const { calls, places } = sharedCalls([
      { call: nonceOf(account), group: first },
      { call: headNumber, group: second },
      { call: nonceOf(account), group: second },
      { call: nonceOf(account), group: third },
    ]);

    expect(calls).to.have.length(3);
    expect(places).to.deep.equal([0, 1, 2, 2]);
  });

  it('are each sent where their answers are not shared, such as simulations', () => {
    const call = ethCall({ to: account, data: '0x' });
    const { places } = sharedCalls([
      { call, group: {} },
      { call, group: {} },
    ]);

    expect(places).to.deep.equal([0, 1]);
  });
});

function shown({ method, params }: RpcCall<unknown>): string {
  return `${method} ${params.join(',')}`;
}
