import { expect } from 'chai';
import { UnpaidInvoices } from './unpaid-invoices.ts';

const expiresAtMs = 1_800_000;

describe('the open invoices of a client', () => {
  it('are read at most once a second, for any number of requests', async () => {
    let nowMs = 0;
    let reads = 0;
    const invoice = async () => {
      reads += 1;
      return null;
    };
    const clock = { now: () => nowMs, monotonic: () => nowMs };
    const unpaid = new UnpaidInvoices({ invoice }, clock, 1);
    const addAll = async (count: number) => {
      for (let n = 0; n < count; n += 1)
        await unpaid
          .add('one', 'client', { id: `inv_${n}`, expiresAtMs })
          .catch((error: unknown) => error);
      return reads;
    };

    const within = [await addAll(10), await addAll(100)];
    nowMs = 1_000;

    expect([...within, await addAll(100)]).to.deep.equal([0, 10, 20]);
  });

  it('are limited to ten, and in the private lane to 1,000 that are read automatically and any number beyond', async () => {
    const clock = { now: () => 0, monotonic: () => 0 };
    const unpaid = new UnpaidInvoices({ invoice: async () => null }, clock, 1);
    const ends = async (presenter: 'client' | 'lane', count: number) => {
      const all: unknown[] = [];
      for (let n = 0; n < count; n += 1)
        all.push(
          await unpaid
            .add(presenter, presenter, { id: `inv_${n}`, expiresAtMs })
            .catch((error: unknown) => (error as { code: unknown }).code), // CAST: refusals have codes.
        );
      return [all.filter((one) => one === true).length, all.at(-1)];
    };

    expect(await ends('client', 11)).to.deep.equal([10, 'TOO_MANY_RECORDS']);
    expect(await ends('lane', 1_001)).to.deep.equal([1_000, false]);
  });
});
