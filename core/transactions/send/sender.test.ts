import {
  type ChainRef,
  type SignedTransaction,
  evmAddress,
  type EvmAddress,
  evmChain,
} from '@interline/kernel';
import type { Alarm, BroadcastOutcome, Clock, CustodyPort } from '@interline/ports';
import { Sender } from './sender.ts';
import { expect } from 'chai';
import fc from 'fast-check';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const spender = evmAddress('0x1000000000000000000000000000000000000abc');
const float = evmAddress('0x3000000000000000000000000000000000000fed');

describe('the sender', () => {
  it('sends a batch in slot order, and answers in the order of the request', async () => {
    const node = new ScriptedNode({ 7: 'accepted', 5: 'refused' });
    const sender = new Sender(node.custody, new ManualClock());

    const sending = sender.send([signedTransaction(7), signedTransaction(5), signedTransaction(6)]);
    await settled();
    node.answerNext();

    expect(await sending).to.deep.equal(['accepted', 'refused', 'unknown']);
    expect(node.batches).to.deep.equal([[5, 6, 7]]);
  });

  it('puts a burst of the same tick into one batch', async () => {
    const node = new ScriptedNode();
    const sender = new Sender(node.custody, new ManualClock());

    const sending = [
      sender.send([signedTransaction(3)]),
      sender.send([signedTransaction(1)]),
      sender.send([signedTransaction(2)]),
    ];
    await settled();
    node.answerNext();
    await Promise.all(sending);

    expect(node.batches).to.deep.equal([[1, 2, 3]]);
  });

  it('has one batch in flight per account and chain, and collects the next meanwhile', async () => {
    const node = new ScriptedNode();
    const sender = new Sender(node.custody, new ManualClock());

    const first = sender.send([signedTransaction(1)]);
    await settled();
    const second = sender.send([signedTransaction(3)]);
    await settled();
    const third = sender.send([signedTransaction(2)]);
    await settled();
    expect(node.batches).to.deep.equal([[1]]);

    node.answerNext();
    await first;
    await settled();
    expect(node.batches).to.deep.equal([[1], [2, 3]]);

    node.answerNext();
    await Promise.all([second, third]);
    expect(node.batches).to.deep.equal([[1], [2, 3]]);
  });

  it('separates chains and accounts, so that a slow one delays no other', async () => {
    const node = new ScriptedNode();
    const sender = new Sender(node.custody, new ManualClock());

    const stuck = sender.send([signedTransaction(1)]);
    await settled();
    const others = sender.send([
      signedTransaction(10, arbitrum),
      signedTransaction(20, base, float),
    ]);
    await settled();
    expect(node.batches).to.deep.equal([[1], [10], [20]]);

    node.answerLast();
    node.answerLast();
    expect(await others).to.deep.equal(['accepted', 'accepted']);

    node.answerNext();
    await stuck;
  });

  it('continues after a second if a node does not answer a batch, whose outcome is then unknown', async () => {
    const node = new ScriptedNode();
    const clock = new ManualClock();
    const sender = new Sender(node.custody, clock);
    const hanging = sender.send([signedTransaction(1)]);
    await settled();
    const next = sender.send([signedTransaction(2)]);

    await clock.advance(999);
    expect(node.batches).to.deep.equal([[1]]);

    await clock.advance(1);
    expect(await hanging).to.deep.equal(['unknown']);
    expect(node.batches).to.deep.equal([[1], [2]]);

    node.answerLast();
    expect(await next).to.deep.equal(['accepted']);
    expect(clock.pending).to.equal(0);
  });

  it('sends again after the account was idle', async () => {
    const node = new ScriptedNode();
    const sender = new Sender(node.custody, new ManualClock());

    for (const slot of [1, 2]) {
      const sending = sender.send([signedTransaction(slot)]);
      await settled();
      node.answerNext();
      await sending;
    }

    expect(node.batches).to.deep.equal([[1], [2]]);
  });

  it('treats an outcome that the custody left out as unknown', async () => {
    const node = new ScriptedNode();
    const sender = new Sender(node.custody, new ManualClock());

    const sending = sender.send([signedTransaction(1), signedTransaction(2)]);
    await settled();
    node.answerNext(['accepted']);

    expect(await sending).to.deep.equal(['accepted', 'unknown']);
  });

  it('calls no node if there is nothing to send', async () => {
    const node = new ScriptedNode();

    expect(await new Sender(node.custody, new ManualClock()).send([])).to.deep.equal([]);
    expect(node.batches).to.deep.equal([]);
  });

  it('sends everything exactly once and each batch in order, for any order of commits', async () => {
    const burst = fc.array(fc.integer({ min: 0, max: 99 }), { maxLength: 5 });

    await fc.assert(
      fc.asyncProperty(fc.array(burst, { maxLength: 6 }), async (bursts) => {
        const node = new ScriptedNode();
        const sender = new Sender(node.custody, new ManualClock());

        const sending = bursts.map((slots) =>
          sender.send(slots.map((slot) => signedTransaction(slot))),
        );
        while (node.isAsked || (await settled().then(() => node.isAsked))) node.answerNext();
        await Promise.all(sending);

        expect(node.batches.flat().toSorted(ascending)).to.deep.equal(
          bursts.flat().toSorted(ascending),
        );
        for (const batch of node.batches) expect(batch).to.deep.equal(batch.toSorted(ascending));
      }),
      { numRuns: 50 },
    );
  });
});

interface AskedBatch {
  readonly slots: readonly number[];
  readonly answer: (outcomes: readonly BroadcastOutcome[]) => void;
}

/**
 * A node that answers a batch only when a test tells it to, by slot; `accepted` unless scripted.
 */
class ScriptedNode {
  readonly batches: (readonly number[])[] = [];
  readonly #script: Readonly<Record<number, BroadcastOutcome>> | null;
  readonly #out: AskedBatch[] = [];

  constructor(script: Readonly<Record<number, BroadcastOutcome>> | null = null) {
    this.#script = script;
  }

  // CAST: the sender uses nothing else of the custody.
  readonly custody = {
    broadcast: (signedTransactions) => this.#broadcast(signedTransactions),
  } as Partial<CustodyPort> as CustodyPort;

  get isAsked(): boolean {
    return this.#out.length > 0;
  }

  answerNext(outcomes?: readonly BroadcastOutcome[]): void {
    this.#answer(this.#out.shift(), outcomes);
  }

  answerLast(): void {
    this.#answer(this.#out.pop());
  }

  #answer(batch: AskedBatch | undefined, outcomes?: readonly BroadcastOutcome[]): void {
    if (batch === undefined) throw new Error('the node was asked for nothing');
    const script = this.#script;
    batch.answer(
      outcomes ??
        batch.slots.map((slot) => (script === null ? 'accepted' : (script[slot] ?? 'unknown'))),
    );
  }

  async #broadcast(
    signedTransactions: readonly SignedTransaction[],
  ): Promise<readonly BroadcastOutcome[]> {
    const slots = signedTransactions.map((one) => one.slot);
    this.batches.push(slots);
    return new Promise((answer) => {
      this.#out.push({ slots, answer });
    });
  }
}

/** A clock that a test advances; the sender only sets alarms. */
class ManualClock implements Clock {
  #nowMs = 0;
  readonly #alarms = new Map<() => void, number>();

  now(): number {
    return this.#nowMs;
  }
  monotonic(): number {
    return this.#nowMs;
  }
  async sleep(ms: number): Promise<void> {
    return this.alarm(ms).rang;
  }

  alarm(ms: number): Alarm {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#alarms.set(resolve, this.#nowMs + ms);
    return {
      rang: promise,
      cancel: () => {
        this.#alarms.delete(resolve);
      },
    };
  }

  get pending(): number {
    return this.#alarms.size;
  }

  async advance(ms: number): Promise<void> {
    this.#nowMs += ms;
    for (const [ring] of [...this.#alarms].filter(([, dueMs]) => dueMs <= this.#nowMs)) ring();
    await settled();
  }
}

function signedTransaction(
  slot: number,
  chain: ChainRef = base,
  account: EvmAddress = spender,
): SignedTransaction {
  return {
    hash: `0x${slot}`,
    transactionId: `ef_${slot}`,
    movements: [],
    chain,
    account,
    slot,
    raw: '0x',
    committedAtMs: 0,
    tx: {
      to: float,
      data: '0x',
      value: 0n,
      gasLimit: 21_000n,
      maxFeeRate: 1n,
      tip: 1n,
    },
  };
}

/** Runs all pending work. */
async function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function ascending(a: number, b: number): number {
  return a - b;
}
