import { ServiceError } from '@interline/client';
import { expect } from 'chai';
import { untilPriced } from './until-priced.ts';

const tooSmall = refusal('NO_ROUTE', 'amount 100000 would pay out 0 after fee and gas');
const empty = refusal('INSUFFICIENT_FLOAT', 'the float has 0 free');
const unpriced = refusal('NO_ROUTE', 'BTC has no fresh, undisputed price now');
const limited = new ServiceError(429, { errorCode: 'RATE_LIMITED', retryable: true });

describe('a demo that waits for its price', () => {
  it('stops at once at an amount that is too small: it polled 34 s and used up every quote', async () => {
    const { done, asked, told } = await priced([tooSmall]);

    expect([done, asked, told]).to.deep.equal([tooSmall, 1, []]);
  });

  it('waits for the float and the prices of a start, and reports that once', async () => {
    const { done, asked, told } = await priced([empty, unpriced, null]);

    expect([done, asked]).to.deep.equal(['a price', 3]);
    expect(told).to.deep.equal([empty.message]);
  });

  it('uses up no limit that it has reached', async () => {
    expect(await priced([limited])).to.deep.include({ done: limited, asked: 1 });
  });
});

async function priced(answers: readonly (ServiceError | null)[]) {
  let asked = 0;
  const told: string[] = [];
  const client = {
    async quote() {
      const answer = answers[asked] ?? null;
      asked += 1;
      if (answer !== null) throw answer;
      return 'a price' as never; // CAST: not looked at.
    },
  };
  const order = { fromChain: '8453', toChain: 'bitcoin', amount: '1' };
  const done = await untilPriced(client, order, (reason) => told.push(reason), 1).catch(
    (error: unknown) => error,
  );
  return { done, asked, told };
}

function refusal(code: string, reason: string): ServiceError {
  return new ServiceError(422, {
    error: reason,
    errorCode: code,
    reasons: [{ rail: 'bitcoin', code, reason }],
  });
}
