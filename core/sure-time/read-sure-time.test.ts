import { evmChain, RelayError } from '@interline/kernel';
import type { Log } from '@interline/ports';
import { expect } from 'chai';
import { SureTime } from './read-sure-time.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe('the time by which keys are destroyed', () => {
  it('is that of a clock that goes on as time does, and of one that is an hour ahead', async () => {
    const { clock, born } = world();
    const time = born();
    const read = [await time.read()];
    for (const ms of [dayMs, dayMs + hourMs]) {
      clock.pass(dayMs);
      clock.ms = ms;
      read.push(await time.read());
    }

    expect(read).to.deep.equal([0, dayMs, dayMs + hourMs]);
  });

  it('is whole, as it is kept, though the time that passes has fractions of a millisecond', async () => {
    const { clock, born, kept } = world();
    const time = born();
    await time.read();
    clock.pass(120_000.75);
    clock.ms = 120_000;
    const first = await time.read();
    clock.pass(60_000.5);
    clock.ms = 180_001;

    expect([first, await time.read(), kept()]).to.deep.equal([120_000, 180_001, 180_001]);
  });

  for (const [name, ofClock, ofTime] of [
    ['59 minutes ahead of each minute', hourMs, 60_000],
    ['twice as fast as time', 10_000, 5_000],
  ] as const)
    it(`does not follow a clock that creeps ahead, ${name}, by more than an hour`, async () => {
      const { clock, born, kept } = world();
      const time = born();
      await time.read();
      let nowMs = 0;
      for (let step = 1; step <= 12_000; step += 1) {
        clock.pass(ofTime);
        nowMs += ofClock;
        clock.ms = nowMs;
        await time.read();
      }

      expect([await time.read(), kept()]).to.deep.equal([
        12_000 * ofTime + hourMs,
        12_000 * ofTime,
      ]);
    });

  it('goes on by an hour at most while the clock is 400 days ahead, with an error in the log', async () => {
    const { clock, born, errors } = world();
    const time = born();
    await time.read();
    clock.pass(60_000);
    clock.ms = 400 * dayMs;
    const ahead = await time.read();
    const aheadMs = await time.aheadMs();
    clock.pass(60_000);
    clock.ms = 120_000;

    expect([ahead, aheadMs]).to.deep.equal([60_000 + hourMs, 400 * dayMs - 60_000]);
    expect([await time.read(), await time.aheadMs()]).to.deep.equal([120_000, 0]);
    expect(errors).to.deep.equal(['clock-not-believed']);
  });

  it('is not believed from the clock by a process that starts while it is wrong', async () => {
    const { clock, born } = world();
    await born().read();
    clock.ms = 38 * dayMs;
    const other = born();
    const first = await other.read();
    clock.pass(2 * hourMs);

    expect([first, await other.read()]).to.deep.equal([hourMs, 3 * hourMs]);
  });

  it('goes on at once after a month without the service if one of two chains confirms it', async () => {
    const { clock, born, heads } = world();
    await born().read();
    clock.ms = 31 * dayMs;
    heads.set('eip155:1', 31 * dayMs - hourMs);
    const time = born();

    expect([await time.read(), await time.aheadMs()]).to.deep.equal([31 * dayMs, 0]);
  });

  it('does not believe a chain whose newest block is more than an hour old', async () => {
    const { clock, born, heads } = world();
    await born().read();
    clock.ms = 31 * dayMs;
    heads.set('eip155:1', 31 * dayMs - hourMs - 1);

    expect(await born().read()).to.equal(hourMs);
  });

  it('asks the chains once a minute while none of them confirms the clock', async () => {
    const { clock, born, asked } = world();
    const time = born();
    await time.read();
    clock.ms = 31 * dayMs;
    for (const seconds of [0, 30, 29, 1]) {
      clock.pass(seconds * 1_000);
      await time.read();
    }

    expect(asked.length).to.equal(4);
  });

  it('is that of the clock if it is behind, and what was believed stays kept', async () => {
    const { clock, born, kept } = world();
    clock.ms = 400 * dayMs;
    const time = born();
    await time.read();
    clock.ms = 0;

    expect([await time.read(), kept()]).to.deep.equal([0, 400 * dayMs]);
  });
});

/** A store, two chains that do not answer, and a clock whose parts a test moves. */
function world() {
  let kept: number | null = null;
  const errors: string[] = [];
  const asked: string[] = [];
  const heads = new Map<string, number>();
  const hands = { ms: 0, monotonicMs: 0 };
  const clock = {
    set ms(ms: number) {
      hands.ms = ms;
    },
    pass(ms: number) {
      hands.monotonicMs += ms;
      hands.ms += ms;
    },
  };
  const reads = { sureTime: async () => kept };
  const keepSureTime = async (ms: number): Promise<void> => {
    kept = Math.max(kept ?? 0, ms);
  };
  const quiet = () => undefined;
  const log: Log = {
    debug: quiet,
    info: quiet,
    warn: quiet,
    error: (event) => errors.push(event),
    child: () => log,
  };
  const born = (): SureTime =>
    new SureTime({
      store: {
        reads: { sureTime: reads },
        run: (_name, work) => work({ sureTime: { ...reads, keepSureTime } }),
      },
      clock: {
        now: () => hands.ms,
        monotonic: () => hands.monotonicMs,
        alarm: () => ({ rang: new Promise(() => undefined), cancel: quiet }),
      },
      chainTime: {
        async headTimeMs(chain) {
          asked.push(chain);
          const head = heads.get(chain);
          if (head === undefined) throw new RelayError('CHAIN_UNREACHABLE', { chain });
          return head;
        },
      },
      chains: [evmChain(1), evmChain(8_453)],
      log,
      lifetime: new AbortController().signal,
    });
  return { clock, born, heads, errors, asked, kept: () => kept };
}
