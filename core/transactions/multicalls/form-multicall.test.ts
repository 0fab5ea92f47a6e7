import {
  neverMined,
  routeOwner,
  asUnits,
  type Book,
  type Transaction,
  type TransactionPurpose,
  evmAddress,
  type EvmAddress,
  evmChain,
  type TxFields,
  unplaced,
} from '@interline/kernel';
import type { Switch } from '../../switches/index.ts';
import type { TransactionPorts } from '../ports.ts';
import { formMulticall } from './form-multicall.ts';
import { type Line, linePlaceOf } from './waiting-line.ts';
import { StaleTransaction } from '../repository.ts';
import { expect } from 'chai';

const chain = evmChain(8453);
const spender = evmAddress(`0x5e${'0'.repeat(38)}`);
const token = evmAddress(`0x70${'0'.repeat(38)}`);
const { signal } = new AbortController();

describe('a batch', () => {
  it('never has an approval and a call without the pull that pays for them, for any number of waiting ones', async () => {
    const waiting = Array.from({ length: 38 }, (_, route) => [
      transaction(route, 'pull'),
      transaction(route, 'approve'),
      transaction(route, 'call', 900_000n),
    ]).flat();
    const last = [transaction(60, 'approve'), transaction(60, 'call'), transaction(60, 'pull')];
    const others = Array.from({ length: 5 }, (_, one) =>
      transaction(50 + one, 'pull', 20_000_000n),
    );

    const groups = await groupsOf([...waiting, ...others, ...last]);

    expect(groups.flat()).to.include('0/pull');
    expect(groups.flat()).not.to.include('60/approve');
  });

  it("stays far below a block's gas, even if nothing in it is a transfer", async () => {
    const groups = await groupsOf(
      Array.from({ length: 10 }, (_, route) => transaction(route, 'approve', 5_000_000n)),
    );

    expect(groups).to.deep.equal([['0/approve'], ['1/approve']]);
  });

  it("hands over for at most one rail's transfer: upstreams identify a transfer by its transaction", async () => {
    const groups = await groupsOf(
      [0, 1].flatMap((route) => [transaction(route, 'pull'), transaction(route, 'call')]),
    );

    expect(groups).to.deep.equal([['0/pull', '0/call']]);
  });

  it('is not formed on a chain that an operator has paused, and is on one that is drained', async () => {
    const pull = transaction(0, 'pull');
    const set = { scope: 'chain:8453', reason: 'its nodes lie', by: 'alice', sinceMs: 1 };
    const paused = bench([pull], [pull], [{ ...set, state: 'paused' }]);
    const drained = bench([pull], [pull], [{ ...set, state: 'draining' }]);
    const elsewhere = bench([pull], [pull], [{ ...set, state: 'paused', scope: 'chain:10' }]);

    for (const one of [paused, drained, elsewhere])
      await formMulticall(one.ports, chain, 'spender', signal);

    expect([paused, drained, elsewhere].map(({ groups }) => groups)).to.deep.equal([
      [],
      [['0/pull']],
      [['0/pull']],
    ]);
  });

  it('takes the cheaper half if the coin is not enough for all, so that something is sent', async () => {
    const waiting = [
      transaction(0, 'pull', 300_000n),
      transaction(1, 'pull'),
      transaction(2, 'pull', 200_000n),
      transaction(3, 'pull'),
    ];
    const enough = bench(waiting, waiting, [], 200_000n);
    const scarce = bench(waiting, waiting, [], 199_999n);

    await formMulticall(enough.ports, chain, 'spender', signal);
    await formMulticall(scarce.ports, chain, 'spender', signal);

    const all = [['0/pull'], ['1/pull'], ['2/pull'], ['3/pull']];
    expect(enough.attempts).to.deep.equal([all, [['1/pull'], ['3/pull']]]);
    expect(enough.placed).to.deep.equal(['1/pull', '3/pull']);
    expect(scarce.attempts).to.deep.equal([all, [['1/pull'], ['3/pull']], [['1/pull']]]);
    expect(scarce.placed).to.deep.equal(['1/pull']);
  });

  it('is not formed if the coin is not enough for the cheapest of them', async () => {
    const waiting = [transaction(0, 'pull'), transaction(1, 'pull')];
    const house = bench(waiting, waiting, [], 99_999n);

    const outcome = await formMulticall(house.ports, chain, 'spender', signal).catch(
      (error: unknown) => error,
    );

    expect(outcome).to.include({ code: 'GAS_EXHAUSTED' });
    expect(house.attempts).to.have.length(2);
    expect(house.placed).to.deep.equal([]);
  });

  it('has one call to a rail and the plain pulls of others, for any number of waiting calls', async () => {
    const calling = Array.from({ length: 100 }, (_, route) => [
      transaction(route, 'pull'),
      transaction(route, 'call'),
    ]).flat();

    const groups = await groupsOf([...calling, transaction(100, 'pull')]);

    expect(groups).to.deep.equal([['0/pull', '0/call'], ['100/pull']]);
  });

  it('leaves out nothing that another process has sent meanwhile', async () => {
    const pull = transaction(0, 'pull');
    const house = bench([pull], [{ ...pull, slot: 7 }]);

    const outcome = await formMulticall(house.ports, chain, 'spender', signal).catch(
      (error: unknown) => error,
    );

    expect(outcome).to.be.instanceOf(StaleTransaction);
    expect(house.displaced).to.deep.equal([]);
  });
});

function lineOf(one: Transaction, waiting: readonly Transaction[]): Line {
  return linePlaceOf(waiting.filter(({ owner }) => owner.id === one.owner.id)).line;
}

/** The groups that a batch of these would be simulated with, by the transactions' ids. */
async function groupsOf(waiting: readonly Transaction[]): Promise<readonly (readonly string[])[]> {
  const house = bench(waiting, waiting);
  await formMulticall(house.ports, chain, 'spender', signal);
  return house.groups;
}

/**
 * Forming always fails, unless the account has coin for it; `now` is the state that the unit finds.
 */
function bench(
  waiting: readonly Transaction[],
  now: readonly Transaction[],
  paused: readonly Switch[] = [],
  coin: bigint | null = null,
) {
  const displaced: string[] = [];
  const groups: (readonly string[])[] = [];
  const attempts: (readonly (readonly string[])[])[] = [];
  const placed: string[] = [];
  const idOf = (tx: TxFields): string =>
    waiting.find((one) => one.multicall?.call === tx)?.id ?? '';
  const switches = { switches: async () => paused };
  const tx = {
    transactions: {
      openMulticall: async () => null,
      transactionsOf: async (owner: string) => now.filter((one) => one.owner.id === owner),
      moveTransaction: async (id: string) => {
        displaced.push(id);
      },
      releaseReservation: async () => undefined,
      holding: async (book: Book) => ({
        reading: { book, units: asUnits(coin ?? 0n), block: 1 },
        taken: 0n,
      }),
      allotSlot: async () => 7,
      insertTransaction: async () => undefined,
      insertSignedTransaction: async () => undefined,
      insertReservation: async () => undefined,
      placeTransaction: async ({ id }: Transaction) => {
        placed.push(id);
      },
    },
    switches,
  };
  const ports = {
    custody: {
      groupsAtMost: () => 40,
      account: () => spender,
      async prepareMerged(
        _chain: string,
        _role: string,
        bundles: readonly (readonly TxFields[])[],
      ) {
        const formed = bundles.map((bundle) => bundle.map(idOf));
        groups.push(...formed);
        attempts.push(formed);
        if (coin === null)
          return { prepared: null, failed: bundles.map((_bundle, index) => index) };
        const gasLimit = bundles.flat().reduce((sum, call) => sum + call.gasLimit, 0n);
        const tx: TxFields = {
          to: spender,
          data: '0x',
          value: 0n,
          gasLimit,
          maxFeeRate: 1n,
          tip: 1n,
        };
        const common = { purpose: 'batch', chain, role: 'spender', account: spender } as const;
        return { prepared: { ...common, expects: null, block: 1, tx }, failed: [] };
      },
      seal: () => ({ raw: '0x' }),
    },
    store: {
      reads: {
        transactions: {
          unplacedTransactions: async (
            _chain: string,
            _account: EvmAddress,
            line: Line,
            limit: number,
          ) => waiting.filter((one) => lineOf(one, waiting) === line).slice(0, limit),
        },
        switches,
      },
      run: (_name: string, unit: (writer: typeof tx) => Promise<unknown>) => unit(tx),
    },
    log: { warn: () => undefined },
    entropy: { hex: () => 'aa' },
    clock: { now: () => 1_000 },
    sender: { send: async () => [] },
  };
  // CAST: the parts that forming a batch uses.
  return { ports: ports as unknown as TransactionPorts, displaced, groups, attempts, placed };
}

function transaction(route: number, purpose: TransactionPurpose, gasLimit = 100_000n): Transaction {
  const payer = evmAddress(`0xaa${route.toString(16).padStart(38, '0')}`);
  return {
    id: `${route}/${purpose}`,
    owner: routeOwner(`rt_${route}`),
    step: -1,
    purpose,
    chain,
    role: 'spender',
    account: spender,
    slot: unplaced,
    ...neverMined,
    expects: purpose === 'pull' ? { token, from: payer, to: spender, units: asUnits(1n) } : null,
    createdAtMs: 1_000 + route,
    multicall: {
      bundle: `b_${route}`,
      position: 0,
      carried: null,
      call: {
        to: token,
        data: '0x',
        value: 0n,
        gasLimit,
        maxFeeRate: 1n,
        tip: 1n,
      },
    },
  };
}
