import { expect } from 'chai';
import { orderName } from './order-command.ts';

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
