import { parts } from '@interline/server';
import { type JsonRecord, textField } from '@interline/cli';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { type EngineHouse, hasEngines, startEngineHouse } from '../support/engine-house.ts';
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
    let house: EngineHouse;
    before(async function () {
      if (!(await hasEngines())) this.skip();
      house = await startEngineHouse({ chainIds: [source, destination], batching });
    });
    after(() => house?.stop());
    let reopen = async (): Promise<unknown> => undefined;
    afterEach(() => reopen());

    it('leaves the payer with everything when it fails the second time', async () => {
      const payer = await freshPayer(house, source, units);
      await house.misbehave('across', 'stuck', { recipient: payer.address });
      const { receipt } = await send(house, payer, {
        from: source,
        to: destination,
        units,
        excludeRails,
      });
      const id = textField(receipt, 'id');
      const call = await until('the call', async () =>
        (await house.container.get(parts.store).reads.transactions.effectsOf(id)).find(
          (one) => one.purpose === 'call' && one.state === 'mined',
        ),
      );
      await until('the stage SLOW_FILL', async () => (await statusOf(id))['stage'] === 'SLOW_FILL');
      const [envelope] = await house.container
        .get(parts.store)
        .reads.transactions.envelopesOf([call.batch?.carried?.by ?? call.id]);
      const target = call.batch?.call.to ?? envelope?.tx.to;

      // What the reorg takes is sent again at once, and must find the contract closed.
      await stopMining(house.devnet, source);
      await chainRpc(house.devnet, source, 'anvil_reorg', [1, []]);
      await closeDown(target);
      await resumeMining(house.devnet, source);

      const end = await until('an end', async () => {
        const now = await statusOf(id);
        return now['status'] !== 'BRIDGING' && now;
      });
      expect(end['status']).to.equal('FAILED');
      expect(await usdcBalance(house.devnet, source, payer.address)).to.equal(units);
    });

    it('and the pull with it refunds nothing that the payer took back meanwhile', async () => {
      const payer = await freshPayer(house, source, units);
      const { money, spender } = {
        money: house.container.get(parts.money),
        spender: house.container.get(parts.custody).account('spender'),
      };
      await house.misbehave('across', 'stuck', { recipient: payer.address });
      await house.devnet.faucet({
        chainId: source,
        token: 'USDC',
        to: spender,
        amount: 3n * units,
      });
      const before = await usdcBalance(house.devnet, source, spender);
      const { receipt } = await send(house, payer, {
        from: source,
        to: destination,
        units,
        excludeRails,
      });
      const id = textField(receipt, 'id');
      await until('the stage SLOW_FILL', async () => (await statusOf(id))['stage'] === 'SLOW_FILL');
      const effects = await money.store.reads.transactions.effectsOf(id);
      const call = effects.find((one) => one.purpose === 'call');
      const [envelope] = await money.store.reads.transactions.envelopesOf([call?.id ?? '']);
      const head = Number(await chainRpc(house.devnet, source, 'eth_blockNumber'));

      await stopMining(house.devnet, source);
      await chainRpc(house.devnet, source, 'anvil_reorg', [
        head - (effects[0]?.minedBlock ?? head) + 1,
        [],
      ]);
      await closeDown(call?.batch?.call.to ?? envelope?.tx.to);
      await spendElsewhere(house.devnet, source, payer, units);
      await resumeMining(house.devnet, source);

      const end = await until('an end', async () => {
        const now = await statusOf(id);
        return now['status'] !== 'BRIDGING' && now;
      });
      expect([end['status'], end['stage']]).to.deep.equal(['FAILED', 'NOT_PULLED']);
      expect(await usdcBalance(house.devnet, source, spender)).to.equal(before);
    });

    /** The engine's contract fails every call until the test is over. */
    async function closeDown(contract: string | undefined): Promise<void> {
      const code = await chainRpc(house.devnet, source, 'eth_getCode', [contract, 'latest']);
      await chainRpc(house.devnet, source, 'anvil_setCode', [contract, '0xfe']);
      reopen = () => chainRpc(house.devnet, source, 'anvil_setCode', [contract, code]);
    }

    function statusOf(id: string): Promise<JsonRecord> {
      return house.client.get(`/api/route/status?id=${id}`);
    }
  });
}
