import { textField } from '@interline/cli';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { falseTransferLogger } from '../support/burner.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';

const base = 8453;
const arbitrum = 42161;

describe('a recipient of coin whose code logs transfers of its own token', () => {
  it('is paid, and the books contain nothing of that token', async () => {
    const harness = await startHarness({ chainIds: [base, arbitrum] });
    try {
      const recipient = `0x${'bad5'.repeat(10)}`;
      const { float } = harness.container.get(parts.evm).evmAccounts;
      const code = falseTransferLogger(float);
      await chainRpc(harness.devnet, arbitrum, 'anvil_setCode', [recipient, code]);
      const payer = await freshPayer(harness, base, 100_000n);

      const { receipt } = await send(harness, payer, {
        ...{ from: base, to: arbitrum, units: 100_000n, recipient, toCoin: true },
      });
      const end = await endOfRoute(harness.client, textField(receipt, 'id'));

      expect(end).to.include({ status: 'DONE' });
      const shown = await chainRpc(harness.devnet, arbitrum, 'eth_getTransactionReceipt', [
        end['destTx'],
      ]);
      const { logs } = shown as { readonly logs: readonly { readonly address: string }[] }; // CAST: a node's receipt.
      expect(logs.map(({ address }) => address)).to.deep.equal([recipient]);
      const tokens = (await harness.container.get(parts.books).showBalances({})).map(
        ({ token }) => token,
      );
      expect(tokens).not.to.include(recipient);
    } finally {
      await harness.stop();
    }
  });
});
