import type { JsonRecord } from '@interline/cli';
import { nativeAddress } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { Interface } from 'ethers';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';
import { moneyOf } from '../support/engine-money.ts';
import {
  destination,
  type EngineTransfer,
  mendEngine,
  newTransfer,
  sentUnits,
  source,
  startTransfer,
} from '../support/engine-transfer.ts';
import { faultyNode, type FaultyNode } from '../support/faulty-node.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { until } from '../support/until.ts';

/** Transfers are overdue soon, and looked at often. */
const policy = { overdueAfterMs: 1_500, refundRetryMs: 200, retryAfterMs: 100 };

const dln = new Interface([
  'function deBridgeGate() view returns (address)',
  'function setGlobalFixedNativeFee(uint256)',
  'function owner() view returns (address)',
  'function fulfillOrder((uint64,bytes,uint256,bytes,uint256,uint256,bytes,uint256,bytes,bytes,bytes,bytes,bytes,bytes),uint256,bytes32,bytes,address) payable',
  'event SentOrderCancel((uint64,bytes,uint256,bytes,uint256,uint256,bytes,uint256,bytes,bytes,bytes,bytes,bytes,bytes) order, bytes32 orderId, bytes cancelBeneficiary, bytes32 submissionId)',
  'event ClaimedOrderCancel(bytes32 orderId, address beneficiary, uint256 paidAmount, address giveTokenAddress)',
]);

const fulfillOrder = dln.getFunction('fulfillOrder')?.selector ?? expect.fail();

interface PooledTransaction {
  readonly hash: string;
  readonly from: string;
  readonly input: string;
}

for (const batching of [[], [source, destination]])
  describe(`a deBridge order that no taker fills${batching.length === 0 ? '' : ', where transactions are merged'}`, () => {
    let harness: EngineHarness;
    let node: FaultyNode;
    let takesTransactions = true;
    before(async function () {
      if (!(await hasEngines())) this.skip();
      harness = await startEngineHarness({
        policy,
        batching,
        rpcUrls: async ({ chains }) => {
          const { rpcUrl } = chains.find(({ chainId }) => chainId === destination) ?? expect.fail();
          node = await faultyNode(rpcUrl, (methods) =>
            !takesTransactions && methods.includes('eth_sendRawTransaction') ? 'refuse' : 'none',
          );
          return { [destination]: [node.url] };
        },
      });
      // The takers have what they pay with from then on.
      const { id } = await begun('not-found-then-found');
      expect(await endOfRoute(harness.client, id)).to.include({ status: 'DONE' });
      await allBalanced();
    });
    afterEach(async () => {
      takesTransactions = true;
      if (harness !== undefined) await resumeMining(harness.devnet, destination);
    });
    after(async () => {
      await harness?.stop();
      await node?.stop();
    });

    it('is cancelled when it is overdue, and the payer gets all of it back from the source', async () => {
      const before = await balances();
      const { transfer, id } = await begun('stuck');

      const end = await endOfRoute(harness.client, id);

      expect([end.status, end.stage]).to.deep.equal(['FAILED', 'REFUNDED']);
      expect(await moneyOf(harness, transfer)).to.include({ payer: sentUnits, recipient: 0n });
      expect(await cancels()).to.equal(1);
      expect((await purposesOf(id)).slice(-2 - batching.length / 2)).to.deep.equal([
        'call destination mined',
        // What a call in a multicall took is not told from its receipt.
        ...(batching.length === 0 ? [] : ['approve source mined']),
        'refund source mined',
      ]);
      await allBalanced();
      const grown = await grownSince(before);
      // Nothing is owed, earned or lost in dollars; what the cancel carried is a cost of the rail.
      expect(grown('USDC')).to.deep.equal({});
      const { value, gas } = await recallOf(id);
      expect(grown('ETH')[`rail-costs/${destination}`]).to.equal(value);
      expect(grown('ETH')[`gas/${destination}`] ?? 0n).to.equal(gas);
      expect(value > 1_000_000_000_000_000n).to.equal(true);
    });

    it('that is filled before its cancel is delivered, and the cancel costs only its gas', async () => {
      const before = await balances();
      const { transfer, id } = await begun('stuck', () => stopMining(harness.devnet, destination));
      await until('the cancel', async () =>
        (await transactionsOf(id)).some(
          (one) => one.chain === `eip155:${destination}` && one.state === 'open' && one.slot >= 0,
        ),
      );
      takesTransactions = false;
      await mendEngine(harness, transfer);
      const fill = await until('the fill in the pool', async () =>
        (await pool()).find(({ input }) => input.startsWith(fulfillOrder)),
      );
      for (const { from, hash } of await pool())
        if (from !== fill.from)
          await chainRpc(harness.devnet, destination, 'anvil_dropTransaction', [hash]);
      await mine(harness.devnet, destination);
      expect((await moneyOf(harness, transfer)).recipient > 0n).to.equal(true);
      takesTransactions = true;
      await resumeMining(harness.devnet, destination);

      const end = await endOfRoute(harness.client, id);

      expect([end['status'], end['stage']]).to.deep.equal(['DONE', 'DELIVERED']);
      expect((await purposesOf(id)).filter((one) => one.includes('destination'))).to.deep.equal([
        'call destination reverted',
      ]);
      await allBalanced();
      const grown = await grownSince(before);
      expect(grown('ETH')[`rail-costs/${destination}`]).to.equal(undefined);
      expect(grown('USDC')[`owed-by-engines/${source}`]).to.equal(undefined);
      expect(grown('USDC')[`owed-to-payers/${source}`]).to.equal(undefined);
    });

    it('waits for the operator while its cancel costs more than the ceiling, and goes back once it does not', async () => {
      await setGateFee(10n ** 18n);
      const { transfer, id } = await begun('stuck');
      await until('the desk', async () => (await statusOf(id))['stage'] === 'OVERDUE');
      await new Promise((resolve) => setTimeout(resolve, 1_000));

      const waiting = await purposesOf(id);
      const desk = JSON.stringify(await asked('/operator/desk'));
      await setGateFee(10n ** 15n);
      const end = await endOfRoute(harness.client, id);

      expect(waiting.filter((one) => one.includes('destination'))).to.deep.equal([]);
      expect(desk).to.contain(`route ${id}`);
      expect([end['status'], end['stage']]).to.deep.equal(['FAILED', 'REFUNDED']);
      expect((await moneyOf(harness, transfer)).payer).to.equal(sentUnits);
      await allBalanced();
    });

    it('and is called fulfilled by an engine that lies still goes back', async () => {
      const { transfer, id } = await begun('lying-done');

      const end = await endOfRoute(harness.client, id);

      expect([end['status'], end['stage']]).to.deep.equal(['FAILED', 'REFUNDED']);
      expect(await moneyOf(harness, transfer)).to.include({ payer: sentUnits, recipient: 0n });
      await allBalanced();
    });

    /** What waits on the destination. */
    async function pool(): Promise<readonly PooledTransaction[]> {
      const content = await chainRpc(harness.devnet, destination, 'txpool_content');
      const { pending } = content as { pending: Record<string, Record<string, PooledTransaction>> }; // CAST: a node's pool, by sender and nonce.
      return Object.values(pending).flatMap((bySlot) => Object.values(bySlot));
    }

    async function begun(
      fault: string,
      meanwhile: () => Promise<unknown> = async () => undefined,
    ): Promise<{ readonly transfer: EngineTransfer; readonly id: string }> {
      const transfer = await newTransfer(harness, 'debridge', fault);
      const id = await startTransfer(harness, transfer);
      await until('the call', async () => (await purposesOf(id)).includes('call source mined'));
      await meanwhile();
      return { transfer, id };
    }

    function statusOf(id: string): Promise<JsonRecord> {
      return harness.client.get(`/api/route/status?id=${id}`);
    }

    function transactionsOf(id: string) {
      return harness.container.get(parts.store).reads.transactions.transactionsOf(id);
    }

    async function purposesOf(id: string): Promise<readonly string[]> {
      return (await transactionsOf(id)).map(
        ({ purpose, chain, state }) =>
          `${purpose} ${chain === `eip155:${source}` ? 'source' : 'destination'} ${state}`,
      );
    }

    /** Of the coin, what the cancel carried, and what its own transaction cost beside that. */
    async function recallOf(id: string): Promise<{ readonly value: bigint; readonly gas: bigint }> {
      const { reads } = harness.container.get(parts.store);
      const recall = (await transactionsOf(id)).find(
        (one) => one.chain === `eip155:${destination}`,
      );
      const carrier = recall?.multicall?.carried?.by;
      const carried =
        carrier === undefined ? recall : await reads.transactions.transaction(carrier);
      const step = (await reads.transfers.route(id))?.plan.steps[recall?.step ?? -1];
      return {
        value: step?.kind === 'call' ? step.value : 0n,
        gas: carried?.gasCost ?? 0n,
      };
    }

    async function cancels(): Promise<number> {
      const chain = harness.devnet.chains.find((one) => one.chainId === destination);
      const logs = await chainRpc(harness.devnet, destination, 'eth_getLogs', [
        {
          address: chain?.bridge,
          fromBlock: '0x0',
          topics: [dln.getEvent('SentOrderCancel')?.topicHash],
        },
      ]);
      return (logs as readonly unknown[]).length; // CAST: a node's logs.
    }

    async function setGateFee(fee: bigint): Promise<void> {
      const chain = harness.devnet.chains.find((one) => one.chainId === destination);
      const call = async (to: string | undefined, name: string) =>
        dln.decodeFunctionResult(
          name,
          String(
            await chainRpc(harness.devnet, destination, 'eth_call', [
              { to, data: dln.encodeFunctionData(name) },
              'latest',
            ]),
          ),
        )[0] as string; // CAST: an address.
      const [gate, from] = [
        await call(chain?.bridge, 'deBridgeGate'),
        await call(chain?.bridge, 'owner'),
      ];
      const data = dln.encodeFunctionData('setGlobalFixedNativeFee', [fee]);
      await chainRpc(harness.devnet, destination, 'eth_sendTransaction', [
        { from, to: gate, data, gas: '0x30d40' },
      ]);
    }

    function asked(path: string): Promise<JsonRecord> {
      return harness.client.get(path, { authorization: `Bearer ${harness.operatorToken}` });
    }

    /** Every holding of every chain equals the books. */
    async function allBalanced(): Promise<void> {
      const books = harness.container.get(parts.books);
      await until('books that equal the chains', async () => {
        const chains = await books.reconcile();
        if (chains.some(({ outcome }) => outcome !== 'judged')) return false;
        return (await books.readReconciliation()).every(({ deficit }) => deficit === 0n);
      });
    }

    /** By `kind/chain/symbol`, summed over holders. */
    async function balances(): Promise<ReadonlyMap<string, bigint>> {
      const sums = new Map<string, bigint>();
      for (const { kind, chain, symbol, token, units } of await harness.container
        .get(parts.books)
        .showBalances({})) {
        const key = `${token === nativeAddress ? 'ETH' : symbol}/${kind}/${chain.replace('eip155:', '')}`;
        sums.set(key, (sums.get(key) ?? 0n) + units);
      }
      return sums;
    }

    async function grownSince(
      before: ReadonlyMap<string, bigint>,
    ): Promise<(symbol: string) => Record<string, bigint>> {
      const after = await balances();
      return (symbol) =>
        Object.fromEntries(
          [...new Set([...before.keys(), ...after.keys()])]
            .filter((key) => key.startsWith(`${symbol}/`))
            .map(
              (key) =>
                [
                  key.slice(symbol.length + 1),
                  (after.get(key) ?? 0n) - (before.get(key) ?? 0n),
                ] as const,
            )
            .filter(([, units]) => units !== 0n),
        );
    }
  });
