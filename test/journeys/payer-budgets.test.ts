import { type JsonRecord, textField } from '@interline/cli';
import { asUnits } from '@interline/kernel';
import { expect } from 'chai';
import { endOfRoute } from '../support/end-of-route.ts';
import { executeFrom } from '../support/execute-from.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { spendElsewhere } from '../support/payer-transaction.ts';
import { freshPayer, type Payer, send, sign } from '../support/payer.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const base = 8453;
const arbitrum = 42161;
const transfer = { from: base, to: arbitrum, units: 400_000n };

describe('a payer with an approval whose pulls revert, sent from a new address each time,', () => {
  let harness: Harness;
  before(async () => {
    // Every address has a budget of its own, which its first revert exhausts.
    harness = await startHarness({
      chainIds: [base, arbitrum],
      policy: {
        revertBudget: asUnits(10n ** 20n),
        clientRevertBudget: asUnits(1n),
        payerRevertBudget: asUnits(1n),
      },
    });
  });
  after(() => harness.stop());

  it('costs the gas of one revert in ten tries, and no other payer waits for it', async () => {
    const approved = await freshPayer(harness, base, 1_000_000n);
    const { receipt } = await send(harness, approved, transfer);
    await endOfRoute(harness.client, textField(receipt, 'id'));

    const answers: JsonRecord[] = [];
    for (let host = 2; host <= 11; host += 1)
      answers.push(await triedFrom(`127.0.0.${host}`, approved));
    const other = await executedFrom('127.0.0.12', await freshPayer(harness, base, 1_000_000n));

    const [first, ...others] = answers;
    expect([first?.['status'], first?.['stage']]).to.deep.equal(['FAILED', 'NOT_PULLED']);
    expect(others.map((one) => one['errorCode'])).to.deep.equal(
      Array.from({ length: 9 }, () => 'BUDGET_SPENT'),
    );
    for (const { error, retryAfterMs } of others) {
      expect(error).to.contain(
        `pulls of the payer ${approved.address.toLowerCase()} are paused on eip155:8453 for today: too many reverted and the relayer paid their gas; try tomorrow`,
      );
      expect(Number(retryAfterMs)).to.be.within(1, 86_400_000);
    }
    expect(await endOfRoute(harness.client, textField(other, 'id'))).to.include({
      status: 'DONE',
    });
  });

  /** Accepted or refused; where it was accepted the payer spends the money before the pull. */
  async function triedFrom(localAddress: string, payer: Payer): Promise<JsonRecord> {
    const { devnet, client } = harness;
    const amount = 1_000_000n;
    await devnet.faucet({ chainId: base, token: 'USDC', to: payer.address, amount });
    await stopMining(devnet, base);
    const answer = await executedFrom(localAddress, payer);
    if (answer['id'] !== undefined)
      await spendElsewhere(devnet, base, payer, await usdcBalance(devnet, base, payer.address));
    await resumeMining(devnet, base);
    return answer['id'] === undefined ? answer : endOfRoute(client, textField(answer, 'id'));
  }

  async function executedFrom(localAddress: string, payer: Payer): Promise<JsonRecord> {
    const { body } = await sign(harness, payer, transfer);
    return (await executeFrom(harness, localAddress, body)).body;
  }
});
