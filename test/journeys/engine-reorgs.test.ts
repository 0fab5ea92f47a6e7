import { parts } from '@interline/server';
import { type JsonRecord, textField } from '@interline/cli';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { spendElsewhere } from '../support/payer-transaction.ts';
import { freshPayer, send } from '../support/payer.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const [source, destination] = [8453, 42161];
const units = 100_000_000n;
const excludeRails = ['lifi', 'relay', 'socket', 'debridge', 'symbiosis', 'stargate', 'oneclick'];

for (const batching of [[], [source]]) {
  describe(`a reorg that takes what was handed over to an engine${batching.length === 0 ? '' : ', where transactions are merged'}`, () => {
    let harness: EngineHarness;
    before(async function () {
      if (!(await hasEngines())) this.skip();
      harness = await startEngineHarness({ chainIds: [source, destination], batching });
    });
    after(() => harness?.stop());
    let reopen = async (): Promise<unknown> => undefined;
    afterEach(() => reopen());

    it('leaves the payer with everything when it fails the second time', async () => {
      const payer = await freshPayer(harness, source, units);
      await harness.misbehave('across', 'stuck', { recipient: payer.address });
      const { receipt } = await send(harness, payer, {
        from: source,
        to: destination,
        units,
        excludeRails,
      });
      const id = textField(receipt, 'id');
      const call = await until('the call', async () =>
        (await harness.container.get(parts.store).reads.transactions.transactionsOf(id)).find(
          (one) => one.purpose === 'call' && one.state === 'mined',
        ),
      );
      await until('the stage SLOW_FILL', async () => (await statusOf(id))['stage'] === 'SLOW_FILL');
      const [signedTransaction] = await harness.container
        .get(parts.store)
        .reads.transactions.signedTransactionsOf([call.multicall?.carried?.by ?? call.id]);
      const target = call.multicall?.call.to ?? signedTransaction?.tx.to;

      // What the reorg takes is sent again at once, and must find the contract closed.
      await stopMining(harness.devnet, source);
      await chainRpc(harness.devnet, source, 'anvil_reorg', [1, []]);
      await closeDown(String(target));
      await resumeMining(harness.devnet, source);

      const end = await until('an end', async () => {
        const now = await statusOf(id);
        return now['status'] !== 'BRIDGING' && now;
      });
      expect(end['status']).to.equal('FAILED');
      expect(await usdcBalance(harness.devnet, source, payer.address)).to.equal(units);
    });

    it('and the pull with it refunds nothing that the payer took back meanwhile', async () => {
      const payer = await freshPayer(harness, source, units);
      const { money, spender } = {
        money: harness.container.get(parts.transfer).ports,
        spender: harness.container.get(parts.evm).evmAccounts.spender,
      };
      await harness.misbehave('across', 'stuck', { recipient: payer.address });
      await harness.devnet.faucet({
        chainId: source,
        token: 'USDC',
        to: spender,
        amount: 3n * units,
      });
      const before = await usdcBalance(harness.devnet, source, spender);
      const { receipt } = await send(harness, payer, {
        from: source,
        to: destination,
        units,
        excludeRails,
      });
      const id = textField(receipt, 'id');
      await until('the stage SLOW_FILL', async () => (await statusOf(id))['stage'] === 'SLOW_FILL');
      const transactions = await money.store.reads.transactions.transactionsOf(id);
      const call = transactions.find((one) => one.purpose === 'call');
      const [signedTransaction] = await money.store.reads.transactions.signedTransactionsOf([
        call?.id ?? '',
      ]);
      const head = Number(await chainRpc(harness.devnet, source, 'eth_blockNumber'));

      await stopMining(harness.devnet, source);
      await chainRpc(harness.devnet, source, 'anvil_reorg', [
        head - (transactions[0]?.minedBlock ?? head) + 1,
        [],
      ]);
      await closeDown(String(call?.multicall?.call.to ?? signedTransaction?.tx.to));
      await spendElsewhere(harness.devnet, source, payer, units);
      await resumeMining(harness.devnet, source);

      const end = await until('an end', async () => {
        const now = await statusOf(id);
        return now['status'] !== 'BRIDGING' && now;
      });
      expect([end['status'], end['stage']]).to.deep.equal(['FAILED', 'NOT_PULLED']);
      expect(await usdcBalance(harness.devnet, source, spender)).to.equal(before);
    });

    /** The engine's contract fails every call until the test is over. */
    async function closeDown(contract: string | undefined): Promise<void> {
      const code = await chainRpc(harness.devnet, source, 'eth_getCode', [contract, 'latest']);
      await chainRpc(harness.devnet, source, 'anvil_setCode', [contract, '0xfe']);
      reopen = () => chainRpc(harness.devnet, source, 'anvil_setCode', [contract, code]);
    }

    function statusOf(id: string): Promise<JsonRecord> {
      return harness.client.get(`/api/route/status?id=${id}`);
    }
  });
}
