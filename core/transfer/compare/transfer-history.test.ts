import { asUnits, evmChain, RelayError } from '@interline/kernel';
import type { TransferRecord } from '../repository.ts';
import { transferHistory } from './transfer-history.ts';
import { expect } from 'chai';

const record: TransferRecord = {
  routeId: 'rt_1',
  rail: 'lifi',
  lane: { from: evmChain(8453), to: evmChain(42161) },
  quoted: asUnits(1n),
  delivered: asUnits(1n),
  agreed: asUnits(1n),
  tookMs: 1,
  outcome: 'delivered',
  atMs: 1_800_000_000_000,
};

describe('the delivery history', () => {
  it('is the last 30 days, at most 5,000 transfers', async () => {
    const { history, asked } = given();

    expect(await history()).to.deep.equal([record]);
    expect(asked).to.deep.equal([[1_800_000_000_000 - 2_592_000_000, 5_000]]);
  });

  it('is read once in 30 s, by all who want it at once too', async () => {
    const { history, asked, clock } = given();

    const [first, second] = await Promise.all([history(), history()]);
    clock.ms = 29_999;
    const third = await history();
    clock.ms = 30_000;
    const fourth = await history();

    expect([first === second, second === third, third === fourth, asked.length]).to.deep.equal([
      true,
      true,
      false,
      2,
    ]);
  });

  it('is asked for again after a failure', async () => {
    let isDown = true;
    const { history } = given(() => {
      if (isDown) throw new RelayError('STORE_DOWN');
    });

    const failed: unknown = await history().catch((error: unknown) => error);
    isDown = false;

    expect(failed).to.be.instanceOf(RelayError);
    expect(await history()).to.deep.equal([record]);
  });
});

function given(before: () => void = () => undefined) {
  const clock = { ms: 0 };
  const asked: unknown[] = [];
  const history = transferHistory({
    clock: { now: () => 1_800_000_000_000, monotonic: () => clock.ms },
    store: {
      reads: {
        transfers: {
          async transferRecords(...question) {
            before();
            asked.push(question);
            return [record];
          },
        },
      },
    },
  });
  return { history, asked, clock };
}
