import { evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import type { Hex } from 'viem';
import { burner, lateBurner } from '../support/burner.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { sentBy } from '../sponsor/sponsor-scene.ts';
import { buyer, chainId, demandOf, facilitatorOf, keyOf, usdcOf } from './payments-scene.ts';
import { approve, permit2DemandOf } from './permit2-scene.ts';
import { payerOf, twoOwners } from './wallet-scene.ts';

const simple7702 = 'e6Cae83BdE06E4c305530e199D7217f42808555B';

/** Each by both methods: the token asks the wallet's code, or Permit2 does. */
const methods = [
  {
    ...{ method: 'eip3009', demanded: demandOf, notSigned: 'invalid_exact_evm_payload_signature' },
    dear: 'invalid_exact_evm_transaction_simulation_failed',
  },
  {
    ...{ method: 'permit2', demanded: permit2DemandOf, notSigned: 'invalid_permit2_signature' },
    dear: 'permit2_simulation_failed',
  },
] as const;

describe('payments of x402 from wallets with code', () => {
  let harness: Harness;
  let facilitator: ReturnType<typeof facilitatorOf>;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId] });
    facilitator = facilitatorOf(harness, await keyOf(harness));
  });
  after(() => harness.stop());

  const held = (address: string) => usdcBalance(harness.devnet, chainId, address);
  const sent = () =>
    sentBy(harness, harness.container.get(parts.custody).account(evmChain(chainId), 'spender'));
  /** One whose code is that, and takes any signature. */
  const coded = async (code: string) => {
    const address = freshAddress() as Hex; // CAST: of a wallet.
    await harness.devnet.faucet({
      ...{ chainId, token: usdcOf(harness), to: address, amount: 5_000_000n },
    });
    await approve(harness, address);
    await chainRpc(harness.devnet, chainId, 'anvil_setCode', [address, code]);
    return { address, pay: payerOf(address, async () => '0x1234') };
  };

  for (const { method, demanded, notSigned, dear } of methods)
    describe(`by ${method}`, () => {
      it('are made if its owners have signed, in as many bytes as it takes', async () => {
        const wallet = await twoOwners(harness);
        await approve(harness, wallet.address);
        const demand = demanded(harness);
        const payment = await wallet.pay(demand);

        const verdict = await facilitator.verify(payment, demand);
        const settled = await facilitator.settle(payment, demand);

        expect(String(payment.payload['signature'])).to.have.length(2 + 260);
        expect(verdict).to.deep.include({ isValid: true, payer: wallet.address });
        expect(settled.success).to.equal(true);
        expect(await held(demand.payTo)).to.equal(10_000n);
      });

      it('are refused if one of them has not', async () => {
        const wallet = await twoOwners(harness, { signers: 1 });
        await approve(harness, wallet.address);
        const demand = demanded(harness);

        const settled = await facilitator.settle(await wallet.pay(demand), demand);

        expect([settled.success, settled.errorReason]).to.deep.equal([false, notSigned]);
      });

      it('are made from an account that its key has delegated (EIP-7702)', async () => {
        const payer = await buyer(harness);
        await approve(harness, payer.address);
        const code = `0xef0100${simple7702}`;
        await chainRpc(harness.devnet, chainId, 'anvil_setCode', [payer.address, code]);
        const demand = demanded(harness);

        const settled = await facilitator.settle(await payer.pay(demand), demand);

        expect(settled.success).to.equal(true);
        expect(await held(demand.payTo)).to.equal(10_000n);
      });

      it('are refused while the wallet is not deployed, and made once it is, by the same bytes', async () => {
        const wallet = await twoOwners(harness, { isDeployed: false, isWrapped: true });
        const demand = demanded(harness);
        const payment = await wallet.pay(demand);
        const before = await sent();

        const verdict = await facilitator.verify(payment, demand);
        const refused = await facilitator.settle(payment, demand);
        await wallet.deploy();
        await approve(harness, wallet.address);
        const settled = await facilitator.settle(payment, demand);

        expect([verdict.isValid, verdict.invalidReason]).to.deep.equal([
          ...[false, 'eip6492_factory_not_allowed'],
        ]);
        expect(verdict.invalidMessage).to.match(/not deployed yet/);
        expect(refused).to.deep.include({
          ...{ success: false, errorReason: 'eip6492_factory_not_allowed', transaction: '' },
        });
        expect(settled.success).to.equal(true);
        expect((await sent()) - before).to.equal(1);
      });

      it('are refused if its code takes more gas than a payment may, and made if it takes less', async () => {
        const demand = demanded(harness);
        const [below, above] = await Promise.all(
          [5_000, 7_000].map((rounds) => coded(burner(rounds))),
        );
        if (below === undefined || above === undefined) throw new Error('there are two');
        const before = await sent();

        const refusedBy = await above.pay(demand);
        const verdict = await facilitator.verify(refusedBy, demand);
        const refused = await facilitator.settle(refusedBy, demand);
        const settled = await facilitator.settle(await below.pay(demand), demand);

        expect([verdict.isValid, verdict.invalidReason]).to.deep.equal([false, dear]);
        expect(verdict.invalidMessage).to.match(/250000 is the most/);
        expect([refused.success, refused.errorReason]).to.deep.equal([false, dear]);
        expect(settled.success).to.equal(true);
        expect((await sent()) - before).to.equal(1);
      });

      it('cost twice of what was seen at most if the code deceives the simulation, and count to the payer', async () => {
        const liar = await coded(lateBurner(30_000));
        const demand = demanded(harness);

        const failed = await facilitator.settle(await liar.pay(demand), demand);

        expect([failed.success, failed.errorReason]).to.deep.equal([
          ...[false, 'invalid_exact_evm_transaction_failed'],
        ]);
        const receipt = await chainRpc(harness.devnet, chainId, 'eth_getTransactionReceipt', [
          failed.transaction,
        ]);
        // What the loop wants is 780,000.
        expect(Number((receipt as { gasUsed: string }).gasUsed)).to.be.within(100_000, 300_000);
        const { id } = failed.extra as { readonly id: string }; // CAST: as documented.
        const { payments } = harness.container.get(parts.store).reads;
        expect((await payments.settlement(id))?.isCharged).to.equal(true);
      });
    });
});
