import { expect } from 'chai';
import { changeLines, orderName } from './order-command.ts';

describe('the title of an order', () => {
  it('does not say its noun twice', () => {
    expect([
      orderName('settle-route', 'route rt_1'),
      orderName('float-withdraw', 'float of USDC on 8453 to 0x1'),
      orderName('write-off', 'route rt_1'),
      orderName('pause', 'chain:8453'),
    ]).to.deep.equal(['settle', 'withdraw', 'write-off', 'pause']);
  });
});

describe('what an order changed', () => {
  const change = { before: { maxFeeWei: '1' }, after: { maxFeeWei: '1700000000' } };

  it('names a price of gas without the unit where another is shown, and in the audit as it is kept', () => {
    expect([
      changeLines(change, (_name, value) => `${String(value)} in gwei`),
      changeLines(change),
    ]).to.deep.equal([['maxFee: 1 in gwei -> 1700000000 in gwei'], ['maxFeeWei: 1 -> 1700000000']]);
  });
});
