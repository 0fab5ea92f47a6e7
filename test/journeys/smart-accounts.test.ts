import { parts } from '@interline/server';
import { textField } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import { asUnits } from '@interline/kernel';
import { burner, lateBurner } from '../support/burner.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { gasCosts } from '../support/gas-costs.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, type Payer, send } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { expect } from 'chai';

const ethereum = 1;
const base = 8453;
const transfer = { from: ethereum, to: base, units: 1_000_000n };

/** A day's budgets as they are where the config says nothing. */
const usual = {
  revertBudget: asUnits(50n * 10n ** 15n),
  clientRevertBudget: asUnits(5n * 10n ** 15n),
  payerRevertBudget: asUnits(5n * 10n ** 15n),
};

describe('a smart account on Ethereum', () => {
  let devnet: Devnet;
  before(async () => {
    devnet = await startDevnet({ chainIds: [ethereum, base], port: 0 });
  });
  after(() => devnet.stop());

  for (const { atGwei, rounds, isServed } of [
    // Its pull was simulated at 71,935 gas and is signed for 112,555.
    { atGwei: 20n, rounds: 1, isServed: true },
    { atGwei: 36n, rounds: 1, isServed: true },
    { atGwei: 40n, rounds: 1, isServed: false },
    // Signed for 195,692 and about 221,700.
    { atGwei: 20n, rounds: 1_700, isServed: true },
    { atGwei: 20n, rounds: 2_200, isServed: false },
  ])
    it(`that is honest and takes ${26 * rounds} gas for its signature is ${isServed ? 'served' : 'refused'} on a chain at ${atGwei} gwei`, async () => {
      await withHarness(usual, async (harness) => {
        await gasCosts(harness, ethereum, 1n);
        const payer = await approvedPayer(harness);
        await setCode(payer, burner(rounds));
        await gasCosts(harness, ethereum, atGwei);

        const sent = send(harness, payer, transfer);

        if (isServed) {
          const { receipt } = await sent;
          const ended = await endOfRoute(harness.client, textField(receipt, 'id'));
          expect(ended).to.include({ status: 'DONE' });
        } else {
          const { status, body } = await refusalOf(sent);
          expect([status, body['errorCode']]).to.deep.equal([422, 'BUDGET_SPENT']);
          expect(body['error']).to.contain(
            "the payer's account has code, and at today's fees its pull on eip155:1 could cost more than what is left for reverts today",
          );
        }
      });
    });

  it('whose code burns more in a block than in every simulation pays for the difference, and is paused once that is the budget', async () => {
    await withHarness(
      { ...usual, payerRevertBudget: asUnits(13n * 10n ** 14n) },
      async (harness) => {
        await gasCosts(harness, ethereum, 1n);
        const payer = await approvedPayer(harness);
        await setCode(payer, lateBurner(1_500));
        const charged: bigint[] = [];
        const expected: bigint[] = [];
        let refusal: unknown = null;
        while (refusal === null && charged.length < 10) {
          await gasCosts(harness, ethereum, 6n);
          const before = await spentBy(harness, payer);
          const sent = await send(harness, payer, transfer).catch((error: { body?: unknown }) => {
            refusal = error.body;
            return null;
          });
          if (sent === null) break;
          const id = textField(sent.receipt, 'id');
          expect(await endOfRoute(harness.client, id)).to.include({ status: 'DONE' });
          const pull = await pullOf(harness, id);
          charged.push((await spentBy(harness, payer)) - before);
          expected.push(pull.beyond);
        }

        // Each burnt 24,206 gas more than its simulation; the fourth could have burnt more than was left.
        expect(charged).to.have.length(3);
        expect(charged).to.deep.equal(expected);
        expect(refusal).to.deep.include({ errorCode: 'BUDGET_SPENT' });
        for (const wei of charged) expect(wei > 10n ** 14n && wei < 2n * 10n ** 14n).to.equal(true);
      },
    );
  });

  async function withHarness(
    policy: typeof usual,
    work: (harness: Harness) => Promise<void>,
  ): Promise<void> {
    const harness = await startHarness({ devnet, policy });
    try {
      await work(harness);
    } finally {
      await harness.stop();
    }
  }

  /** Its allowance for Permit2 is from the time when it had no code. */
  async function approvedPayer(harness: Harness): Promise<Payer> {
    const payer = await freshPayer(harness, ethereum, 20_000_000n);
    const { receipt } = await send(harness, payer, transfer);
    expect(await endOfRoute(harness.client, textField(receipt, 'id'))).to.include({
      status: 'DONE',
    });
    return payer;
  }

  async function setCode({ address }: Payer, code: string): Promise<void> {
    await chainRpc(devnet, ethereum, 'anvil_setCode', [address, code]);
  }

  async function pullOf(harness: Harness, id: string) {
    const { transactions } = harness.container.get(parts.store).reads;
    const pull = (await transactions.transactionsOf(id)).find(({ purpose }) => purpose === 'pull');
    const { gasUsed, gasCost, simulated } = pull ?? {};
    if (gasUsed == null || gasCost == null || simulated == null) throw new Error('no pull');
    const more = gasUsed > simulated.gas ? gasUsed - simulated.gas : 0n;
    return { beyond: more * (gasCost / gasUsed) };
  }

  function spentBy(harness: Harness, { address }: Payer): Promise<bigint> {
    const day = new Date().toISOString().slice(0, 10);
    return harness.container
      .get(parts.store)
      .reads.transactions.spent(`code-revert:eip155:1:payer:${address.toLowerCase()}`, day);
  }
});
