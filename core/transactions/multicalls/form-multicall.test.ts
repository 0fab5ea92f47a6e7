import {
  neverMined,
  routeOwner,
  asUnits,
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
import { StaleTransaction } from '../repository.ts';
import { expect } from 'chai';

const chain = evmChain(8453);
const spender = evmAddress(`0x5e${'0'.repeat(38)}`);
const token = evmAddress(`0x70${'0'.repeat(38)}`);
const { signal } = new AbortController();

describe('a batch', () => {
  it('never has an approval and a call without the pull that pays for them, however many wait', async () => {
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

  it("stays far below a block's gas, also where nothing in it is a transfer", async () => {
    const groups = await groupsOf(
      Array.from({ length: 10 }, (_, route) => transaction(route, 'approve', 5_000_000n)),
    );

    expect(groups).to.deep.equal([['0/approve'], ['1/approve']]);
  });

  it("hands over for one rail's transfer at most: upstreams know a transfer by its transaction", async () => {
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

  it('leaves nothing out that another process has sent meanwhile', async () => {
    const pull = transaction(0, 'pull');
    const house = bench([pull], [{ ...pull, nonce: 7 }]);

    const outcome = await formMulticall(house.ports, chain, 'spender', signal).catch(
      (error: unknown) => error,
    );

    expect(outcome).to.be.instanceOf(StaleTransaction);
    expect(house.displaced).to.deep.equal([]);
  });
});

/** What a batch of these would be simulated with, by the transactions' ids. */
async function groupsOf(waiting: readonly Transaction[]): Promise<readonly (readonly string[])[]> {
  const house = bench(waiting, waiting);
  await formMulticall(house.ports, chain, 'spender', signal);
  return house.groups;
}

/** Everything fails at forming; `now` is what the unit finds. */
function bench(
  waiting: readonly Transaction[],
  now: readonly Transaction[],
  paused: readonly Switch[] = [],
) {
  const displaced: string[] = [];
  const groups: (readonly string[])[] = [];
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
    },
    switches,
  };
  const ports = {
    custody: {
      account: () => spender,
      async prepareMulticall(
        _chain: string,
        _role: string,
        bundles: readonly (readonly TxFields[])[],
      ) {
        groups.push(...bundles.map((bundle) => bundle.map(idOf)));
        return { prepared: null, failed: bundles.map((_bundle, index) => index) };
      },
    },
    store: {
      reads: {
        transactions: {
          unplacedTransactions: async (_chain: string, _account: EvmAddress, limit: number) =>
            waiting.slice(0, limit),
        },
        switches,
      },
      run: (_name: string, unit: (writer: typeof tx) => Promise<unknown>) => unit(tx),
    },
    log: { warn: () => undefined },
    sender: { send: async () => [] },
  };
  // CAST: the parts that forming a batch works with.
  return { ports: ports as unknown as TransactionPorts, displaced, groups };
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
    nonce: unplaced,
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
        valueWei: 0n,
        gasLimit,
        maxFeePerGas: 1n,
        maxPriorityFeePerGas: 1n,
      },
    },
  };
}
