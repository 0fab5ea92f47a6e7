import { textField } from '@interline/cli';
import { evmChain, type Hex } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { freshWallet } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, sign } from '../support/payer.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const [source, destination] = [8453, 42161];

describe('payouts of coin in a multicall that a reorg had mined before its account was delegated', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [source, destination], batching: [destination] });
  });
  after(() => harness.stop());

  it('end no route as done: it succeeded and did nothing, so each payer is given everything back', async () => {
    const float = harness.container.get(parts.evm).evmAccounts.float;
    const { reads } = harness.container.get(parts.store);
    const rpc = (method: string, params: readonly unknown[]) =>
      chainRpc(harness.devnet, destination, method, params);
    const payers = await Promise.all(
      Array.from({ length: 4 }, () => freshPayer(harness, source, 2_000_000n)),
    );
    const recipients = payers.map(() => freshWallet().address);
    const bodies = await Promise.all(
      payers.map((payer, index) =>
        sign(harness, payer, {
          from: source,
          to: destination,
          units: 2_000_000n,
          toCoin: true,
          recipient: recipients[index] ?? expect.fail(),
        }),
      ),
    );
    const heldBy = async (one: string) =>
      BigInt(String(await rpc('eth_getBalance', [one, 'latest'])));
    /** What is in flight, and its form where it carries several. */
    const inFlight = async (): Promise<{
      readonly id: string;
      readonly hash: string | null;
    } | null> => {
      const open = await reads.transactions.openMulticall(evmChain(destination), float);
      if (open === null) return null;
      const forms = await reads.transactions.signedTransactionsOf([open.id]);
      return { id: open.id, hash: forms.find(({ tx }) => tx.to === float)?.hash ?? null };
    };

    await stopMining(harness.devnet, destination);
    const receipts = await Promise.all(
      bodies.map(({ body }) => harness.client.post('/api/route/execute', body)),
    );
    const ids = receipts.map((receipt) => textField(receipt, 'id'));
    const mined = new Set<string>();
    const hash = await until('a multicall of several payouts', async () => {
      const found = await inFlight();
      const payouts = (await Promise.all(ids.map((id) => reads.transactions.transactionsOf(id))))
        .flat()
        .filter(({ purpose }) => purpose === 'payout');
      // A lone one, once: a further block might take the multicall that comes behind it.
      if (found?.hash === null && !mined.has(found.id) && payouts.length === ids.length) {
        mined.add(found.id);
        await mine(harness.devnet, destination);
      }
      return found?.hash ?? null;
    });
    await until(
      'the multicall in the pool',
      async () => (await rpc('eth_getTransactionByHash', [hash])) !== null,
    );
    const code = await rpc('eth_getCode', [float, 'latest']);
    await rpc('anvil_setCode', [float, '0x']);
    await mine(harness.devnet, destination);
    await rpc('anvil_setCode', [float, code]);
    // CAST: anvil's own shape.
    const { status } = (await rpc('eth_getTransactionReceipt', [hash])) as { readonly status: Hex };
    const after = await Promise.all(recipients.map(heldBy));
    await resumeMining(harness.devnet, destination);
    const ends = await Promise.all(ids.map((id) => endOfRoute(harness.client, id)));
    const shares = await Promise.all(
      payers.map(async (payer, index) => [
        ends[index]?.['status'],
        (await heldBy(recipients[index] ?? '')) > 0n,
        await usdcBalance(harness.devnet, source, payer.address),
      ]),
    );

    // The first payout may have gone out alone, before others came to be merged with.
    const unpaid = after.map((units) => units === 0n);
    expect([status, unpaid.filter((one) => one).length > 1]).to.deep.equal(['0x1', true]);
    expect(shares).to.deep.equal(
      unpaid.map((isUnpaid) => (isUnpaid ? ['FAILED', false, 2_000_000n] : ['DONE', true, 0n])),
    );
  });
});
