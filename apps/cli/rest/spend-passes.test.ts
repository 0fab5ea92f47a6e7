import { NoAnswerError, ServiceError } from '@interline/client';
import { expect } from 'chai';
import type { Purse } from './purse.ts';
import { spendPasses } from './spend-passes.ts';

describe('a pass that a command shows', () => {
  it('is gone after its request was answered, or refused after the pass is spent', async () => {
    expect([
      await becomes(null),
      await becomes(refusal(422, 'NO_ROUTE')),
      await becomes(refusal(409, 'PASS_SPENT')),
    ]).to.deep.equal(['spent', 'spent', 'spent']);
  });

  it('is set aside after a refusal that comes before it is spent, or an answer of unknown origin', async () => {
    for (const error of [
      refusal(400, 'BAD_REQUEST'),
      refusal(400, 'DATE_OUTSIDE_WINDOW'),
      refusal(404, 'UNKNOWN_RECORD'),
      refusal(413, 'BODY_TOO_LARGE'),
      refusal(429, 'RATE_LIMITED'),
      refusal(429, ''),
      refusal(500, 'INTERNAL'),
      new NoAnswerError('nothing came', null),
    ])
      expect(await becomes(error), String(error)).to.equal('set aside');
  });

  it('is put back if it was never sent', async () => {
    expect(await becomes(new NoAnswerError('no way', null, { isUnsent: true }))).to.equal(
      'put back',
    );
  });
});

function refusal(status: number, errorCode: string): ServiceError {
  return new ServiceError(status, { error: 'no', errorCode });
}

/** What becomes of it where its request ends with that error. */
async function becomes(error: Error | null): Promise<string> {
  let became = 'held';
  const noting = (how: string) => async () => {
    became = how;
  };
  const held = {
    pass: { preparedMsg: 'm', sig: 's' },
    spent: noting('spent'),
    putBack: noting('put back'),
    setAside: noting('set aside'),
  };
  const call = async () => {
    if (error !== null) throw error;
    return {};
  };
  // CAST: what it uses of both.
  await spendPasses(
    { take: async () => held } as unknown as Purse,
    { call } as never,
    async (calls) => {
      await calls.takePass();
      await calls.call('POST /api/messages/v2/plus/cover', { body: { pass: 'm' } });
    },
  ).catch(() => undefined);
  return became;
}
