import { asUnits } from '@interline/kernel';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { executeFrom } from '../support/execute-from.ts';
import { floatBooks } from '../support/float-books.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { spendElsewhere } from '../support/payer-transaction.ts';
import { freshPayer, type Payer, send, sign } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { parts } from '@interline/server';
import { followRoute, ServiceError, textField } from '@interline/cli';
import { expect } from 'chai';
import { toQuantity } from 'ethers';
import { startDevnet, type Devnet } from '@interline/devnet';

const base = 8453;
const arbitrum = 42161;
const plenty = asUnits(10n ** 20n);
const oneWei = asUnits(1n);

describe('the gas that reverted pulls cost', () => {
  let devnet: Devnet;
  before(async () => {
    devnet = await startDevnet({ chainIds: [base, arbitrum], port: 0 });
  });
  after(() => devnet.stop());

  it('is charged, to the wei the relayer paid, to the day of the chain and of the client', async () => {
    await withHarness({ revertBudget: plenty, clientRevertBudget: plenty }, async (harness) => {
      const spender = harness.container.get(parts.evm).evmAccounts.spender;
      const before = await coinOf(spender);

      await revertOne(harness);

      const paid = before - (await coinOf(spender));
      expect(paid > 0n).to.equal(true);
      expect(await spentOn(harness, 'revert:eip155:8453')).to.equal(paid);
      expect(await spentOn(harness, `revert:eip155:8453:${await clientOf(harness)}`)).to.equal(
        paid,
      );
      expect(await spentOn(harness, 'revert:eip155:42161')).to.equal(0n);
      await arrives(harness, await freshPayer(harness, base, 1_000_000n), base);
    });
  });

  it('stops pulls of that client on that chain once its day is spent, those of a payer with an approval too, and no others', async () => {
    await withHarness({ revertBudget: plenty, clientRevertBudget: oneWei }, async (harness) => {
      const approved = await approvedPayer(harness);
      await revertOne(harness);
      const payer = await freshPayer(harness, base, 1_000_000n);
      const { body } = await sign(harness, payer, {
        from: base,
        to: arbitrum,
        units: 1_000_000n,
      });
      const before = await committed(harness);

      const refused = await refusalOf(harness.client.post('/api/route/execute', body));

      expectBudgetSpent(refused);
      expect(await committed(harness)).to.deep.equal(before);
      expect(await usdcBalance(devnet, base, payer.address)).to.equal(1_000_000n);
      expectBudgetSpent(
        await refusalOf(send(harness, approved, { from: base, to: arbitrum, units: 1_000_000n })),
      );
      await arrives(harness, await freshPayer(harness, arbitrum, 1_000_000n), arbitrum);
      const elsewhere = await executeFrom(harness, '127.0.0.2', body);
      expect([elsewhere.status, elsewhere.body['status']]).to.deep.equal([200, 'BRIDGING']);
      expect(await endOfRoute(harness.client, textField(elsewhere.body, 'id'))).to.include({
        status: 'DONE',
      });
    });
  });

  it("stops every pull on that chain once the chain's day is spent, that of a payer with an approval too", async () => {
    await withHarness({ revertBudget: oneWei, clientRevertBudget: plenty }, async (harness) => {
      const approved = await approvedPayer(harness);
      await revertOne(harness);
      const { body } = await sign(harness, await freshPayer(harness, base, 1_000_000n), {
        from: base,
        to: arbitrum,
        units: 1_000_000n,
      });

      const here = await refusalOf(harness.client.post('/api/route/execute', body));
      const elsewhere = await executeFrom(harness, '127.0.0.2', body);

      expectBudgetSpent(here);
      expect([elsewhere.status, elsewhere.body['errorCode']]).to.deep.equal([422, 'BUDGET_SPENT']);
      expectBudgetSpent(
        await refusalOf(send(harness, approved, { from: base, to: arbitrum, units: 1_000_000n })),
      );
      await arrives(harness, await freshPayer(harness, arbitrum, 1_000_000n), arbitrum);
    });
  });

  it('is bounded for pulls that are under way together, which nothing has charged yet', async () => {
    await withHarness({ revertBudget: plenty, clientRevertBudget: oneWei }, async (harness) => {
      const approved = await approvedPayer(harness);
      const bodies = await Promise.all(
        [1, 2, 3].map(
          async () =>
            (
              await sign(harness, await freshPayer(harness, base, 1_000_000n), {
                from: base,
                to: arbitrum,
                units: 1_000_000n,
              })
            ).body,
        ),
      );
      await stopMining(devnet, base);

      const answers = await Promise.all(
        bodies.map((body) => executeFrom(harness, '127.0.0.1', body)),
      );
      const refused = await refusalOf(
        send(harness, approved, { from: base, to: arbitrum, units: 1_000_000n }),
      );
      await resumeMining(devnet, base);

      expect(
        answers.map(({ body }) => body['errorCode'] ?? body['status']).toSorted(),
      ).to.deep.equal(['BRIDGING', 'BUDGET_SPENT', 'BUDGET_SPENT']);
      expect([refused.status, refused.body['errorCode']]).to.deep.equal([422, 'BUDGET_SPENT']);
      expect(refused.body['error']).to.contain(
        'as many pulls are under way on eip155:8453 as the relayer could pay for today',
      );
      for (const { body } of answers)
        if (body['id'] !== undefined) await endOfRoute(harness.client, textField(body, 'id'));
      await arrives(harness, approved, base);
    });
  });

  it('is that of one revert if a payer with an approval tries ten times, five at once, each time without the money', async () => {
    await withHarness({ revertBudget: plenty, clientRevertBudget: oneWei }, async (harness) => {
      const approved = await approvedPayer(harness);
      const tryFive = () =>
        Promise.all(
          [1, 2, 3, 4, 5].map(async () =>
            send(harness, approved, { from: base, to: arbitrum, units: 100_000n }).then(
              ({ receipt }) => textField(receipt, 'id'),
              (error: unknown) => (error instanceof ServiceError ? error.body['errorCode'] : error),
            ),
          ),
        );
      await stopMining(devnet, base);

      const first = (await tryFive()).toSorted();
      await spendElsewhere(devnet, base, approved, 1_000_000n);
      await resumeMining(devnet, base);
      const ended = await endOfRoute(harness.client, String(first.at(-1)));
      await harness.devnet.faucet({
        chainId: base,
        token: 'USDC',
        to: approved.address,
        amount: 1_000_000n,
      });
      const second = await tryFive();

      expect(first.slice(0, 4)).to.deep.equal([
        'BUDGET_SPENT',
        'BUDGET_SPENT',
        'BUDGET_SPENT',
        'BUDGET_SPENT',
      ]);
      expect(ended).to.include({ status: 'FAILED', stage: 'NOT_PULLED' });
      expect(second).to.deep.equal([
        'BUDGET_SPENT',
        'BUDGET_SPENT',
        'BUDGET_SPENT',
        'BUDGET_SPENT',
        'BUDGET_SPENT',
      ]);
    });
  });

  it('is charged for a payer with an approval too', async () => {
    await withHarness({ revertBudget: plenty, clientRevertBudget: plenty }, async (harness) => {
      const approved = await approvedPayer(harness);

      await revertOne(harness, approved);

      expect((await spentOn(harness, 'revert:eip155:8453')) > 0n).to.equal(true);
    });
  });

  describe("and the relayer's own", () => {
    it('when it is out, refuses with GAS_EXHAUSTED, to be tried again, and commits nothing', async () => {
      await withHarness({}, async (harness) => {
        const payer = await freshPayer(harness, base, 1_000_000n);
        const { body } = await sign(harness, payer, {
          from: base,
          to: arbitrum,
          units: 1_000_000n,
        });
        const before = await committed(harness);
        await drained(harness, base, 'spender', async () => {
          const { status, body: said } = await refusalOf(
            harness.client.post('/api/route/execute', body),
          );

          expect([
            status,
            said['errorCode'],
            said['retryable'],
            said['retryAfterMs'],
          ]).to.deep.equal([503, 'GAS_EXHAUSTED', true, 60_000]);
          expect(await committed(harness)).to.deep.equal(before);
        });

        const receipt = await harness.client.post('/api/route/execute', body);
        expect(await endOfRoute(harness.client, textField(receipt, 'id'))).to.include({
          status: 'DONE',
          bridged: '999200',
        });
      });
    });

    it("when it is out where the float pays, refuses before the payer's money is taken", async () => {
      await withHarness({}, async (harness) => {
        const payer = await freshPayer(harness, base, 1_000_000n);
        const { body } = await sign(harness, payer, {
          from: base,
          to: arbitrum,
          units: 1_000_000n,
        });
        const before = await committed(harness);
        await drained(harness, arbitrum, 'float', async () => {
          const refused = await refusalOf(harness.client.post('/api/route/execute', body));

          expect([refused.status, refused.body['errorCode']]).to.deep.equal([503, 'GAS_EXHAUSTED']);
          expect(await committed(harness)).to.deep.equal(before);
          expect(await usdcBalance(devnet, base, payer.address)).to.equal(1_000_000n);
        });

        const receipt = await harness.client.post('/api/route/execute', body);
        expect(await endOfRoute(harness.client, textField(receipt, 'id'))).to.include({
          status: 'DONE',
        });
      });
    });

    it("when it went behind the service's back, makes the pull wait, and pulls once there is gas again", async () => {
      await withHarness({}, async (harness) => {
        const payer = await freshPayer(harness, base, 1_000_000n);
        const spender = harness.container.get(parts.evm).evmAccounts.spender;
        const had = await coinOf(spender);
        await chainRpc(devnet, base, 'anvil_setBalance', [spender, '0x0']);

        const { receipt } = await send(harness, payer, {
          from: base,
          to: arbitrum,
          units: 1_000_000n,
        });
        const waiting = await followRoute(
          harness.client,
          textField(receipt, 'id'),
          () => undefined,
          1_000,
        );
        await chainRpc(devnet, base, 'anvil_setBalance', [spender, toQuantity(had)]);

        expect(waiting).to.include({ status: 'BRIDGING', stage: 'RECEIVING' });
        expect(await endOfRoute(harness.client, textField(receipt, 'id'))).to.include({
          status: 'DONE',
          bridged: '999200',
        });
      });
    });

    it("when the float's is out after a pull, makes the payout wait, and pays once there is gas again", async () => {
      await withHarness({}, async (harness) => {
        const payer = await freshPayer(harness, base, 1_000_000n);
        await stopMining(devnet, base);
        const { receipt } = await send(harness, payer, {
          from: base,
          to: arbitrum,
          units: 1_000_000n,
        });
        const id = textField(receipt, 'id');
        await drained(harness, arbitrum, 'float', async () => {
          await resumeMining(devnet, base);
          await until(
            'the stage SENDING',
            async () =>
              (await harness.client.get(`/api/route/status?id=${id}`))['stage'] === 'SENDING',
          );
          const waiting = await followRoute(harness.client, id, () => undefined, 1_000);
          expect(waiting).to.include({ status: 'BRIDGING', stage: 'SENDING' });
        });

        expect(await endOfRoute(harness.client, id)).to.include({
          status: 'DONE',
          bridged: '999200',
        });
        expect(await usdcBalance(devnet, arbitrum, payer.address)).to.equal(999_200n);
        for (const book of await floatBooks(harness))
          expect(book.free, `chain ${book.chainId}`).to.equal(book.held);
      });
    });
  });

  async function withHarness(
    policy: NonNullable<Parameters<typeof startHarness>[0]>['policy'] & object,
    work: (harness: Harness) => Promise<void>,
  ): Promise<void> {
    const harness = await startHarness({ devnet, policy });
    try {
      await work(harness);
    } finally {
      await harness.stop();
    }
  }

  /** A transfer that is accepted, and whose payer spends the money before the pull is mined. */
  async function revertOne(harness: Harness, known?: Payer): Promise<void> {
    const payer = known ?? (await freshPayer(harness, base, 1_000_000n));
    await stopMining(devnet, base);
    const { receipt } = await send(harness, payer, { from: base, to: arbitrum, units: 1_000_000n });
    await spendElsewhere(devnet, base, payer, 1n);
    await resumeMining(devnet, base);
    expect(await endOfRoute(harness.client, textField(receipt, 'id'))).to.include({
      status: 'FAILED',
      stage: 'NOT_PULLED',
    });
  }

  async function approvedPayer(harness: Harness): Promise<Payer> {
    const payer = await freshPayer(harness, base, 2_000_000n);
    await arrives(harness, payer, base);
    return payer;
  }

  async function arrives(harness: Harness, payer: Payer, from: number): Promise<void> {
    const { receipt } = await send(harness, payer, {
      from,
      to: from === base ? arbitrum : base,
      units: 1_000_000n,
    });
    expect(await endOfRoute(harness.client, textField(receipt, 'id'))).to.include({
      status: 'DONE',
      bridged: '999200',
    });
  }

  function expectBudgetSpent({ status, body }: Awaited<ReturnType<typeof refusalOf>>): void {
    expect([status, body['errorCode'], body['retryable']]).to.deep.equal([
      422,
      'BUDGET_SPENT',
      true,
    ]);
    expect(body['error']).to.contain('pulls are paused on eip155:8453 for today');
  }

  /** The account has no coin while the work runs, and the service knows. */
  async function drained<T>(
    harness: Harness,
    chainId: number,
    role: 'spender' | 'float',
    work: () => Promise<T>,
  ): Promise<T> {
    const account = harness.container.get(parts.evm).evmAccounts[role];
    const had = await coinOf(account, chainId);
    await chainRpc(devnet, chainId, 'anvil_setBalance', [account, '0x0']);
    await floatBooks(harness);
    try {
      return await work();
    } finally {
      await chainRpc(devnet, chainId, 'anvil_setBalance', [account, toQuantity(had)]);
      await floatBooks(harness);
    }
  }

  async function coinOf(account: string, chainId = base): Promise<bigint> {
    return BigInt(String(await chainRpc(devnet, chainId, 'eth_getBalance', [account, 'latest'])));
  }

  function spentOn(harness: Harness, budget: string): Promise<bigint> {
    return harness.container
      .get(parts.store)
      .reads.transactions.spent(budget, new Date().toISOString().slice(0, 10));
  }

  /** The pseudonym the service keeps of this test's address. */
  async function clientOf(harness: Harness): Promise<string> {
    const [route] = await harness.container.get(parts.store).reads.transfers.unsettledRoutes(1);
    return route?.client ?? '';
  }

  async function committed(harness: Harness): Promise<unknown> {
    const reader = harness.container.get(parts.store).reads;
    return { ...(await reader.transfers.counts()), lanes: await reader.transactions.accounts() };
  }
});
