import { RelayError } from '@interline/plugins';
import { RecordingLog } from '@interline/plugins/testing';
import { expect } from 'chai';
import { setTimeout as wait } from 'node:timers/promises';
import { engineBreaker } from './engine-breaker.ts';

const terms = { faultsToRest: 3, restMs: 60_000 };

async function fail(error: Error): Promise<never> {
  throw error;
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'an answer',
    (error: unknown) => (error instanceof RelayError ? error.code : String(error)),
  );
}

describe('the breaker of an engine', () => {
  it('opens after so many faults in a row, and says so once', async () => {
    const log = new RecordingLog();
    const breaker = engineBreaker('alpha', terms, log);

    const codes: string[] = [];
    for (const code of ['RAIL_FAULT', 'RAIL_TIMEOUT', 'RAIL_FAULT'] as const)
      codes.push(await codeOf(breaker.run(() => fail(new RelayError(code)))));
    const resting = await breaker.run(async () => 'asked').catch((error: unknown) => error);

    expect(codes).to.deep.equal(['RAIL_FAULT', 'RAIL_TIMEOUT', 'RAIL_FAULT']);
    expect(resting)
      .to.be.an('error')
      .that.includes({ code: 'RAIL_DOWN', message: 'alpha rests after 3 faults in a row' });
    expect(breaker.isResting).to.equal(true);
    expect(log.lines).to.deep.equal([
      { level: 'warn', event: 'upstream.rests', fields: { upstream: 'alpha', restMs: 60_000 } },
    ]);
  });

  it('restarts its count after an answer', async () => {
    const breaker = engineBreaker('alpha', terms, new RecordingLog());
    const fault = (): Promise<string> =>
      codeOf(breaker.run(() => fail(new RelayError('RAIL_FAULT'))));

    await fault();
    await fault();
    await breaker.run(async () => 'asked');
    await fault();
    await fault();

    expect(breaker.isResting).to.equal(false);
  });

  it('does not count a requested pause, nor a caller that left', async () => {
    const breaker = engineBreaker('alpha', { ...terms, faultsToRest: 1 }, new RecordingLog());

    await codeOf(breaker.run(() => fail(new RelayError('RAIL_DOWN'))));
    await codeOf(breaker.run(() => fail(new RelayError('RAIL_TIMEOUT', { isAbandoned: true }))));

    expect(breaker.isResting).to.equal(false);
  });

  it('lets one call through after the rest, whose outcome decides', async () => {
    const breaker = engineBreaker('alpha', { faultsToRest: 1, restMs: 20 }, new RecordingLog());
    await codeOf(breaker.run(() => fail(new RelayError('RAIL_FAULT'))));
    await wait(25);

    const trial = Promise.withResolvers<string>();
    const first = breaker.run(() => trial.promise);
    const second = await codeOf(breaker.run(async () => 'asked'));
    trial.resolve('back');

    expect([await first, second, breaker.isResting]).to.deep.equal(['back', 'RAIL_DOWN', false]);
  });
});
