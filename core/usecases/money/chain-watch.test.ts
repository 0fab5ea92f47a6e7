import { type ChainRef, type Effect, evmAddress, evmChain } from '@interline/domain';
import type { Alarm, ChainReading, Clock, CustodyPort, EffectReading, Log, LogFields, SlotConsumer, WatchedEffect } from '@interline/ports';
import { expect } from 'chai';
import { ChainWatch, type Sighting } from './chain-watch.ts';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const pollMs = 250;
const foreign: SlotConsumer = { kind: 'found', hash: '0xee', block: 90, head: 101 };
const account = evmAddress('0x1000000000000000000000000000000000000abc');

describe('a watched effect', () => {
  it('is pending until a reading shows it mined', async () => {
    const { watch, chain, clock } = watching();
    chain.tell(100, pending('ef_1'));

    const asked = watch.until(effect('ef_1'), ['0x01'], isMined, 60_000);
    await settled();
    chain.tell(101, mined('ef_1', 101));
    await clock.advance(pollMs);

    expect(await asked).to.deep.equal({ ...mined('ef_1', 101), block: 101, timestampSec: 1_800_000_101, taken: null, watched: ['0x01'] });
    expect(chain.reads).to.deep.equal([[base, ['ef_1 0x01']], [base, ['ef_1 0x01']]]);
  });

  it('comes with the last sighting when patience ends, at the moment it ends', async () => {
    const { watch, chain, clock } = watching();
    chain.tell(100, pending('ef_1'));
    const answer = answerOf(watch.until(effect('ef_1'), ['0x01'], isMined, 1_000));
    await settled();

    await clock.advance(999);
    expect(answer.isHere).to.equal(false);

    await clock.advance(1);
    expect(answer.value).to.deep.equal({ ...pending('ef_1'), block: 100, timestampSec: 1_800_000_100, taken: null, watched: ['0x01'] });
  });

  it('comes with null when no reading spoke of it', async () => {
    const { watch, chain, clock } = watching();
    chain.tell(100, mined('ef_2', 100));
    const asked = watch.until(effect('ef_1'), ['0x01'], isMined, 1_000);
    await settled();

    await clock.advance(1_000);

    expect(await asked).to.equal(null);
  });

  it('is found taken by readings in a row, counted from the block of the first', async () => {
    const { watch, chain, clock } = watching();
    const seen: Sighting['taken'][] = [];
    const asked = watch.until(effect('ef_1'), ['0x01'], (one) => { seen.push(one.taken); return seen.length === 6; }, 60_000);
    await settled();

    for (const [block, reading] of [[100, taken('ef_1')], [100, taken('ef_1')], [101, pending('ef_1')], [102, taken('ef_1')], [104, taken('ef_1')], [105, mined('ef_1', 105)]] as const) {
      chain.tell(block, reading);
      await clock.advance(pollMs);
    }
    await asked;

    expect(seen).to.deep.equal([
      { sinceBlock: 100, readings: 1, consumer: null }, { sinceBlock: 100, readings: 2, consumer: null }, null, { sinceBlock: 102, readings: 1, consumer: null }, { sinceBlock: 102, readings: 2, consumer: null }, null,
    ]);
  });

  it('has what took its nonce searched for once it was found taken that long, and again as long after', async () => {
    const { watch, chain, clock } = watching();
    chain.found = [{ kind: 'unseen', reason: 'history-unserved' }, foreign];
    const seen: Sighting['taken'][] = [];
    const asked = watch.until(effect('ef_1'), ['0x01'], (one) => { seen.push(one.taken); return one.taken?.consumer != null; }, 60_000);
    await settled();
    const searches: number[] = [];
    for (let reading = 1; reading <= 10; reading += 1) {
      chain.tell(100 + reading, taken('ef_1'));
      await clock.advance(pollMs);
      searches.push(chain.searches.length);
    }
    await asked;

    // The first reading that found it taken came after one pause; a search comes 1,000 ms, four pauses, later.
    expect(searches).to.deep.equal([0, 0, 0, 0, 1, 1, 1, 1, 2, 2]);
    expect(chain.searches).to.deep.equal([['ef_1 0x01', 101], ['ef_1 0x01', 101]]);
    expect(seen.map((one) => one?.consumer)).to.deep.equal([...Array.from({ length: 9 }, () => null), foreign]);
  });

  it('says what an operator can do while nothing shows what took its nonce', async () => {
    const { watch, chain, clock, warnings } = watching();
    chain.found = [{ kind: 'unseen', reason: 'node-silent' }];
    void watch.until(effect('ef_1'), ['0x01'], () => false, 60_000);
    await settled();
    for (let reading = 1; reading <= 5; reading += 1) {
      chain.tell(100, taken('ef_1'));
      await clock.advance(pollMs);
    }

    expect(warnings).to.deep.equal([['outcome-unproven', {
      routeId: 'rt_1', purpose: 'pull', chain: 'eip155:8453', nonce: 0, reason: 'node-silent',
      advice: 'a configured node does not answer; mend it or take it out of the config',
    }]]);
  });

  it('is waited for, and not searched for, while a node has it in a block and owes the receipt', async () => {
    const { watch, chain, clock, warnings } = watching();
    const seen: Sighting['receiptOwed'][] = [];
    void watch.until(effect('ef_1'), ['0x01'], (one) => { seen.push(one.receiptOwed); return false; }, 60_000);
    await settled();
    for (let reading = 1; reading <= 5; reading += 1) {
      chain.tell(100, { ...taken('ef_1'), receiptOwed: '0x01' });
      await clock.advance(pollMs);
    }

    expect([seen, chain.searches]).to.deep.equal([['0x01', '0x01', '0x01', '0x01', '0x01'], []]);
    expect(warnings.map(([event, fields]) => [event, fields.reason])).to.deep.equal([['outcome-unproven', 'receipt-owed']]);
  });

  it('forgets what took its nonce when a reorg set the nonce free', async () => {
    const { watch, chain, clock } = watching();
    chain.found = [foreign];
    const seen: unknown[] = [];
    void watch.until(effect('ef_1'), ['0x01'], (one) => { seen.push(one.taken?.consumer?.hash); return false; }, 60_000);
    await settled();
    const takenFor = Array.from({ length: 6 }, () => taken('ef_1'));
    for (const reading of [...takenFor, pending('ef_1'), taken('ef_1')]) {
      chain.tell(100, reading);
      await clock.advance(pollMs);
    }

    expect(seen.slice(5)).to.deep.equal(['0xee', undefined, undefined]);
  });

  it('is still found when a reading in between failed', async () => {
    const { watch, chain, clock, warnings } = watching();
    chain.tell(100, pending('ef_1'));
    chain.fail(new Error('socket closed'));
    chain.tell(102, mined('ef_1', 102));

    const asked = watch.until(effect('ef_1'), ['0x01'], isMined, 60_000);
    await settled();
    await clock.advance(pollMs);
    await clock.advance(pollMs);

    expect(await asked).to.have.property('block', 102);
    expect(warnings).to.deep.equal([['chain-silent', { chain: 'eip155:8453' }]]);
  });
});

describe('the chain watch', () => {
  it('reads all watched effects of a chain at once, and each chain apart', async () => {
    const { watch, chain, clock } = watching();
    const asked = [
      watch.until(effect('ef_1'), ['0x01', '0x02'], isMined, 1_000),
      watch.until(effect('ef_2'), ['0x03'], isMined, 1_000),
      watch.until(effect('ef_3', arbitrum), ['0x04'], isMined, 1_000),
    ];
    await settled();
    chain.reads.splice(0);

    await clock.advance(pollMs);

    expect(chain.reads).to.have.deep.members([[base, ['ef_1 0x01 0x02', 'ef_2 0x03']], [arbitrum, ['ef_3 0x04']]]);
    await clock.advance(1_000);
    await Promise.all(asked);
  });

  it('asks no faster than its pace, whoever comes and goes', async () => {
    const { watch, chain, clock } = watching();
    chain.tell(100, pending('ef_1'));
    await watch.until(effect('ef_1'), ['0x01'], () => true, 60_000);
    await settled();

    const second = watch.until(effect('ef_2'), ['0x02'], isMined, 60_000);
    await clock.advance(pollMs - 1);
    expect(chain.reads).to.have.length(1);

    chain.tell(101, mined('ef_2', 101));
    await clock.advance(1);
    expect(chain.reads).to.have.length(2);
    await second;
  });

  it('stops when nobody watches any more, and starts again for the next', async () => {
    const { watch, chain, clock } = watching();
    chain.tell(100, mined('ef_1', 100));
    await watch.until(effect('ef_1'), ['0x01'], isMined, 60_000);

    await settled();
    await clock.advance(pollMs);
    expect(clock.pending).to.equal(0);
    await clock.advance(60_000);
    expect(chain.reads).to.have.length(1);

    chain.tell(101, mined('ef_2', 101));
    expect(await watch.until(effect('ef_2'), ['0x02'], isMined, 60_000)).to.have.property('block', 101);
    expect(chain.reads).to.have.length(2);
  });

  it('ends with the service, and reads nothing from then on', async () => {
    const { watch, chain, clock, stop } = watching();
    const asked = watch.until(effect('ef_1'), ['0x01'], isMined, 1_000);
    await settled();

    stop.abort();
    await clock.advance(pollMs);
    await clock.advance(1_000);

    expect(await asked).to.equal(null);
    expect(chain.reads).to.have.length(1);
    expect(clock.pending).to.equal(0);
  });

  it('names a chain busy once after something was mined there, and not for what is only pending', async () => {
    const { watch, chain, clock } = watching();
    chain.tell(100, pending('ef_1'));
    const asked = watch.until(effect('ef_1'), ['0x01'], isMined, 60_000);
    await settled();
    expect(watch.takeBusyChains()).to.deep.equal([]);

    chain.tell(101, mined('ef_1', 101));
    await clock.advance(pollMs);
    await asked;

    expect(watch.takeBusyChains()).to.deep.equal([base]);
    expect(watch.takeBusyChains()).to.deep.equal([]);
  });
});

function watching() {
  const clock = new ManualClock();
  const chain = new ScriptedChain();
  const stop = new AbortController();
  const warnings: (readonly [string, LogFields])[] = [];
  const log: Log = { debug: () => undefined, info: () => undefined, warn: (event, fields = {}) => { warnings.push([event, fields]); }, error: () => undefined, child: () => log };
  const watch = new ChainWatch({ custody: chain.custody, clock, log, pollMs, displacedAfterMs: 1_000, stop: stop.signal });
  return { watch, chain, clock, stop, warnings };
}

function isMined(sighting: Sighting): boolean {
  return sighting.mined !== null;
}

function pending(effectId: string): EffectReading {
  return { effectId, mined: null, isNonceTaken: false, receiptOwed: null };
}

function taken(effectId: string): EffectReading {
  return { effectId, mined: null, isNonceTaken: true, receiptOwed: null };
}

function mined(effectId: string, block: number): EffectReading {
  return { effectId, mined: { hash: '0x01', block, isSuccess: true, gasCostWei: 21_000n, transfers: [] }, isNonceTaken: true, receiptOwed: null };
}

function effect(id: string, chain: ChainRef = base): Effect {
  return {
    id, routeId: 'rt_1', step: -1, purpose: 'pull', chain, role: 'spender', account, nonce: 0, state: 'open',
    expects: null, minedHash: null, minedBlock: null, reorgs: 0, isFinal: false, createdAtMs: 0, batch: null,
  };
}

/** Answers reads by script, whatever chain was asked; knows of no effect when the script is at its end. */
class ScriptedChain {
  readonly reads: (readonly [ChainRef, readonly string[]])[] = [];
  readonly #lines: (Omit<ChainReading, 'chain'> | Error)[] = [];

  // CAST: the watch uses nothing else of the custody.
  readonly custody = {
    observe: (chain, watched) => this.#observe(chain, watched),
    consumerOf: async ({ effect: one, hashes }, takenAt) => {
      this.searches.push([[one.id, ...hashes].join(' '), takenAt]);
      return this.found.shift() ?? { kind: 'unseen', reason: 'history-unserved' };
    },
  } as Partial<CustodyPort> as CustodyPort;

  readonly searches: (readonly [string, number | null])[] = [];
  /** What searches find, one after another. */
  found: SlotConsumer[] = [];

  tell(block: number, ...effects: readonly EffectReading[]): void {
    this.#lines.push(reading(block, effects));
  }

  fail(error: Error): void {
    this.#lines.push(error);
  }

  async #observe(chain: ChainRef, watched: readonly WatchedEffect[]): Promise<ChainReading> {
    this.reads.push([chain, watched.map(({ effect: one, hashes }) => [one.id, ...hashes].join(' '))]);
    const line = this.#lines.shift() ?? reading(99, []);
    if (line instanceof Error) throw line;
    return { ...line, chain };
  }
}

function reading(block: number, effects: readonly EffectReading[]): Omit<ChainReading, 'chain'> {
  return { block, blockHash: `0x${block}`, timestampSec: 1_800_000_000 + block, effects };
}

/** A clock that stands still until a test moves it on. */
class ManualClock implements Clock {
  #nowMs = 0;
  readonly #waiters = new Set<{ readonly dueMs: number; readonly ring: () => void }>();

  now(): number { return this.#nowMs; }
  monotonic(): number { return this.#nowMs; }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const alarm = this.alarm(ms);
    const cut = new Promise<void>((resolve) => { signal?.addEventListener('abort', () => { resolve(); }, { once: true }); });
    await Promise.race([alarm.rang, cut]);
    alarm.cancel();
  }

  alarm(ms: number): Alarm {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter = { dueMs: this.#nowMs + ms, ring: resolve };
    this.#waiters.add(waiter);
    return { rang: promise, cancel: () => { this.#waiters.delete(waiter); } };
  }

  get pending(): number { return this.#waiters.size; }

  async advance(ms: number): Promise<void> {
    this.#nowMs += ms;
    for (const waiter of [...this.#waiters].filter((one) => one.dueMs <= this.#nowMs)) {
      this.#waiters.delete(waiter);
      waiter.ring();
    }
    await settled();
  }
}

/** What a promise gave, if it did. */
function answerOf<T>(promise: Promise<T>): { isHere: boolean; value: T | undefined } {
  const answer: { isHere: boolean; value: T | undefined } = { isHere: false, value: undefined };
  void promise.then((value) => { answer.isHere = true; answer.value = value; });
  return answer;
}

/** Lets everything that can run do so. */
async function settled(): Promise<void> {
  return new Promise((resolve) => { setImmediate(resolve); });
}
