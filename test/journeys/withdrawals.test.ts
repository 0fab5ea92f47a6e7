import { withdrawFunds } from '@interline/core/transactions';
import { asUnits, evmAddress, evmChain, isRelayError } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { floatBooks } from '../support/float-books.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const chainId = 8453;
const chain = evmChain(chainId);
const to = evmAddress(`0x${'d1'.repeat(20)}`);
const { signal } = new AbortController();

describe('what an operator withdraws', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId, 42161] });
  });
  after(() => harness.stop());

  it('leaves the float to the unit, in its own slot, and is not free meanwhile or after', async () => {
    const before = await bookOf();

    await stopMining(harness.devnet, chainId);
    await withdraw(2_500_000n);
    const committed = await bookOf();
    await resumeMining(harness.devnet, chainId);
    await until(
      'the withdrawal has ended',
      async () => (await usdcBalance(harness.devnet, chainId, to)) === 2_500_000n,
    );
    await until('the withdrawal has ended', async () => (await open()) === 0);
    const after = await bookOf();

    expect(committed.free).to.equal(before.free - 2_500_000n);
    expect(after).to.deep.equal({
      chainId,
      held: before.held - 2_500_000n,
      free: before.free - 2_500_000n,
    });
  });

  it('is reserved again from the moment a reorg takes it, and leaves once', async () => {
    const other = evmAddress(`0x${'d2'.repeat(20)}`);
    const { store } = harness.container.get(parts.transfer).ports;
    const [withdrawal = expect.fail()] = await withdraw(1_000n, other);
    await until('the withdrawal has ended', async () => (await open()) === 0);
    const before = await usdcBalance(harness.devnet, chainId, other);
    const reserved = async () =>
      (await store.run('look', (tx) => tx.transactions.reservationsOf(withdrawal.owner.id)))
        .filter(({ book }) => book.token === usdc())
        .map(({ units, state }) => [units, state]);
    const settled = await reserved();

    await stopMining(harness.devnet, chainId);
    await chainRpc(harness.devnet, chainId, 'anvil_reorg', [1, []]);
    await until('the withdrawal is open again', async () => (await open()) === 1);
    const reopened = await reserved();
    await resumeMining(harness.devnet, chainId);
    await until('the withdrawal has ended', async () => (await open()) === 0);

    expect([settled, reopened, await reserved()]).to.deep.equal([
      [[1_000n, 'settled']],
      [[1_000n, 'open']],
      [[1_000n, 'settled']],
    ]);
    expect(await usdcBalance(harness.devnet, chainId, other)).to.equal(before);
  });

  it('is everything that is free at most, so that the money of routes stays', async () => {
    const { free } = await bookOf();
    const money = harness.container.get(parts.transfer).ports;
    const book = { chain, account: money.custody.account(chain, 'float'), token: usdc() };
    await money.store.run('reserve', (tx) =>
      tx.transactions.insertReservation({
        id: 'cl_rt_1',
        owner: { kind: 'route', id: 'rt_1' },
        book,
        kind: 'outgoing',
        units: asUnits(1n),
        state: 'open',
        countsFromBlock: 0,
        settledBlock: null,
      }),
    );

    const refused: unknown = await withdraw(free).catch((error: unknown) => error);

    expect(refused).to.include({
      code: 'INSUFFICIENT_FLOAT',
      message: `the float account on ${chain} has ${free - 1n} of ${usdc()} free; ${free} were to leave`,
    });
    await withdraw(free - 1n);
    await until(
      'the withdrawal has ended',
      async () => (await usdcBalance(harness.devnet, chainId, to)) === 2_500_000n + free - 1n,
    );
    await money.store.run('release', (tx) => tx.transactions.releaseReservation('cl_rt_1'));
  });

  it('leaves once if two operators order all of it at once, and the other order is refused because none is free', async () => {
    const { floatWithdraw } = harness.container.get(parts.operations).orders;
    const input = {
      chain: evmChain(42161),
      token: 'USDC',
      units: 'all',
      to,
      isToOwn: false,
    } as const;
    const order = () =>
      floatWithdraw({ input, by: 'alice', reason: 'the other bank', isDryRun: false }, signal).then(
        () => 'done',
        (error: unknown) => (isRelayError(error) ? error.code : error),
      );

    const both = await Promise.all([order(), order()]);
    const later = await order();

    expect([...both.toSorted(), later]).to.deep.equal([
      'INSUFFICIENT_FLOAT',
      'done',
      'INSUFFICIENT_FLOAT',
    ]);
  });

  function withdraw(units: bigint, recipient = to) {
    const { ports } = harness.container.get(parts.transfer);
    const order = {
      chain,
      role: 'float',
      token: usdc(),
      to: recipient,
      units: asUnits(units),
    } as const;
    return withdrawFunds(ports, order, async () => undefined, signal);
  }

  function usdc(): string {
    return harness.container.get(parts.tokens).resolve(chain, 'USDC', 'token').address;
  }

  async function open(): Promise<number> {
    const { store } = harness.container.get(parts.transfer).ports;
    return (await store.reads.transactions.openTransactions()).length;
  }

  async function bookOf() {
    const book = (await floatBooks(harness)).find((one) => one.chainId === chainId);
    return book ?? expect.fail('the harness has no float on this chain');
  }
});
