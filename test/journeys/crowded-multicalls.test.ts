import { type AccountRole, evmAddress, evmChain, type Transaction } from '@interline/kernel';
import { type JsonRecord, textField } from '@interline/cli';
import { parts } from '@interline/server';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, type Payer, send } from '../support/payer.ts';
import { until } from '../support/until.ts';
import { expect } from 'chai';

const source = 8453;
const destination = 42161;
const units = 1_000_000n;
const recipient = evmAddress(`0x${'cd'.repeat(20)}`);

/** Who waits where, and whom an honest one must not wait behind. */
interface Crowd {
  readonly chainId: number;
  readonly role: AccountRole;
  readonly purpose: 'pull' | 'payout';
}

for (const [sentence, crowd] of [
  [
    'pulls from an honest payer with the next multicall, behind 140 pulls of another',
    { chainId: source, role: 'spender', purpose: 'pull' },
  ],
  [
    'pays an honest recipient with the next multicall, behind 140 payouts to another',
    { chainId: destination, role: 'float', purpose: 'payout' },
  ],
] as const satisfies readonly (readonly [string, Crowd])[])
  describe(`an account that merges, crowded by ${crowd.purpose}s`, () => {
    let harness: Harness;
    before(async () => {
      harness = await startHarness({
        chainIds: [source, destination],
        batching: [crowd.chainId],
      });
    });
    after(() => harness.stop());

    it(sentence, async () => {
      // Twice what it sends: a pull that was mined may still count as under way.
      const crowding = await freshPayer(harness, source, 282n * units);
      const honest = await freshPayer(harness, source, units);
      // Leaves an allowance, so that each of the others is a pull alone.
      await endOfRoute(harness.client, textField(await sentTo(crowding, recipient), 'id'));
      await stopMining(harness.devnet, crowd.chainId);
      const receipts: JsonRecord[] = [];
      for (let sent = 0; sent < 140; sent += 1) receipts.push(await sentTo(crowding, recipient));
      await until('140 that wait', async () =>
        (await Promise.all(receipts.map(waitingOf))).every((one) => one !== undefined),
      );

      const receipt = await sentTo(honest, evmAddress(honest.address));
      await until('one more', () => waitingOf(receipt));
      const first = await openMulticall();
      await chainRpc(harness.devnet, crowd.chainId, 'evm_mine');
      await until('the next multicall', async () => {
        const open = await openMulticall();
        return open !== null && open !== first;
      });
      const slot = (await waitingOf(receipt))?.slot ?? -1;
      const others = await Promise.all(
        receipts.map(async (one) => (await waitingOf(one))?.slot ?? -1),
      );
      await resumeMining(harness.devnet, crowd.chainId);
      const end = await endOfRoute(harness.client, textField(receipt, 'id'));

      expect(slot).not.to.equal(-1);
      expect(others.filter((one) => one !== -1 && one <= slot)).to.have.length(2);
      expect(others.filter((one) => one === slot)).to.have.length(1);
      expect(end['status']).to.equal('DONE');
    });

    async function sentTo(payer: Payer, to: typeof recipient): Promise<JsonRecord> {
      const order = { from: source, to: destination, units, recipient: to };
      return (await send(harness, payer, order)).receipt;
    }

    const reads = () => harness.container.get(parts.store).reads.transactions;

    async function waitingOf(receipt: JsonRecord): Promise<Transaction | undefined> {
      const all = await reads().transactionsOf(textField(receipt, 'id'));
      return all.find(({ purpose }) => purpose === crowd.purpose);
    }

    /** The id of the one under way; null only between two. */
    async function openMulticall(): Promise<string | null> {
      const account = harness.container.get(parts.evm).evmAccounts[crowd.role];
      return (await reads().openMulticall(evmChain(crowd.chainId), account))?.id ?? null;
    }
  });
