import type { SlotConsumer, TransactionReading } from '@interline/ports';
import {
  mined,
  pending,
  pollMs,
  settled,
  taken,
  transaction,
  watching,
  form,
} from './testing/watching.ts';
import { expect } from 'chai';

const reverted = revertedIn('0xb1');

describe('the end of a transaction', () => {
  it('is held once it was read for the hold, even if readings in between lack its receipt', async () => {
    const owed: TransactionReading = { ...taken('ef_1'), receiptOwed: '0x01' };

    // The hold is four pauses.
    expect(await heldAfter([reverted, reverted, reverted, reverted])).to.equal(false);
    expect(await heldAfter([reverted, reverted, reverted, reverted, reverted])).to.equal(true);
    expect(await heldAfter([reverted, owed, taken('ef_1'), owed, reverted])).to.equal(true);
  });

  it('is not held if the slot was free in between, for any number of readings', async () => {
    const free = pending('ef_1');

    expect(await heldAfter([reverted, free, free, free, reverted])).to.equal(false);
    expect(await heldAfter([reverted, free, reverted, reverted, reverted])).to.equal(false);
    expect(
      await heldAfter([reverted, free, reverted, reverted, reverted, reverted, reverted]),
    ).to.equal(true);
  });

  it('is not held if it was in another block in between', async () => {
    const other = revertedIn('0xb2');

    expect(await heldAfter([reverted, reverted, other, reverted, reverted])).to.equal(false);
  });

  it('is not held if another transaction was found in its slot in between', async () => {
    const { watch, chain, clock } = watching();
    const foreign: SlotConsumer = { kind: 'found', hash: '0xee', block: 90, head: 101 };
    const asked = { transaction: transaction('ef_1'), forms: [form('0x01')] };
    const held: boolean[] = [];
    void watch.until(
      asked.transaction,
      asked.forms,
      ({ isHeld }) => {
        held.push(isHeld);
        return false;
      },
      60_000,
    );
    await settled();
    for (let reading = 1; reading <= 4; reading += 1) {
      chain.tell(100 + reading, reverted);
      await clock.advance(pollMs);
    }

    chain.found = [foreign];
    await watch.consumerOf(asked, new AbortController().signal);
    chain.tell(105, reverted);
    await clock.advance(pollMs);

    expect(held).to.deep.equal([false, false, false, false, false]);
  });
});

/** Whether the end counts at the last of these readings, one per pause. */
async function heldAfter(readings: readonly TransactionReading[]): Promise<boolean | undefined> {
  const { watch, chain, clock } = watching();
  const held: boolean[] = [];
  void watch.until(
    transaction('ef_1'),
    [form('0x01')],
    ({ isHeld }) => {
      held.push(isHeld);
      return false;
    },
    60_000,
  );
  await settled();
  for (const [index, reading] of readings.entries()) {
    chain.tell(100 + index, reading);
    await clock.advance(pollMs);
  }
  return held.at(-1);
}

function revertedIn(blockHash: `0x${string}`): TransactionReading {
  const reading = mined('ef_1', 100);
  return reading.mined === null
    ? reading
    : { ...reading, mined: { ...reading.mined, blockHash, isSuccess: false } };
}
