import { ServiceError, signAndSend, signOrder, textField } from '@interline/cli';
import { asUnits, utcDay } from '@interline/kernel';
import { parts } from '@interline/server';
import { stellarClient } from '@interline/devnet/stellar-client';
import { Keypair, Operation } from '@stellar/stellar-sdk';
import { expect } from 'chai';
import { type BeyondEvmHarness, startBeyondEvm } from '../../support/beyond-evm-harness.ts';
import { endOfRoute } from '../../support/end-of-route.ts';
import { resumeMining, stopMining } from '../../support/mining.ts';
import { freshPayer, type Payer } from '../../support/payer.ts';
import { refusalOf } from '../../support/refusal-of.ts';

const source = 8453;

describe('a thief who sends dollars to Stellar', () => {
  let harness: BeyondEvmHarness;
  let stellar: ReturnType<typeof stellarClient>;
  before(async function () {
    // So that one lost round spends the day of its client.
    harness = await startBeyondEvm(this, { policy: { clientRevertBudget: asUnits(1n) } });
    stellar = stellarClient(harness.stellar);
  });
  after(async () => {
    // Undefined where the tests were skipped.
    await (harness as BeyondEvmHarness | undefined)?.stop();
  });

  it('redeems one permit for one recipient, memo and way of being paid', async () => {
    const recipient = (await trusting()).publicKey();
    const payer = await freshPayer(harness, source, 5_000_000n);
    const asked = requestTo(recipient, { memo: { type: 'id', value: '1' } });
    const { body } = await signOrder(harness.client, payer.wallet, asked);
    const { memo: _, ...withoutMemo } = body;
    const others = [
      { ...body, memo: { type: 'id', value: '2' } },
      { ...body, memo: { type: 'text', value: '1' } },
      { ...body, claimable: true },
      { ...body, toAddress: Keypair.random().publicKey() },
      withoutMemo,
    ];
    const codes = async () =>
      Promise.all(
        others.map(async (other) => {
          const refusal = await refusalOf(harness.client.post('/api/route/execute', other));
          return refusal.body['errorCode'];
        }),
      );

    const before = await codes();
    const receipt = await harness.client.post('/api/route/execute', body);
    const again = await harness.client.post('/api/route/execute', { ...body, claimable: false });
    const after = await codes();

    expect(before).to.deep.equal(others.map(() => 'INTENT_MISMATCH'));
    expect(after).to.deep.equal(others.map(() => 'INTENT_MISMATCH'));
    expect(textField(again, 'id')).to.equal(textField(receipt, 'id'));
    const end = await endOfRoute(harness.client, textField(receipt, 'id'));
    expect(end.status).to.equal('DONE');
  });

  it('is charged for the pull and the refund if it removes its trustline between them, and is paused then', async () => {
    const recipient = await trusting();
    const payer = await freshPayer(harness, source, 5_000_000n);
    const next = await freshPayer(harness, source, 5_000_000n);
    await stopMining(harness.devnet, source);

    const id = await send(payer, recipient.publicKey());
    await stellar.send(recipient, [Operation.changeTrust({ asset: stellar.usdc, limit: '0' })]);
    await resumeMining(harness.devnet, source);
    const end = await endOfRoute(harness.client, id);
    await stellar.send(recipient, [Operation.changeTrust({ asset: stellar.usdc })]);
    const refusal = await refusalOf(send(next, recipient.publicKey()));

    expect(end).to.include({ status: 'FAILED', stage: 'REFUNDED' });
    const { transactions } = harness.container.get(parts.store).reads;
    const lost = (await transactions.transactionsOf(id)).reduce(
      (sum, { gasCost }) => sum + (gasCost ?? 0n),
      0n,
    );
    const payers = `refund:eip155:8453:payer:${payer.address.toLowerCase()}`;
    expect(lost > 0n).to.equal(true);
    expect(await transactions.spent(payers, utcDay(Date.now()))).to.equal(lost);
    expect(refusal.body['errorCode']).to.equal('BUDGET_SPENT');
    expect(String(refusal.body['error'])).to.include(
      'engines whose payout the recipient can refuse are paused on eip155:8453 for today',
    );
  });

  async function trusting(): Promise<Keypair> {
    const friend = await stellar.friend();
    await stellar.send(friend, [Operation.changeTrust({ asset: stellar.usdc })]);
    return friend;
  }

  async function send({ wallet }: Payer, recipient: string): Promise<string> {
    const { receipt } = await signAndSend(harness.client, wallet, requestTo(recipient));
    return textField(receipt, 'id');
  }
});

describe('many who buy lumens at one moment', () => {
  let harness: BeyondEvmHarness;
  before(async function () {
    const railSettings = { stellar: { maxExposureMicroUsd: '10000000' } };
    harness = await startBeyondEvm(this, { railSettings });
  });
  after(async () => {
    // Undefined where the tests were skipped.
    await (harness as BeyondEvmHarness | undefined)?.stop();
  });

  it('are together promised at most what the service may owe: two of five dollars within ten', async () => {
    const recipient = (await stellarClient(harness.stellar).friend()).publicKey();
    const bodies = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { wallet } = await freshPayer(harness, source, 5_000_000n);
        const asked = requestTo(recipient, { toToken: 'XLM' });
        return (await signOrder(harness.client, wallet, asked)).body;
      }),
    );
    await stopMining(harness.devnet, source);

    const answers = await Promise.all(
      bodies.map((body) =>
        harness.client.post('/api/route/execute', body).then(
          () => 'accepted',
          (error: unknown) => (error instanceof ServiceError ? error.body['errorCode'] : error),
        ),
      ),
    );
    await resumeMining(harness.devnet, source);

    expect(answers.filter((one) => one === 'accepted')).to.have.length(2);
    expect(answers.filter((one) => one !== 'accepted')).to.deep.equal(
      Array.from({ length: 4 }, () => 'INSUFFICIENT_FLOAT'),
    );
  });
});

function requestTo(toAddress: string, more: object = {}) {
  return {
    fromChain: String(source),
    toChain: 'stellar',
    fromToken: 'USDC',
    toToken: 'USDC',
    amount: '5000000',
    toAddress,
    ...more,
  };
}
