import { textField } from '@interline/cli';
import { asUnits } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { setBlacklisted } from '../support/blacklist.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type EngineHarness, startEngineHarness } from '../support/engine-harness.ts';
import { engineNames } from '../support/engine-transfer.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { gasCosts } from '../support/gas-costs.ts';
import { freshPayer, type Payer, send } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const base = 8453;
const arbitrum = 42161;
const units = 20_000_000n;

describe("a recipient that an engine's destination token refuses", () => {
  let harness: EngineHarness;
  let recipient: string;

  before(async () => {
    harness = await startEngineHarness({ policy: { payerRevertBudget: asUnits(1n) } });
    recipient = freshAddress();
    await setBlacklisted(harness.devnet, arbitrum, recipient, true);
    await gasCosts(harness, base, 1n);
  });

  after(async () => {
    await harness.stop();
  });

  for (const engine of ['relay', 'debridge'])
    it(`gets its payer one transfer over ${engine} at any cost: what came back is charged with the coin that the call carried, and the next is refused for the day`, async () => {
      const payer = await freshPayer(harness, base, units);
      const coinBefore = await spendersCoin();

      const sent = await sendTo(payer, engine);
      const end = await endOfRoute(harness.client, textField(sent.receipt, 'id'));
      const lost = coinBefore - (await spendersCoin());
      const refused = await refusalOf(sendTo(payer, engine));

      expect(end).to.include({ status: 'FAILED', stage: 'REFUNDED' });
      expect(await usdcBalance(harness.devnet, base, payer.address)).to.equal(units);
      expect(await chargedTo(payer)).to.equal(lost);
      expect([refused.status, refused.body['errorCode']]).to.deep.equal([422, 'BUDGET_SPENT']);
    });

  function sendTo(payer: Payer, engine: string) {
    return send(harness, payer, {
      from: base,
      to: arbitrum,
      units,
      recipient,
      excludeRails: ['floatlane', ...engineNames.filter((one) => one !== engine)],
    });
  }

  /** All that the transfer cost leaves this account: the gas, and the engine's fee in coin. */
  async function spendersCoin(): Promise<bigint> {
    const spender = harness.container.get(parts.evm).evmAccounts.spender;
    return BigInt(
      String(await chainRpc(harness.devnet, base, 'eth_getBalance', [spender, 'latest'])),
    );
  }

  function chargedTo({ address }: Payer): Promise<bigint> {
    const { transactions } = harness.container.get(parts.store).reads;
    const today = new Date().toISOString().slice(0, 10);
    return transactions.spent(`refund:eip155:8453:payer:${address.toLowerCase()}`, today);
  }
});
