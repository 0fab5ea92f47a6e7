import { evmChain, isRelayError } from '@interline/kernel';
import { expect } from 'chai';
import { readOrderedTransaction } from './ordered-transaction.ts';

const chain = evmChain(8453);

describe('an order on a transaction', () => {
  it('conflicts with a transaction that has ended, and an id that never existed is unknown', async () => {
    const codes = [await refusalOf(ordered({ state: 'mined' })), await refusalOf(ordered(null))];

    expect(codes).to.deep.equal([
      'WRONG_STATE: it is mined, and only an open transaction can be replaced',
      'UNKNOWN_RECORD: no open transaction has this id',
    ]);
  });

  it('conflicts with a transaction that waits for a multicall', async () => {
    const waiting = { state: 'open', multicall: { carried: null }, chain, role: 'float', slot: 1 };

    expect(await refusalOf(ordered(waiting))).to.equal(
      'WRONG_STATE: it waits for a multicall and was not sent yet',
    );
  });
});

function ordered(kept: object | null) {
  // CAST: what is read before the refusal.
  const given = {
    store: {
      reads: {
        transactions: { transaction: async () => kept },
      },
    },
  } as never;
  return readOrderedTransaction(given, 'ef_1', 'bump', new AbortController().signal);
}

async function refusalOf(order: Promise<unknown>): Promise<string> {
  return order.then(
    () => 'done',
    (error: unknown) => (isRelayError(error) ? `${error.code}: ${error.message}` : 'fault'),
  );
}
