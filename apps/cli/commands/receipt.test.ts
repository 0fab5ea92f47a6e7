import type { RouteReceipt } from '@interline/client';
import { expect } from 'chai';
import { movedLines } from './receipt.ts';

const side = { chain: 8453, token: '0xab', symbol: 'USDC' };

describe('what a verified receipt says of the money', () => {
  const claims = {
    from: { ...side, amount: '2000000' },
    to: { ...side, chain: 42161, delivered: '1998800' },
    srcTx: '0x51',
    destTx: '0x52',
    refundTx: null,
  };

  it('is in tokens with the decimals that are signed, even without a kept route', () => {
    const signed = {
      ...claims,
      from: { ...claims.from, decimals: 6 },
      to: { ...claims.to, decimals: 18, delivered: '1998800000000000000' },
    };

    expect(movedLines(signed, undefined)).to.deep.equal([
      ['paid', '2 USDC on 8453 in 0x51'],
      ['brought', '1.9988 USDC on 42161 in 0x52'],
    ]);
  });

  it('of a receipt without decimals is in tokens if the route was sent from here, and in smallest units if it was not', () => {
    // CAST: a kept receipt, as far as it is read.
    const receipt = {
      from: { ...side, token: '0xAB', decimals: 6 },
      to: { ...side, token: '0xother', decimals: 6 },
    } as unknown as RouteReceipt;

    expect([movedLines(claims, { receipt }), movedLines(claims, undefined)]).to.deep.equal([
      [
        ['paid', '2 USDC on 8453 in 0x51'],
        ['brought', '1998800 smallest units of USDC on 42161 in 0x52'],
      ],
      [
        ['paid', '2000000 smallest units of USDC on 8453 in 0x51'],
        ['brought', '1998800 smallest units of USDC on 42161 in 0x52'],
      ],
    ]);
  });

  it('names the refund of a route that brought nothing', () => {
    const failed = { ...claims, to: { ...claims.to, delivered: null }, destTx: null };

    expect(movedLines({ ...failed, refundTx: '0x53' }, undefined).slice(1)).to.deep.equal([
      ['brought', 'nothing'],
      ['came back', 'in 0x53'],
    ]);
  });
});
