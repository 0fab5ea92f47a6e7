import { asAmount, evmAddress, type SignedPermit } from '@interline/kernel';
import type { PermitFate, SlotConsumer, UnseenReason } from '@interline/ports';
import {
  base,
  transaction,
  mined,
  pending,
  pollMs,
  settled,
  taken,
  watching,
  form,
} from './testing/watching.ts';
import { expect } from 'chai';
import type { Sighting } from './verdict-of.ts';

const foreign: SlotConsumer = { kind: 'found', hash: '0xee', block: 90, head: 101 };
const range = { from: 88, to: 101 };

describe('a watched transaction whose slot is taken', () => {
  it('is found taken by consecutive readings, counted from the block of the first', async () => {
    const { watch, chain, clock } = watching();
    const seen: Sighting['taken'][] = [];
    const asked = watch.until(
      transaction('ef_1'),
      [form('0x01')],
      (one) => {
        seen.push(one.taken);
        return seen.length === 6;
      },
      60_000,
    );
    await settled();

    for (const [block, reading] of [
      [100, taken('ef_1')],
      [100, taken('ef_1')],
      [101, pending('ef_1')],
      [102, taken('ef_1')],
      [104, taken('ef_1')],
      [105, mined('ef_1', 105)],
    ] as const) {
      chain.tell(block, reading);
      await clock.advance(pollMs);
    }
    await asked;

    expect(seen).to.deep.equal([
      { sinceBlock: 100, readings: 1, consumer: null },
      { sinceBlock: 100, readings: 2, consumer: null },
      null,
      { sinceBlock: 102, readings: 1, consumer: null },
      { sinceBlock: 102, readings: 2, consumer: null },
      null,
    ]);
  });

  it("searches for its slot's consumer once it was taken for that long, and again after the same time", async () => {
    const { watch, chain, clock, slots } = watching();
    slots.freeAt.set('ef_1', 90);
    chain.found = [{ kind: 'unseen', reason: 'history-unserved', range }, foreign];
    const seen: Sighting['taken'][] = [];
    const isFound = (one: Sighting): boolean => {
      seen.push(one.taken);
      return one.taken?.consumer != null;
    };
    const asked = watch.until(transaction('ef_1'), [form('0x01')], isFound, 60_000);
    await settled();
    const searches: number[] = [];
    for (let reading = 1; reading <= 10; reading += 1) {
      chain.tell(100 + reading, taken('ef_1'));
      await clock.advance(pollMs);
      searches.push(chain.searches.length);
    }
    await asked;

    // The first reading that found it taken came after one pause; a search comes 1,000 ms, four
    // pauses, later.
    expect(searches).to.deep.equal([0, 0, 0, 0, 1, 1, 1, 1, 2, 2]);
    expect(chain.searches).to.deep.equal([
      ['ef_1 0x01', { freeAt: 90, takenAt: 101 }],
      ['ef_1 0x01', { freeAt: 90, takenAt: 101 }],
    ]);
    expect(seen.map((one) => one?.consumer)).to.deep.equal([
      ...Array.from({ length: 9 }, () => null),
      { ...foreign, isHeld: false },
    ]);
  });

  it("logs advice for an operator while nothing shows its slot's consumer", async () => {
    const { watch, chain, clock, warnings } = watching();
    chain.found = [{ kind: 'unseen', reason: 'node-silent', range }];
    void watch.until(transaction('ef_1'), [form('0x01')], () => false, 60_000);
    await settled();
    for (let reading = 1; reading <= 5; reading += 1) {
      chain.tell(100, taken('ef_1'));
      await clock.advance(pollMs);
    }

    expect(warnings).to.deep.equal([
      [
        'outcome-unproven',
        {
          routeId: 'rt_1',
          purpose: 'pull',
          chain: 'eip155:8453',
          slot: 0,
          reason: 'node-silent',
          from: 88,
          to: 101,
          advice:
            'fewer than two of the configured nodes answer in time; mend them, or add one that does',
        },
      ],
    ]);
  });

  it('is waited for, and not searched for, while a node has it in a block and lacks the receipt', async () => {
    const { watch, chain, clock, warnings } = watching();
    const seen: Sighting['receiptOwed'][] = [];
    void watch.until(
      transaction('ef_1'),
      [form('0x01')],
      (one) => {
        seen.push(one.receiptOwed);
        return false;
      },
      60_000,
    );
    await settled();
    for (let reading = 1; reading <= 5; reading += 1) {
      chain.tell(100, { ...taken('ef_1'), receiptOwed: '0x01' });
      await clock.advance(pollMs);
    }

    expect([seen, chain.searches]).to.deep.equal([['0x01', '0x01', '0x01', '0x01', '0x01'], []]);
    expect(warnings.map(([event, fields]) => [event, fields.reason])).to.deep.equal([
      ['outcome-unproven', 'receipt-owed'],
    ]);
  });

  it("forgets its slot's consumer when a reorg frees the slot", async () => {
    const { watch, chain, clock } = watching();
    chain.found = [foreign];
    const seen: unknown[] = [];
    void watch.until(
      transaction('ef_1'),
      [form('0x01')],
      (one) => {
        seen.push(one.taken?.consumer?.hash);
        return false;
      },
      60_000,
    );
    await settled();
    const takenFor = Array.from({ length: 6 }, () => taken('ef_1'));
    for (const reading of [...takenFor, pending('ef_1'), taken('ef_1')]) {
      chain.tell(100, reading);
      await clock.advance(pollMs);
    }

    expect(seen.slice(5)).to.deep.equal(['0xee', undefined, undefined]);
  });

  it("counts its slot's consumer as found only once it was found again after the hold", async () => {
    const { watch, chain, clock } = watching();
    chain.found = [foreign, { ...foreign, hash: '0xef' }, { ...foreign, hash: '0xef' }];
    const seen: unknown[] = [];
    void watch.until(
      transaction('ef_1'),
      [form('0x01')],
      (one) => {
        seen.push([one.taken?.consumer?.hash, one.taken?.consumer?.isHeld]);
        return false;
      },
      60_000,
    );
    await settled();
    for (let reading = 1; reading <= 15; reading += 1) {
      chain.tell(100 + reading, taken('ef_1'));
      await clock.advance(pollMs);
    }

    expect(chain.searches).to.have.length(3);
    expect(seen.filter((_, index) => [5, 9, 13].includes(index))).to.deep.equal([
      ['0xee', false],
      ['0xef', false],
      ['0xef', true],
    ]);
  });

  it('is recorded for the operator with the time since its end is unproven, until it is seen mined', async () => {
    const { watch, chain, clock, slots } = watching();
    chain.found = [
      { kind: 'unseen', reason: 'node-silent', range },
      { kind: 'unseen', reason: 'history-unserved', range },
    ];
    void watch.until(transaction('ef_1'), [form('0x01')], () => false, 60_000);
    await settled();
    for (let reading = 1; reading <= 9; reading += 1) {
      chain.tell(100, taken('ef_1'));
      await clock.advance(pollMs);
    }
    const kept = [...slots.unproven.values()];
    chain.tell(101, mined('ef_1', 101));
    await clock.advance(pollMs);

    expect(kept).to.deep.equal([
      {
        transactionId: 'ef_1',
        chain: 'eip155:8453',
        account: '0x1000000000000000000000000000000000000abc',
        slot: '0',
        reason: 'history-unserved',
        rangeFrom: 88,
        rangeTo: 101,
        sinceMs: 1_250,
        lookedAtMs: 2_250,
      },
    ]);
    expect([...slots.unproven]).to.deep.equal([]);
  });

  it('has the last block with a free slot stored, not with every reading but each minute or 64 blocks', async () => {
    const { watch, chain, clock, slots } = watching();
    void watch.until(transaction('ef_1'), [form('0x01')], () => false, 600_000);
    await settled();
    const kept: unknown[] = [];
    for (const [block, afterMs] of [
      [100, pollMs],
      [163, pollMs],
      [164, pollMs],
      [227, pollMs],
      [228, pollMs],
      [229, 59_999],
      [230, 1_000],
    ] as const) {
      chain.tell(block, pending('ef_1'));
      await clock.advance(afterMs);
      kept.push(slots.freeAt.get('ef_1'));
    }

    expect(kept).to.deep.equal([undefined, undefined, 164, 164, 228, 228, 230]);
  });
});

describe('the fate of a permit', () => {
  const { signal } = new AbortController();
  const permit: SignedPermit = {
    chain: base,
    owner: evmAddress(`0x${'aa'.repeat(20)}`),
    token: evmAddress(`0x${'70'.repeat(20)}`),
    units: asAmount(1n),
    nonce: 1n,
    deadline: 1_900_000_000n,
    signature: '0x',
  };
  const elsewhere: PermitFate = { kind: 'spent-elsewhere', hash: '0xee', block: 95, head: 110 };
  const unseen: PermitFate = { kind: 'unseen', reason: 'node-silent', range: null };

  it('is searched from where its first pull was prepared, even if the slot was free for long', async () => {
    const { watch, slots } = watching();
    slots.preparedAt.set('ef_1', 90).set('ef_2', 130);
    slots.freeAt.set('ef_1', 164).set('ef_2', 164);
    const asked: unknown[] = [];
    const custody = {
      fateOf: async (_permit: SignedPermit, unspentAt: number | null) => {
        asked.push(unspentAt);
        return unseen;
      },
    };

    await watch.fateOf(
      { custody, permit, pulls: [transaction('ef_2'), transaction('ef_1')] },
      signal,
    );
    await watch.fateOf({ custody, permit, pulls: [] }, signal);

    expect(asked).to.deep.equal([90, null]);
  });

  it('counts once the same was found for the hold; a look at silent nodes does not restart it', async () => {
    const { watch, clock } = watching();
    const fates = [elsewhere, unseen, elsewhere, { ...elsewhere, block: 96 }, elsewhere];
    const custody = { fateOf: async () => fates.shift() ?? unseen };
    const held: boolean[] = [];
    for (let look = 0; look < 5; look += 1) {
      held.push((await watch.fateOf({ custody, permit, pulls: [] }, signal)).isHeld);
      await clock.advance(500);
    }

    expect(held).to.deep.equal([false, false, true, false, false]);
  });

  it('restarts if nodes that answered showed something else in between', async () => {
    const { watch, clock } = watching();
    const unspent: PermitFate = { kind: 'unspent' };
    const because = (reason: UnseenReason): PermitFate => ({ kind: 'unseen', reason, range: null });
    const heldBetween = async (found: PermitFate, between: PermitFate, nonce: bigint) => {
      const fates = [found, between];
      const custody = { fateOf: async () => fates.shift() ?? found };
      const look = () => watch.fateOf({ custody, permit: { ...permit, nonce }, pulls: [] }, signal);
      await look();
      await clock.advance(500);
      await look();
      await clock.advance(500);
      return (await look()).isHeld;
    };

    expect([
      await heldBetween(elsewhere, because('nodes-disagree'), 1n),
      await heldBetween(elsewhere, because('history-unserved'), 2n),
      await heldBetween(elsewhere, unspent, 3n),
      await heldBetween(unspent, because('history-unserved'), 4n),
      await heldBetween(unspent, because('node-silent'), 5n),
      await heldBetween(unspent, elsewhere, 6n),
    ]).to.deep.equal([false, true, false, false, true, false]);
  });
});

describe('a finding from elsewhere', () => {
  it('is held after the hold, and restarts if another thing or nothing was found in between', async () => {
    const { watch, clock } = watching();
    const held: boolean[] = [];
    for (const finding of ['a', 'a', 'a', 'b', 'b', 'b', null, 'b', 'b', 'b']) {
      held.push(watch.isHeld(base, 'refund/rt_1', finding));
      await clock.advance(500);
    }

    expect(held.flatMap((is, at) => (is ? [at] : []))).to.deep.equal([2, 5, 9]);
  });
});

describe("a slot's consumer", () => {
  const { signal } = new AbortController();

  it('restarts if nodes that answered showed something else in between', async () => {
    const { watch, chain, clock } = watching();
    const unseen = (reason: UnseenReason): SlotConsumer => ({ kind: 'unseen', reason, range });
    const heldBetween = async (between: SlotConsumer, slot: number) => {
      chain.found = [foreign, between, foreign];
      const look = () =>
        watch.consumerOf(
          { transaction: { ...transaction(`ef_${slot}`), slot }, forms: [form('0x01')] },
          signal,
        );
      await look();
      await clock.advance(500);
      await look();
      await clock.advance(500);
      return (await look()) as { readonly isHeld?: boolean }; // CAST: the script finds it.
    };

    expect(
      [
        await heldBetween(unseen('node-silent'), 1),
        await heldBetween(unseen('history-unserved'), 2),
        await heldBetween(unseen('nodes-disagree'), 3),
        await heldBetween(unseen('not-in-range'), 4),
      ].map(({ isHeld }) => isHeld),
    ).to.deep.equal([true, true, false, false]);
  });
});
