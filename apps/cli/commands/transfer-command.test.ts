import type { Client } from '@interline/client';
import { expect } from 'chai';
import { requireRails } from './transfer-command.ts';

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
