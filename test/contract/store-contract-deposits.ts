import { type Deposit, StaleRoute } from '@interline/core/transfer';
import { asAddress, asAmount, asUnits, laneClient } from '@interline/kernel';
import type { ContractStore } from './contract-store.ts';
import { rejection } from './store-rejection.ts';
import { base, optimism } from './store-samples.ts';
import { expect } from 'chai';

export function storeDeposits(given: () => ContractStore): void {
  describe('a deposit', () => {
    it('comes back as it was stored, with all that was seen', async () => {
      const { run, reads } = given();
      const stored = deposit('rt_1', 0, {
        refundAddress: asAddress('bc1qrefund'),
        price: 'locked',
        credited: asUnits(2n ** 200n),
        isLost: true,
        outputs: [output({ use: { kind: 'route' } })],
        refunds: [
          {
            id: 'df_1',
            units: asUnits(5n),
            isRest: true,
            state: 'held',
            fee: null,
            tx: null,
            reason: 'dust',
          },
        ],
      });

      await run('accept', (tx) => tx.transfers.insertDeposit(stored));

      expect(await reads.transfers.deposit('rt_1')).to.deep.equal(stored);
      expect(await reads.transfers.deposit('rt_2')).to.equal(null);
    });

    it('has an index that no other of its chain has', async () => {
      const { run, reads } = given();
      const insert = (one: Deposit) => run('accept', (tx) => tx.transfers.insertDeposit(one));

      expect(await insert(deposit('rt_1', 4))).to.equal(true);
      expect(await insert(deposit('rt_2', 4))).to.equal(false);
      expect(await insert(deposit('rt_3', 4, { chain: optimism }))).to.equal(true);
      expect(await reads.transfers.deposit('rt_2')).to.equal(null);
    });

    it('has an address that is known to be one, on its own chain', async () => {
      const { run, reads } = given();
      const stored = deposit('rt_1', 0);
      await run('accept', (tx) => tx.transfers.insertDeposit(stored));

      const found = [
        await reads.transfers.isDepositAddress(base, stored.address),
        await reads.transfers.isDepositAddress(optimism, stored.address),
        await reads.transfers.isDepositAddress(base, asAddress('another')),
      ];

      expect(found).to.deep.equal([true, false, false]);
    });

    it('moves once from each version, and a slower worker gets an error', async () => {
      const { run, reads } = given();
      const first = deposit('rt_1', 0);
      await run('accept', (tx) => tx.transfers.insertDeposit(first));
      const seen = await run('seen', (tx) => tx.transfers.moveDeposit(first, { state: 'seen' }));
      const again = run('seen', (tx) => tx.transfers.moveDeposit(first, { state: 'missed' }));

      expect(await rejection(again)).to.be.instanceOf(StaleRoute);
      expect(await reads.transfers.deposit('rt_1')).to.deep.equal(seen);
      expect([seen.version, seen.state]).to.deep.equal([1, 'seen']);
    });

    it('is counted as unpaid until its price is taken, as running while it is expected, and as locked until a block has it or its lock ends, later if all of it was seen in time', async () => {
      const { run, reads } = given();
      const now = { nowMs: 5_000, minedWithinMs: 10, lockMs: 900 };
      const { nowMs } = now;
      const agreed = asAmount(1_000_000n);
      await run('accept', async (tx) => {
        const add = (id: string, index: number, change: Parameters<typeof deposit>[2]) =>
          tx.transfers.insertDeposit(
            deposit(id, index, { createdAtMs: 0, lockedUntilMs: nowMs + 1, ...change }),
          );
        await add('rt_1', 0, { agreed: asAmount(100n) });
        await add('rt_2', 1, { agreed: asAmount(20n), client: laneClient('another') });
        await add('rt_3', 2, { agreed: asAmount(3n), state: 'seen' });
        await add('rt_4', 3, {
          agreed: asAmount(1_000n),
          state: 'seen',
          price: 'locked',
          outputs: [output({})],
        });
        const unlocked = { client: laneClient('third'), agreed: asAmount(1_000n) };
        const [expected, overdue] = [nowMs - 899, nowMs - 900];
        await add('rt_18', 16, { ...unlocked, createdAtMs: expected, lockedUntilMs: expected });
        await add('rt_19', 17, { ...unlocked, createdAtMs: overdue, lockedUntilMs: overdue });
        await add('rt_5', 4, { agreed: asAmount(1_000n), lockedUntilMs: nowMs });
        const seen = { block: null, blockHash: null, seenAtMs: nowMs - 10 };
        const outputs = [output({ ...seen, units: asUnits(10_000n) })];
        const dust = [output({ ...seen, units: asUnits(9_999n) })];
        const late = [output({ ...seen, seenAtMs: nowMs - 8, units: asUnits(10_000n) })];
        const price = 'locked';
        await add('rt_8', 6, {
          agreed: asAmount(10_000n),
          state: 'seen',
          lockedUntilMs: nowMs - 9,
          outputs,
        });
        await add('rt_9', 7, {
          agreed: asAmount(10_000n),
          state: 'seen',
          lockedUntilMs: nowMs - 10,
          outputs,
        });
        await add('rt_14', 12, {
          agreed: asAmount(10_000n),
          state: 'seen',
          lockedUntilMs: nowMs - 9,
          outputs: dust,
        });
        await add('rt_15', 13, {
          agreed: asAmount(10_000n),
          state: 'seen',
          lockedUntilMs: nowMs - 9,
          outputs: late,
        });
        await add('rt_17', 15, {
          agreed: asAmount(10_000n),
          state: 'seen',
          createdAtMs: nowMs - 9,
          lockedUntilMs: nowMs - 9,
          outputs,
        });
        await add('rt_16', 14, { agreed, state: 'seen', price: 'kept', outputs });
        await add('rt_10', 8, { agreed: asAmount(100_000n), state: 'seen', price, outputs });
        const paid = [output({})];
        const more = [...paid, output({ output: 4, block: null, blockHash: null })];
        const gone = more.map((one) => ({ ...one, isGone: one.block === null }));
        await add('rt_11', 9, { agreed, state: 'seen', outputs: paid });
        await add('rt_12', 10, { agreed, state: 'seen', price, outputs: more });
        await add('rt_13', 11, { agreed, state: 'seen', price, outputs: gone });
        await add('rt_6', 5, { agreed: asAmount(1_000n), state: 'refused' });
        await add('rt_7', 0, { agreed: asAmount(1_000n), chain: optimism });
      });

      expect(await reads.transfers.waitingDeposits(base, 'a client', now)).to.deep.equal({
        all: { unpaid: 12, running: 6, locked: 2_110_123n },
        ofClient: { unpaid: 9, running: 4, locked: 2_110_103n },
        ofLane: { unpaid: 3, running: 2, locked: 20n },
      });
      expect((await reads.transfers.waitingDeposits(base, 'nobody', now)).ofClient).to.deep.equal({
        unpaid: 0,
        running: 0,
        locked: 0n,
      });
    });

    it('shows what of it is in a block and less deep than asked, whatever it was used for', async () => {
      const { run, reads } = given();
      const units = asUnits(7n);
      await run('accept', async (tx) => {
        const add = (id: string, index: number, change: Parameters<typeof deposit>[2]) =>
          tx.transfers.insertDeposit(deposit(id, index, change));
        const shallow = output({ units, confirmations: 5, use: { kind: 'route' } });
        const other = output({ units, confirmations: 1, output: 4 });
        await add('rt_1', 0, { state: 'credited', client: 'another', outputs: [shallow, other] });
        await add('rt_2', 1, { state: 'seen', outputs: [output({ units, confirmations: 6 })] });
        await add('rt_3', 2, {
          state: 'missed',
          outputs: [output({ units, confirmations: 0, block: null })],
        });
        await add('rt_4', 3, { state: 'refused', outputs: [shallow] });
        await add('rt_5', 4, { chain: optimism, state: 'seen', outputs: [shallow] });
        await add('rt_6', 5, {});
      });

      expect(await reads.transfers.shallowDeposits(base, 6)).to.deep.equal([
        { routeId: 'rt_1', client: 'another', units: 14n },
        { routeId: 'rt_4', client: 'a client', units: 7n },
      ]);
    });

    it('is shown as unmined while it has a price and blocks have less than was agreed', async () => {
      const { run, reads } = given();
      const agreed = asAmount(10n);
      const waits = output({ block: null, blockHash: null, units: asUnits(10n) });
      const mined = (units: bigint) => output({ units: asUnits(units) });
      await run('accept', async (tx) => {
        const add = (id: string, index: number, change: Parameters<typeof deposit>[2]) =>
          tx.transfers.insertDeposit(
            deposit(id, index, { agreed, state: 'seen', price: 'locked', ...change }),
          );
        await add('rt_1', 5, { outputs: [waits] });
        await add('rt_2', 4, { outputs: [waits, mined(9n)], client: 'another' });
        await add('rt_3', 3, { outputs: [waits, mined(10n)] });
        await add('rt_4', 2, { outputs: [waits], price: null });
        await add('rt_5', 1, { outputs: [waits], state: 'refused' });
        await add('rt_6', 0, { outputs: [waits], chain: optimism });
      });

      expect(await reads.transfers.unminedDeposits(base)).to.deep.equal([
        { routeId: 'rt_2', client: 'another' },
        { routeId: 'rt_1', client: 'a client' },
      ]);
    });

    it('is among those that are looked at once something was seen, while it is expected, and in its turn', async () => {
      const { run, reads } = given();
      const nowMs = 1_763_600_000_000;
      const lockMs = 900_000;
      const missed = { state: 'missed', createdAtMs: 5, lockedUntilMs: nowMs - 1 } as const;
      await run('accept', async (tx) => {
        const add = (id: string, index: number, change: Parameters<typeof deposit>[2]) =>
          tx.transfers.insertDeposit(deposit(id, index, change));
        await add('rt_missed', 9, missed);
        await add('rt_missed_in_turn', 10, missed);
        await add('rt_missed_after', 20, missed);
        await add('rt_late', 8, { ...missed, outputs: [output({})] });
        await add('rt_locked', 7, { createdAtMs: 5, lockedUntilMs: nowMs });
        await add('rt_unlocked', 6, { createdAtMs: nowMs - 1, lockedUntilMs: nowMs - 1 });
        const ago = nowMs - lockMs - 1;
        await add('rt_unlocked_before', 5, { createdAtMs: ago, lockedUntilMs: ago });
        await add('rt_elsewhere', 11, { chain: optimism, outputs: [output({})] });
      });
      const due = { nowMs, lockMs, turn: { from: 10, below: 20 } };
      const idsFrom = async (after: number, limit: number): Promise<readonly string[]> =>
        (await reads.transfers.depositsFrom(base, after, limit, due)).map(({ routeId }) => routeId);

      expect(await idsFrom(-1, 3)).to.deep.equal(['rt_unlocked', 'rt_locked', 'rt_late']);
      expect(await idsFrom(8, 3)).to.deep.equal(['rt_missed_in_turn']);
    });

    it('is read with the others of its chain in pages, in the order of their indices', async () => {
      const { run, reads } = given();
      const all = { nowMs: 0, lockMs: 0, turn: { from: 0, below: 11 } };
      await run('accept', async (tx) => {
        await tx.transfers.insertDeposit(deposit('rt_c', 2));
        await tx.transfers.insertDeposit(deposit('rt_a', 10));
        await tx.transfers.insertDeposit(deposit('rt_b', 0));
        await tx.transfers.insertDeposit(deposit('rt_d', 1, { chain: optimism }));
      });
      const idsFrom = async (after: number): Promise<readonly string[]> =>
        (await reads.transfers.depositsFrom(base, after, 2, all)).map(({ routeId }) => routeId);

      expect(await idsFrom(-1)).to.deep.equal(['rt_b', 'rt_c']);
      expect(await idsFrom(2)).to.deep.equal(['rt_a']);
    });
  });
}

function output(change: Partial<Deposit['outputs'][number]>): Deposit['outputs'][number] {
  return {
    tx: 'ab',
    output: 3,
    units: asUnits(2n ** 200n),
    confirmations: 2,
    block: 7,
    blockHash: 'cd',
    seenAtMs: 1_763_600_000_000,
    minedAtMs: 1_763_600_600_000,
    isGone: false,
    replacedBy: null,
    use: null,
    ...change,
  };
}

export function deposit(routeId: string, index: number, change: Partial<Deposit> = {}): Deposit {
  return {
    routeId,
    version: 0,
    chain: base,
    index,
    address: asAddress(`address-${index}`),
    agreed: asAmount(100_000n),
    client: 'a client',
    confirmations: 3,
    lockedUntilMs: 1_763_600_900_000,
    expiresAtMs: 1_763_686_400_000,
    refundAddress: null,
    refundSecretHash: 'f'.repeat(64),
    state: 'unpaid',
    price: null,
    credited: null,
    terms: { output: asUnits(99_920n), fee: asUnits(80n) },
    isLost: false,
    outputs: [],
    refunds: [],
    createdAtMs: 1_763_600_000_000,
    ...change,
  };
}
