import { expect } from 'chai';
import { BudgetError, Spending } from './spending.ts';

const dayMs = 86_400_000;
const atMs = 20_000 * dayMs;

describe('what may be spent in a day', () => {
  it('is not forgotten where it could not be read at first', async () => {
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
    await spending.take(1_000_000n);
    isBusy = true;

    const given = await spending.giveBack(400_000n).catch((error: unknown) => error);
    isBusy = false;
    await spending.take(400_000n);
    const beyond = await spending.take(10_000n).catch((error: unknown) => error);

    expect(String(given)).to.match(/the disk is busy/);
    expect(beyond).to.be.instanceOf(BudgetError);
  });
});
