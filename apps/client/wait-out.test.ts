import { expect } from 'chai';
import { NoAnswerError } from './no-answer-error.ts';
import { ServiceError } from './service-error.ts';
import { waitOut } from './wait-out.ts';

const limited = (retryAfterMs: number) =>
  new ServiceError(429, { errorCode: 'RATE_LIMITED', retryable: true, retryAfterMs });
const silent = new NoAnswerError('no service answers', null);

describe('an error that passes by itself', () => {
  it('is waited out as long as the service asks, and reported once', async () => {
    const { done, told, reads } = await reading([limited(1), limited(2), 'a receipt']);

    expect([done, told, reads]).to.deep.equal(['a receipt', [1], 3]);
  });

  it('is the silence of a service that has answered before, and of no other', async () => {
    const known = await reading([silent, 'a receipt'], { isKnown: true });
    const unknown = await reading([silent, 'a receipt'], { isKnown: false });

    expect([known.done, unknown.done]).to.deep.equal(['a receipt', silent]);
  });

  it('is thrown if it lasts longer than there is time, and any other error at once', async () => {
    const late = limited(60_000);
    const wrong = new ServiceError(404, { errorCode: 'UNKNOWN_ROUTE', retryable: false });

    expect((await reading([late, 'a receipt'])).done).to.equal(late);
    expect((await reading([wrong, 'a receipt'])).done).to.equal(wrong);
  });
});

async function reading(answers: readonly (string | Error)[], { isKnown = true } = {}) {
  const told: number[] = [];
  let reads = 0;
  const read = async (): Promise<string> => {
    const answer = answers[reads];
    reads += 1;
    if (answer instanceof Error) throw answer;
    if (answer === undefined) throw new Error('it was asked once too often');
    return answer;
  };
  const done = await waitOut(read, {
    isKnown,
    untilMs: performance.now() + 5_000,
    onWait: (_error, waitMs) => told.push(waitMs),
  }).catch((error: unknown) => error);
  return { done, told, reads };
}
