import type { Client } from '@interline/client';
import { expect } from 'chai';
import { requireRails, transferOf } from './transfer-command.ts';

describe('a transfer that options name', () => {
  const source = { symbol: 'USDC', decimals: 6 };
  const options = { url: '', json: false, from: '8453', amount: '5', without: [] };

  it('is asked for with its recipient and what only that one asks for', () => {
    const memo = { type: 'id', value: '42' } as const;
    const lane = { fromChain: '8453', fromToken: 'USDC', amount: '5000000' };

    expect(transferOf({ ...options, to: 'stellar:GABC', memo }, source)).to.deep.equal({
      ...lane,
      toChain: 'stellar',
      toToken: 'USDC',
      toAddress: 'GABC',
      memo,
    });
    expect(transferOf({ ...options, to: 'stellar:GABC', claimable: true }, source)).to.deep.include(
      { toAddress: 'GABC', claimable: true },
    );
    expect(transferOf({ ...options, to: '42161' }, source)).to.deep.equal({
      ...lane,
      toChain: '42161',
      toToken: 'USDC',
    });
  });
});

describe('rails that are left out by name', () => {
  const rails = [
    { rail: 'aggregators', ways: ['lifi', 'across'], simulated: false },
    { rail: 'floatlane', ways: ['floatlane'], simulated: false },
    { rail: 'sandbox', ways: ['sandbox'], simulated: true },
  ];
  // CAST: all that is asked of it.
  const client = { call: () => Promise.resolve({ rails }) } as unknown as Pick<Client, 'call'>;
  const said = (...names: readonly string[]) =>
    requireRails(client, names).then(
      () => 'taken',
      (error: Error) => error.message,
    );

  it('are those that transfers are ranked by, so the sandbox is not among them', async () => {
    const takes = '--without takes aggregators, lifi, across, floatlane';

    expect([
      await said('floatlane', 'lifi'),
      await said('foo'),
      await said('sandbox'),
    ]).to.deep.equal([
      'taken',
      `there is no rail "foo" to leave out; ${takes}`,
      `there is no rail "sandbox" to leave out; ${takes}`,
    ]);
  });
});
