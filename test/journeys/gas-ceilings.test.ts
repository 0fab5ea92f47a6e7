import { parts } from '@interline/server';
import { textField } from '@interline/cli';
import { expect } from 'chai';
import { burner } from '../support/burner.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { accounts } from '../support/model/model-custody.ts';
import { type ModelHarness, modelHarness } from '../support/model/model-harness.ts';
import { freshPayer, send, sign } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

describe("code that burns the relayer's gas", () => {
  describe('when a transfer is asked for', () => {
    let harness: Harness;
    before(async () => {
      harness = await startHarness({ chainIds: [8453, 42161] });
    });
    after(() => harness.stop());

    const committed = async () => {
      const reader = harness.container.get(parts.store).reads;
      return { ...(await reader.transfers.counts()), lanes: await reader.transactions.accounts() };
    };

    it("in the payer's account is refused, and nothing is committed", async () => {
      const payer = await freshPayer(harness, 8453, 10_000_000n);
      const first = await send(harness, payer, { from: 8453, to: 42161, units: 1_000_000n });
      await endOfRoute(harness.client, textField(first.receipt, 'id'));
      await chainRpc(harness.devnet, 8453, 'anvil_setCode', [payer.address, burner(400_000)]);
      const { body } = await sign(harness, payer, { from: 8453, to: 42161, units: 2_000_000n });
      const before = await committed();

      const refused = await refusalOf(harness.client.post('/api/route/execute', body));

      expect([refused.status, refused.body['errorCode']]).to.deep.equal([422, 'GAS_CEILING']);
      expect(refused.body['error']).to.match(
        /^the pull would take 10[0-9]{6} gas, and 500000 is the most for one on eip155:8453/,
      );
      expect(await committed()).to.deep.equal(before);
      expect(await usdcBalance(harness.devnet, 8453, payer.address)).to.equal(9_000_000n);
    });

    it('at the recipient of coin is refused before the pull', async () => {
      const payer = await freshPayer(harness, 8453, 1_000_000n);
      const recipient = `0x${'c0de'.repeat(10)}`;
      await chainRpc(harness.devnet, 42161, 'anvil_setCode', [recipient, burner(400_000)]);
      const { body } = await sign(harness, payer, {
        from: 8453,
        to: 42161,
        units: 100_000n,
        recipient,
        toCoin: true,
      });
      const before = await committed();

      const refused = await refusalOf(harness.client.post('/api/route/execute', body));

      expect([refused.status, refused.body['errorCode']]).to.deep.equal([422, 'GAS_CEILING']);
      expect(refused.body['error']).to.match(
        /the payout would take 10[0-9]{6} gas, and 300000 is the most for one on eip155:42161/,
      );
      expect(await committed()).to.deep.equal(before);
      expect(await usdcBalance(harness.devnet, 8453, payer.address)).to.equal(1_000_000n);
    });
  });

  describe('after the pull', () => {
    let harness: ModelHarness;
    beforeEach(async () => {
      harness = await modelHarness(1);
      const [source] = harness.chains;
      await harness.execute(0, 200_000n);
      source.mine(1);
    });
    afterEach(() => harness.close());

    const stage = async () =>
      (await harness.money.store.reads.transfers.route(harness.transfers[0]?.id ?? ''))?.stage;
    const payer = () => harness.transfers[0]?.payer ?? '';
    const recipient = () => harness.transfers[0]?.recipient ?? '';
    const liabilities = async () =>
      (await harness.money.store.reads.books.liabilities()).map(({ units, reason }) => ({
        units,
        reason,
      }));

    it('at the recipient gives the payer everything back', async () => {
      const [source, destination] = harness.chains;
      destination.burning.add(recipient());

      await harness.work(60);
      source.mine(1);
      await harness.work(60);

      expect([
        await stage(),
        source.balance(payer()),
        destination.balance(recipient()),
      ]).to.deep.equal(['REFUNDED', 10_000_000n, 0n]);
      expect(await liabilities()).to.deep.equal([]);
    });

    it('at the recipient and at the payer holds the refund for the operator, until it can be paid', async () => {
      const [source, destination] = harness.chains;
      destination.burning.add(recipient());
      source.burning.add(payer());

      await harness.work(60);
      const held = [await stage(), await liabilities(), source.balance(accounts.float)];
      source.burning.delete(payer());
      await harness.work(60);
      source.mine(1);
      await harness.work(60);

      expect(held).to.deep.equal([
        'REFUND_HELD',
        [{ units: 200_000n, reason: 'GAS_CEILING: the refund would take 10421023 gas' }],
        1_200_000n,
      ]);
      expect([await stage(), source.balance(payer()), await liabilities()]).to.deep.equal([
        'REFUNDED',
        10_000_000n,
        [],
      ]);
    });
  });
});
