import { expect } from 'chai';
import { NoAnswerError } from './no-answer-error.ts';
import { waitBeforeRetry } from './retry.ts';
import { ServiceError } from './service-error.ts';

const again = (retryAfterMs?: number): ServiceError =>
  new ServiceError(503, {
    errorCode: 'STORE_DOWN',
    retryable: true,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
const first = { tried: 1, tries: 3, isRepeatable: true, isAnswerFinal: false };

describe('the wait before a retry', () => {
  it('doubles with every try, by up to as much again', () => {
    expect([waitBeforeRetry(again(), first, 0), waitBeforeRetry(again(), first, 1)]).to.deep.equal([
      300, 600,
    ]);
    expect(waitBeforeRetry(again(), { ...first, tried: 2 }, 0)).to.equal(600);
  });

  it('is at least what the service asks for, up to 20 s', () => {
    expect([
      waitBeforeRetry(again(20_000), first, 0),
      waitBeforeRetry(again(20_001), first, 0),
    ]).to.deep.equal([20_000, null]);
  });

  it('is for no refusal if the answer is final, and still for a service that did not answer', () => {
    const order = { ...first, isAnswerFinal: true };

    expect(waitBeforeRetry(again(), order, 0)).to.equal(null);
    expect(waitBeforeRetry(new NoAnswerError('nobody', null), order, 0)).to.equal(300);
  });

  it('is for nothing after the last try, and for nothing that will be refused again', () => {
    expect(waitBeforeRetry(again(), { ...first, tried: 3 }, 0)).to.equal(null);
    expect(
      waitBeforeRetry(new ServiceError(422, { errorCode: 'NO_ROUTE', retryable: false }), first, 0),
    ).to.equal(null);
    expect(
      waitBeforeRetry(new NoAnswerError('nobody', null), { ...first, isRepeatable: false }, 0),
    ).to.equal(null);
  });
});
