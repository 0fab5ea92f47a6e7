import { asUnits } from '@interline/kernel';
import { chainRpc } from '../support/chain-rpc.ts';
import { floatBooks } from '../support/float-books.ts';
import { type House, startHouse } from '../support/house.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { spendElsewhere } from '../support/payer-transaction.ts';
import { freshPayer, type Payer, send, sign } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { parts } from '@interline/server';
import { followRoute, type JsonRecord, ServiceError, textField } from '@interline/cli';
import { expect } from 'chai';
import { toQuantity } from 'ethers';
import { startDevnet, type Devnet } from '@interline/devnet';
import { Agent, request } from 'undici';

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
    await withHouse({ revertBudgetWei: plenty, clientRevertBudgetWei: plenty }, async (house) => {
      const spender = house.container.get(parts.custody).account('spender');
      const before = await coinOf(spender);

      await revertOne(house);

      const paid = before - (await coinOf(spender));
      expect(paid > 0n).to.equal(true);
      expect(await spentOn(house, 'revert:eip155:8453')).to.equal(paid);
      expect(await spentOn(house, `revert:eip155:8453:${await clientOf(house)}`)).to.equal(paid);
      expect(await spentOn(house, 'revert:eip155:42161')).to.equal(0n);
      await arrives(house, await freshPayer(house, base, 1_000_000n), base);
    });
  });

  it('stops pulls of that client on that chain once its day is spent, those of a payer with an approval too, and no others', async () => {
    await withHouse({ revertBudgetWei: plenty, clientRevertBudgetWei: oneWei }, async (house) => {
      const approved = await approvedPayer(house);
      await revertOne(house);
      const payer = await freshPayer(house, base, 1_000_000n);
      const { body } = await sign(house, payer, { from: base, to: arbitrum, units: 1_000_000n });
      const before = await committed(house);

      const refused = await refusalOf(house.client.post('/api/route/execute', body));

      expectBudgetSpent(refused);
      expect(await committed(house)).to.deep.equal(before);
      expect(await usdcBalance(devnet, base, payer.address)).to.equal(1_000_000n);
      expectBudgetSpent(
        await refusalOf(send(house, approved, { from: base, to: arbitrum, units: 1_000_000n })),
      );
      await arrives(house, await freshPayer(house, arbitrum, 1_000_000n), arbitrum);
      const elsewhere = await executeFrom(house, '127.0.0.2', body);
      expect([elsewhere.status, elsewhere.body['status']]).to.deep.equal([200, 'BRIDGING']);
      expect(
        await followRoute(house.client, textField(elsewhere.body, 'id'), () => undefined, 60_000),
      ).to.include({ status: 'DONE' });
    });
  });

  it("stops every pull on that chain once the chain's day is spent, that of a payer with an approval too", async () => {
    await withHouse({ revertBudgetWei: oneWei, clientRevertBudgetWei: plenty }, async (house) => {
      const approved = await approvedPayer(house);
      await revertOne(house);
      const { body } = await sign(house, await freshPayer(house, base, 1_000_000n), {
        from: base,
        to: arbitrum,
        units: 1_000_000n,
      });

      const here = await refusalOf(house.client.post('/api/route/execute', body));
      const elsewhere = await executeFrom(house, '127.0.0.2', body);

      expectBudgetSpent(here);
      expect([elsewhere.status, elsewhere.body['errorCode']]).to.deep.equal([422, 'BUDGET_SPENT']);
      expectBudgetSpent(
        await refusalOf(send(house, approved, { from: base, to: arbitrum, units: 1_000_000n })),
      );
      await arrives(house, await freshPayer(house, arbitrum, 1_000_000n), arbitrum);
    });
  });

  it('is bounded for pulls that are under way together, which nothing has charged yet', async () => {
    await withHouse({ revertBudgetWei: plenty, clientRevertBudgetWei: oneWei }, async (house) => {
      const approved = await approvedPayer(house);
      const bodies = await Promise.all(
        [1, 2, 3].map(
          async () =>
            (
              await sign(house, await freshPayer(house, base, 1_000_000n), {
                from: base,
                to: arbitrum,
                units: 1_000_000n,
              })
            ).body,
        ),
      );
      await stopMining(devnet, base);

      const answers = await Promise.all(
        bodies.map((body) => executeFrom(house, '127.0.0.1', body)),
      );
      const refused = await refusalOf(
        send(house, approved, { from: base, to: arbitrum, units: 1_000_000n }),
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
        if (body['id'] !== undefined)
          await followRoute(house.client, textField(body, 'id'), () => undefined, 60_000);
      await arrives(house, approved, base);
    });
  });

  it('is that of one revert where a payer with an approval tries ten times, five at once, each time without the money', async () => {
    await withHouse({ revertBudgetWei: plenty, clientRevertBudgetWei: oneWei }, async (house) => {
      const approved = await approvedPayer(house);
      const tryFive = () =>
        Promise.all(
          [1, 2, 3, 4, 5].map(async () =>
            send(house, approved, { from: base, to: arbitrum, units: 100_000n }).then(
              ({ receipt }) => textField(receipt, 'id'),
              (error: unknown) => (error instanceof ServiceError ? error.body['errorCode'] : error),
            ),
          ),
        );
      await stopMining(devnet, base);

      const first = (await tryFive()).toSorted();
      await spendElsewhere(devnet, base, approved, 1_000_000n);
      await resumeMining(devnet, base);
      const ended = await followRoute(house.client, String(first.at(-1)), () => undefined, 60_000);
      await house.devnet.faucet({
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
    await withHouse({ revertBudgetWei: plenty, clientRevertBudgetWei: plenty }, async (house) => {
      const approved = await approvedPayer(house);

      await revertOne(house, approved);

      expect((await spentOn(house, 'revert:eip155:8453')) > 0n).to.equal(true);
    });
  });

  describe("and the relayer's own", () => {
    it('when it is out, refuses with GAS_EXHAUSTED, to be tried again, and commits nothing', async () => {
      await withHouse({}, async (house) => {
        const payer = await freshPayer(house, base, 1_000_000n);
        const { body } = await sign(house, payer, { from: base, to: arbitrum, units: 1_000_000n });
        const before = await committed(house);
        await drained(house, base, 'spender', async () => {
          const { status, body: said } = await refusalOf(
            house.client.post('/api/route/execute', body),
          );

          expect([
            status,
            said['errorCode'],
            said['retryable'],
            said['retryAfterMs'],
          ]).to.deep.equal([503, 'GAS_EXHAUSTED', true, 60_000]);
          expect(await committed(house)).to.deep.equal(before);
        });

        const receipt = await house.client.post('/api/route/execute', body);
        expect(
          await followRoute(house.client, textField(receipt, 'id'), () => undefined, 60_000),
        ).to.include({ status: 'DONE', bridged: '999200' });
      });
    });

    it("when it went behind the service's back, makes the pull wait, and pulls once there is gas again", async () => {
      await withHouse({}, async (house) => {
        const payer = await freshPayer(house, base, 1_000_000n);
        const spender = house.container.get(parts.custody).account('spender');
        const had = await coinOf(spender);
        await chainRpc(devnet, base, 'anvil_setBalance', [spender, '0x0']);

        const { receipt } = await send(house, payer, {
          from: base,
          to: arbitrum,
          units: 1_000_000n,
        });
        const waiting = await followRoute(
          house.client,
          textField(receipt, 'id'),
          () => undefined,
          1_000,
        );
        await chainRpc(devnet, base, 'anvil_setBalance', [spender, toQuantity(had)]);

        expect(waiting).to.include({ status: 'BRIDGING', stage: 'RECEIVING' });
        expect(
          await followRoute(house.client, textField(receipt, 'id'), () => undefined, 60_000),
        ).to.include({ status: 'DONE', bridged: '999200' });
      });
    });

    it("when the float's is out after a pull, makes the payout wait, and pays once there is gas again", async () => {
      await withHouse({}, async (house) => {
        const payer = await freshPayer(house, base, 1_000_000n);
        const id = await drained(house, arbitrum, 'float', async () => {
          const { receipt } = await send(house, payer, {
            from: base,
            to: arbitrum,
            units: 1_000_000n,
          });
          const id = textField(receipt, 'id');
          await until(
            'the stage SENDING',
            async () =>
              (await house.client.get(`/api/route/status?id=${id}`))['stage'] === 'SENDING',
          );
          const waiting = await followRoute(house.client, id, () => undefined, 1_000);
          expect(waiting).to.include({ status: 'BRIDGING', stage: 'SENDING' });
          return id;
        });

        expect(await followRoute(house.client, id, () => undefined, 60_000)).to.include({
          status: 'DONE',
          bridged: '999200',
        });
        expect(await usdcBalance(devnet, arbitrum, payer.address)).to.equal(999_200n);
        for (const book of await floatBooks(house))
          expect(book.free, `chain ${book.chainId}`).to.equal(book.held);
      });
    });
  });

  async function withHouse(
    policy: NonNullable<Parameters<typeof startHouse>[0]>['policy'] & object,
    work: (house: House) => Promise<void>,
  ): Promise<void> {
    const house = await startHouse({ devnet, policy });
    try {
      await work(house);
    } finally {
      await house.stop();
    }
  }

  /** A transfer that is accepted, and whose payer spends the money before the pull is mined. */
  async function revertOne(house: House, known?: Payer): Promise<void> {
    const payer = known ?? (await freshPayer(house, base, 1_000_000n));
    await stopMining(devnet, base);
    const { receipt } = await send(house, payer, { from: base, to: arbitrum, units: 1_000_000n });
    await spendElsewhere(devnet, base, payer, 1n);
    await resumeMining(devnet, base);
    expect(
      await followRoute(house.client, textField(receipt, 'id'), () => undefined, 60_000),
    ).to.include({ status: 'FAILED', stage: 'NOT_PULLED' });
  }

  async function approvedPayer(house: House): Promise<Payer> {
    const payer = await freshPayer(house, base, 2_000_000n);
    await arrives(house, payer, base);
    return payer;
  }

  async function arrives(house: House, payer: Payer, from: number): Promise<void> {
    const { receipt } = await send(house, payer, {
      from,
      to: from === base ? arbitrum : base,
      units: 1_000_000n,
    });
    expect(
      await followRoute(house.client, textField(receipt, 'id'), () => undefined, 60_000),
    ).to.include({ status: 'DONE', bridged: '999200' });
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
    house: House,
    chainId: number,
    role: 'spender' | 'float',
    work: () => Promise<T>,
  ): Promise<T> {
    const account = house.container.get(parts.custody).account(role);
    const had = await coinOf(account, chainId);
    await chainRpc(devnet, chainId, 'anvil_setBalance', [account, '0x0']);
    await floatBooks(house);
    try {
      return await work();
    } finally {
      await chainRpc(devnet, chainId, 'anvil_setBalance', [account, toQuantity(had)]);
      await floatBooks(house);
    }
  }

  async function coinOf(account: string, chainId = base): Promise<bigint> {
    return BigInt(String(await chainRpc(devnet, chainId, 'eth_getBalance', [account, 'latest'])));
  }

  function spentOn(house: House, budget: string): Promise<bigint> {
    return house.container
      .get(parts.store)
      .reads.transactions.spent(budget, new Date().toISOString().slice(0, 10));
  }

  /** The pseudonym the service keeps of this test's address. */
  async function clientOf(house: House): Promise<string> {
    const [route] = await house.container.get(parts.store).reads.transfers.unsettledRoutes(1);
    return route?.client ?? '';
  }

  async function committed(house: House): Promise<unknown> {
    const reader = house.container.get(parts.store).reads;
    return { ...(await reader.transfers.counts()), lanes: await reader.transactions.lanes() };
  }

  async function executeFrom(
    house: House,
    localAddress: string,
    body: JsonRecord,
  ): Promise<{ readonly status: number; readonly body: JsonRecord }> {
    const dispatcher = new Agent({ localAddress });
    try {
      const response = await request(`${house.url}/api/route/execute`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
        dispatcher,
      });
      return { status: response.statusCode, body: (await response.body.json()) as JsonRecord }; // CAST: every answer is an object.
    } finally {
      await dispatcher.close();
    }
  }
});
