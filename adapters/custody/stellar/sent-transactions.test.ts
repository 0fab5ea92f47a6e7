import { chainRef } from '@interline/kernel';
import { expect } from 'chai';
import { Channels } from './channels.ts';
import type { HorizonNode } from './horizon-node.ts';
import { Horizons } from './horizons.ts';
import { SentTransactions } from './sent-transactions.ts';

const chain = chainRef('stellar:pubnet');
const { signal } = new AbortController();
const stranger = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';

describe('our own transactions among those of strangers', () => {
  it('are found behind ten thousand of theirs, ten pages of two hundred per look', async () => {
    const { sent, node, asked } = accountWith(10_000);
    const looks: [boolean, number, number][] = [];

    for (let look = 0; look < 6; look += 1) {
      const { bySequence, isWhole } = await sent.since(node, 0, 1, signal);
      looks.push([isWhole, bySequence.size, asked()]);
    }

    expect(looks).to.deep.equal([
      [false, 1, 10],
      [false, 1, 20],
      [false, 1, 30],
      [false, 1, 40],
      [false, 1, 50],
      [true, 2, 51],
    ]);
  });

  it('are read from the requested ledger on, and earlier ones are not read again', async () => {
    const { sent, node, asked } = accountWith(10_000);

    const late = await sent.since(node, 0, 10_001, signal);
    const again = await sent.since(node, 0, 10_002, signal);

    expect([late.isWhole, [...late.bySequence.keys()]]).to.deep.equal([true, [2n]]);
    expect([...again.bySequence.keys()]).to.deep.equal([2n]);
    expect(asked()).to.equal(2);
    expect((await sent.since(node, 0, 1, signal)).isWhole).to.equal(false);
  });
});

/**
 * One transaction of ours in ledger 1, then the given number by strangers, one per ledger, then one
 * of ours.
 */
function accountWith(strangers: number) {
  let pages = 0;
  const node: HorizonNode = {
    number: 0,
    async get(path, shape) {
      pages += 1;
      const cursor = BigInt(/cursor=([0-9]*)/.exec(path)?.[1] ?? '0');
      const after = Number(cursor >> 32n) + (cursor % 2n ** 32n === 0n ? 0 : 1);
      const rows = Array.from({ length: 200 }, (_, at) => Math.max(1, after) + at);
      const records = rows.filter((ledger) => ledger <= strangers + 2).map(recordIn);
      return shape.parse({ _embedded: { records } });
    },
    submit: async () => null,
  };
  const clock = { now: () => 0, monotonic: () => 0 };
  // CAST: only the parts in use.
  const settings = { chain, clock } as never;
  const horizons = new Horizons([node], settings);
  const channels = new Channels(horizons, { chain, channels: 1, secret: Buffer.alloc(32, 7) });

  function recordIn(ledger: number): object {
    const isOurs = ledger === 1 || ledger === strangers + 2;
    const source = isOurs ? channels.account(0) : stranger;
    return {
      hash: ledger.toString(16).padStart(64, '0'),
      ledger,
      created_at: '2026-01-01T00:00:00Z',
      successful: true,
      source_account: source,
      source_account_sequence: ledger === 1 ? '1' : '2',
      fee_charged: '100',
      fee_account: source,
      operation_count: 1,
      envelope_xdr: '',
      paging_token: ((BigInt(ledger) << 32n) + 4_096n).toString(),
    };
  }
  return { sent: new SentTransactions(horizons, channels), node, asked: () => pages };
}
