import type { OperatorAccount } from '@interline/client';
import { expect } from 'chai';
import { idleLines } from './account.ts';

const idle: OperatorAccount = {
  chain: 8453,
  role: 'float',
  address: '0xf1',
  nextSlot: 3,
  chainSlots: 3,
  former: false,
  inFlight: 0,
  oldest: null,
  stopped: null,
  stuck: [],
  lacksCoin: null,
};

describe('accounts that run and have nothing open', () => {
  it('take a line for each address, with the next slot if it was used', () => {
    expect(
      idleLines([
        idle,
        { ...idle, chain: 10, nextSlot: null },
        { ...idle, role: 'spender', address: '0x51', former: true },
      ]),
    ).to.deep.equal([
      'float 0xf1: 8453 (next slot 3), 10',
      'spender (former) 0x51: 8453 (next slot 3)',
    ]);
  });
});
