import type { Log } from '@interline/ports';
import { expect } from 'chai';
import { openTracer } from './open-tracer.ts';

const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet } as unknown as Log; // CAST: what a tracer says is not looked at.
const count = 400;

/** Which traces of a caller are kept at half of them, by the last eight digits of their ids. */
async function kept(secret: string, lastDigits: string, nowMs = 0): Promise<readonly number[]> {
  const tracer = await openTracer(
    { url: 'http://127.0.0.1:9/v1/traces', headers: {}, sampleRatio: 0.5, tellsReceivers: false },
    { log, version: '1', secret, clock: { now: () => nowMs } },
  );
  const chosen: number[] = [];
  for (let at = 1; at <= count; at += 1) {
    const header = `00-${at.toString(16).padStart(24, '0')}${lastDigits}-00f067aa0ba902b7-01`;
    await tracer.receive({ name: 'GET /' }, header, async () => {
      if (tracer.current() !== undefined) chosen.push(at);
    });
  }
  await tracer.close();
  return chosen;
}

describe('the traces of callers that are kept', () => {
  it('are the same wherever the secret is, and others under another one', async () => {
    const [here, there, elsewhere] = await Promise.all(
      ['one', 'one', 'two'].map((secret) => kept(secret, '89abcdef')),
    );

    expect(there).to.deep.equal(here);
    expect(elsewhere).not.to.deep.equal(here);
  });

  it('are the same for ten minutes, and afterwards as likely to be kept as others', async () => {
    const [first, last, next] = await Promise.all(
      [600_000, 1_199_999, 1_200_000].map((nowMs) => kept('one', '89abcdef', nowMs)),
    );

    expect(last).to.deep.equal(first);
    const again = next?.filter((one) => first?.includes(one)) ?? [];
    expect(again.length).to.be.within((first?.length ?? 0) * 0.35, (first?.length ?? 0) * 0.65);
  });

  for (const lastDigits of ['00000000', 'ffffffff'])
    it(`are about half if the ids end in ${lastDigits}`, async () => {
      const { length } = await kept('one', lastDigits);

      expect(length).to.be.within(count * 0.4, count * 0.6);
    });
});
