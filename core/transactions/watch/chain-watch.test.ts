import { evmChain } from '@interline/kernel';
import type { Sighting } from './verdict-of.ts';
import {
  base,
  transaction,
  mined,
  pending,
  pollMs,
  settled,
  watching,
  form,
} from './testing/watching.ts';
import { expect } from 'chai';

const arbitrum = evmChain(42161);

describe('a watched transaction', () => {
  it('is pending until a reading shows it mined', async () => {
    const { watch, chain, clock } = watching();
    chain.tell(100, pending('ef_1'));

    const asked = watch.until(transaction('ef_1'), [form('0x01')], isMined, 60_000);
    await settled();
    chain.tell(101, mined('ef_1', 101));
    await clock.advance(pollMs);

    expect(await asked).to.deep.equal({
      ...mined('ef_1', 101),
      block: 101,
      timestampSec: 1_800_000_101,
      taken: null,
      isHeld: false,
      watched: ['0x01'],
    });
    expect(chain.reads).to.deep.equal([
      [base, ['ef_1 0x01']],
      [base, ['ef_1 0x01']],
    ]);
  });

  it('returns the last sighting when patience ends, at the moment it ends', async () => {
    const { watch, chain, clock } = watching();
    chain.tell(100, pending('ef_1'));
    const answer = answerOf(watch.until(transaction('ef_1'), [form('0x01')], isMined, 1_000));
    await settled();

    await clock.advance(999);
    expect(answer.isHere).to.equal(false);

    await clock.advance(1);
    expect(answer.value).to.deep.equal({
      ...pending('ef_1'),
      block: 100,
      timestampSec: 1_800_000_100,
      taken: null,
      isHeld: false,
      watched: ['0x01'],
    });
  });

  it('returns a reading that takes longer than patience, or null once that failed', async () => {
    const { watch, chain, clock } = watching();
    for (const end of [mined('ef_1', 100), null]) {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      chain.held = promise;
      if (end === null) chain.fail(new Error('socket closed'));
      else chain.tell(100, end);
      const answer = answerOf(watch.until(transaction('ef_1'), [form('0x01')], isMined, 1_000));
      await settled();
      await clock.advance(1_000);

      expect(answer.isHere).to.equal(false);
      release();
      await settled();
      expect(answer.value?.mined?.block).to.equal(end?.mined?.block);
      expect(answer.isHere).to.equal(true);
      await clock.advance(pollMs);
    }
  });

  it('returns null if no reading included it', async () => {
    const { watch, chain, clock } = watching();
    chain.tell(100, mined('ef_2', 100));
    const asked = watch.until(transaction('ef_1'), [form('0x01')], isMined, 1_000);
    await settled();

    await clock.advance(1_000);

    expect(await asked).to.equal(null);
  });

  it('is still found if a reading in between failed', async () => {
    const { watch, chain, clock, warnings } = watching();
    chain.tell(100, pending('ef_1'));
    chain.fail(new Error('socket closed'));
    chain.tell(102, mined('ef_1', 102));

    const asked = watch.until(transaction('ef_1'), [form('0x01')], isMined, 60_000);
    await settled();
    await clock.advance(pollMs);
    await clock.advance(pollMs);

    expect(await asked).to.have.property('block', 102);
    expect(warnings).to.deep.equal([['chain-silent', { chain: 'eip155:8453' }]]);
  });
});

describe('the chain watch', () => {
  it('reads all watched transactions of a chain together, and each chain separately', async () => {
    const { watch, chain, clock } = watching();
    const asked = [
      watch.until(transaction('ef_1'), [form('0x01'), form('0x02')], isMined, 1_000),
      watch.until(transaction('ef_2'), [form('0x03')], isMined, 1_000),
      watch.until(transaction('ef_3', arbitrum), [form('0x04')], isMined, 1_000),
    ];
    await settled();
    chain.reads.splice(0);

    await clock.advance(pollMs);

    expect(chain.reads).to.have.deep.members([
      [base, ['ef_1 0x01 0x02', 'ef_2 0x03']],
      [arbitrum, ['ef_3 0x04']],
    ]);
    await clock.advance(1_000);
    await Promise.all(asked);
  });

  it('keeps its pace for any number of watchers', async () => {
    const { watch, chain, clock } = watching();
    chain.tell(100, pending('ef_1'));
    await watch.until(transaction('ef_1'), [form('0x01')], () => true, 60_000);
    await settled();

    const second = watch.until(transaction('ef_2'), [form('0x02')], isMined, 60_000);
    await clock.advance(pollMs - 1);
    expect(chain.reads).to.have.length(1);

    chain.tell(101, mined('ef_2', 101));
    await clock.advance(1);
    expect(chain.reads).to.have.length(2);
    await second;
  });

  it("keeps the chain's own pace if the operator set one", async () => {
    const { watch, chain, clock } = watching({ [base]: { pollMs: 2 * pollMs } });
    chain.tell(100, pending('ef_1'));
    const asked = watch.until(transaction('ef_1'), [form('0x01')], isMined, 60_000);
    await settled();

    await clock.advance(2 * pollMs - 1);
    expect(chain.reads).to.have.length(1);

    chain.tell(101, mined('ef_1', 101));
    await clock.advance(1);
    expect(chain.reads).to.have.length(2);
    await asked;
  });

  it('stops when no watcher is left, and starts again for the next', async () => {
    const { watch, chain, clock } = watching();
    chain.tell(100, mined('ef_1', 100));
    await watch.until(transaction('ef_1'), [form('0x01')], isMined, 60_000);

    await settled();
    await clock.advance(pollMs);
    expect(clock.pending).to.equal(0);
    await clock.advance(60_000);
    expect(chain.reads).to.have.length(1);

    chain.tell(101, mined('ef_2', 101));
    expect(
      await watch.until(transaction('ef_2'), [form('0x02')], isMined, 60_000),
    ).to.have.property('block', 101);
    expect(chain.reads).to.have.length(2);
  });

  it('ends with the service, and makes no further reading', async () => {
    const { watch, chain, clock, stop } = watching();
    const asked = watch.until(transaction('ef_1'), [form('0x01')], isMined, 1_000);
    await settled();

    stop.abort();
    await clock.advance(pollMs);
    await clock.advance(1_000);

    expect(await asked).to.equal(null);
    expect(chain.reads).to.have.length(1);
    expect(clock.pending).to.equal(0);
  });

  it('reports a chain as busy once after something was mined there, and not for pending ones', async () => {
    const { watch, chain, clock } = watching();
    chain.tell(100, pending('ef_1'));
    const asked = watch.until(transaction('ef_1'), [form('0x01')], isMined, 60_000);
    await settled();
    expect(watch.takeBusyChains()).to.deep.equal([]);

    chain.tell(101, mined('ef_1', 101));
    await clock.advance(pollMs);
    await asked;

    expect(watch.takeBusyChains()).to.deep.equal([base]);
    expect(watch.takeBusyChains()).to.deep.equal([]);
  });
});

function isMined(sighting: Sighting): boolean {
  return sighting.mined !== null;
}

/** The value of a settled promise, if it is settled. */
function answerOf<T>(promise: Promise<T>): { isHere: boolean; value: T | undefined } {
  const answer: { isHere: boolean; value: T | undefined } = { isHere: false, value: undefined };
  void promise.then((value) => {
    answer.isHere = true;
    answer.value = value;
  });
  return answer;
}
