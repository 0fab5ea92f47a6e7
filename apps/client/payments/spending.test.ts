import { expect } from 'chai';
import { BudgetError, Spending } from './spending.ts';

const dayMs = 86_400_000;
const atMs = 20_000 * dayMs;

describe('what may be spent in a day', () => {
  it('is not forgotten if it could not be read at first', async () => {
    let reads = 0;
    const kept = {
      read: () => {
        reads += 1;
        if (reads === 1) throw new Error('the disk is busy');
        return '20000 990000';
      },
      write: () => undefined,
    };
    const spending = new Spending({ maxPerDay: '100' }, kept, () => atMs);

    const first = await spending.take(500_000n).catch((error: unknown) => error);
    const second = await spending.take(500_000n).catch((error: unknown) => error);
    await spending.take(10_000n);

    expect(String(first)).to.match(/the disk is busy/);
    expect(second).to.be.instanceOf(BudgetError);
  });

  it('is held to after what was given back could not be written', async () => {
    let isBusy = false;
    const kept = {
      read: () => null,
      write: () => {
        if (isBusy) throw new Error('the disk is busy');
      },
    };
    const spending = new Spending({ maxPerDay: '100' }, kept, () => atMs);
    const day = await spending.take(1_000_000n);
    isBusy = true;

    const given = await spending.giveBack(400_000n, day).catch((error: unknown) => error);
    isBusy = false;
    await spending.take(400_000n);
    const beyond = await spending.take(10_000n).catch((error: unknown) => error);

    expect(String(given)).to.match(/the disk is busy/);
    expect(beyond).to.be.instanceOf(BudgetError);
  });
});

const dollar = 1_000_000n;

describe('what a program spent today', () => {
  const outcomeOf = (taking: Promise<unknown>): Promise<string> =>
    taking.then(
      () => 'taken',
      (error: unknown) => (error instanceof BudgetError ? 'beyond' : String(error)),
    );

  it('is not forgotten by a clock that is set back over midnight, and then forward again', async () => {
    let nowMs = 20_000 * dayMs;
    let kept = '';
    const file = { read: () => kept, write: (text: string) => void (kept = text) };
    const limits = { maxPerDay: '100' };
    const spending = new Spending(limits, file, () => nowMs);

    const outcomes = [await outcomeOf(spending.take(dollar))];
    nowMs -= 1;
    outcomes.push(await outcomeOf(spending.take(dollar)));
    outcomes.push(await outcomeOf(new Spending(limits, file, () => nowMs).take(dollar)));
    nowMs += 1;
    outcomes.push(await outcomeOf(spending.take(dollar)));
    nowMs += dayMs;
    outcomes.push(await outcomeOf(spending.take(dollar)));

    expect(outcomes).to.deep.equal(['taken', 'beyond', 'beyond', 'beyond', 'taken']);
  });

  it('is not lessened by what comes back of the day before', async () => {
    let nowMs = atMs;
    const spending = new Spending({ maxPerDay: '100' }, undefined, () => nowMs);
    const before = await spending.take(dollar);
    nowMs += dayMs;
    await spending.take(dollar);

    await spending.giveBack(dollar, before);

    expect(await outcomeOf(spending.take(dollar))).to.equal('beyond');
  });

  it('can be added to after it could not be written down once that some of it came back', async () => {
    let isFull = false;
    const write = (): void => {
      if (isFull) throw new Error('the disk is full');
    };
    const spending = new Spending({ maxPerDay: '100' }, { read: () => null, write }, Date.now);
    const day = await spending.take(dollar);

    isFull = true;
    const given = await outcomeOf(spending.giveBack(dollar, day));
    isFull = false;

    expect([given, await outcomeOf(spending.take(dollar))]).to.deep.equal([
      'Error: the disk is full',
      'taken',
    ]);
  });
});
