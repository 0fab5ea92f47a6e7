import { asUnits, evmAddress, evmChain, type SignedTransaction } from '@interline/kernel';
import { expect } from 'chai';
import type { TransactionPorts } from '../ports.ts';
import { ensureSigned, sendCommitted } from './commit-transactions.ts';

const { signal } = new AbortController();
const unsigned: SignedTransaction = {
  hash: '0x0a',
  transactionId: 'ef_1',
  movements: [],
  chain: evmChain(8453),
  account: evmAddress(`0x5e${'0'.repeat(38)}`),
  slot: 3,
  raw: null,
  tx: { gasLimit: 1n, maxFeeRate: 1n, tip: 1n, value: asUnits(0n), data: '0x' },
  committedAtMs: 5,
};

/** A store with one form, and a signer whose signature differs each time. */
function world(stored: SignedTransaction[], sign: () => Promise<string> = signsAnew()) {
  const sent: (readonly SignedTransaction[])[] = [];
  const logged: object[] = [];
  const transactions = {
    signedTransactionsOf: async () => stored,
    async setRaw(hash: string, signed: SignedTransaction) {
      const at = stored.findIndex((one) => one.hash === hash && one.raw === null);
      if (at === -1) throw new Error(`no envelope ${hash} waits for its signature`);
      stored[at] = signed;
    },
  };
  const ports = {
    custody: {
      sign: async (form: SignedTransaction) => {
        const raw = await sign();
        return { ...form, raw, hash: `${raw}cc` };
      },
    },
    store: {
      run: (_unit: string, work: (tx: object) => Promise<unknown>) => work({ transactions }),
    },
    sender: {
      async send(forms: readonly SignedTransaction[]) {
        sent.push(forms);
      },
    },
    log: { warn: (_event: string, fields: object) => logged.push(fields) },
  };
  // CAST: the ports that signing uses.
  return { ports: ports as unknown as TransactionPorts, sent, logged };
}

function signsAnew(): () => Promise<string> {
  let times = 0;
  return () => Promise.resolve(`0x0${(times += 1)}`);
}

describe('a form that a remote signer signs', () => {
  it('has the one signature that was stored first, for any number of requests', async () => {
    const stored = [unsigned];
    const { ports } = world(stored);

    const [first, second] = await Promise.all([
      ensureSigned(ports, unsigned, signal),
      ensureSigned(ports, unsigned, signal),
    ]);

    expect(first).to.deep.equal({ ...unsigned, raw: '0x01', hash: '0x01cc' });
    expect(second).to.deep.equal(first);
    expect(stored).to.deep.equal([first]);
  });

  it('is not mistaken for another form of its transaction', async () => {
    const bump = { ...unsigned, hash: '0x0b', raw: null, committedAtMs: 6 } as const;
    const signed = { ...unsigned, hash: '0x0c', raw: '0x0d' } as const;
    const stored = [signed, bump];
    const { ports } = world(stored);

    await ensureSigned(ports, bump, signal);

    expect(stored.map(({ raw }) => raw)).to.deep.equal(['0x0d', '0x01']);
  });

  it('is sent later if it is not signed now, and what is signed is sent without it', async () => {
    const signed = { ...unsigned, hash: '0x0c', raw: '0x0d', slot: 4 } as const;
    const { ports, sent, logged } = world([unsigned], () => Promise.reject(new Error('throttled')));
    const committed = [unsigned, signed].map((signedTransaction) => ({
      transaction: { chain: unsigned.chain, role: 'float' },
      signedTransaction,
    }));

    // CAST: the transaction fields that sending reads.
    await sendCommitted(ports, committed as unknown as Parameters<typeof sendCommitted>[1], signal);

    expect(sent).to.deep.equal([[signed]]);
    expect(logged).to.deep.equal([
      { chain: unsigned.chain, slot: 3, code: 'INTERNAL', fault: 'Error' },
    ]);
  });
});
