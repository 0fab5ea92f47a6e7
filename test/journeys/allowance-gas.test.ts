import { textField, type JsonRecord } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import {
  allowanceTypedData,
  asUnits,
  evmAddress,
  type QuoteRequest,
  type Transaction,
} from '@interline/kernel';
import { scriptedQuote } from '@interline/plugins/testing';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { Interface } from 'ethers';
import { recordField } from '../support/record-field.ts';
import { burner, lateBurner, ownerAsking } from '../support/burner.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, type Payer, send, sign } from '../support/payer.ts';
import { stockRail } from '../support/stock-rail.ts';

const base = 8453;
const arbitrum = 42161;
const transfer = { from: base, to: arbitrum, units: 1_000_000n };
const largest = 2n ** 256n - 1n;

describe("the gas of a payer's EIP-2612 permit", () => {
  let devnet: Devnet;
  before(async () => {
    devnet = await startDevnet({ chainIds: [base, arbitrum], port: 0 });
    const implementation = `0x${'1c'.repeat(20)}`;
    const code = await chainRpc(devnet, base, 'eth_getCode', [usdc(), 'latest']);
    await chainRpc(devnet, base, 'anvil_setCode', [implementation, code]);
    await chainRpc(devnet, base, 'anvil_setCode', [usdc(), ownerAsking(implementation)]);
  });
  after(() => devnet.stop());

  it('is not spent if Permit2 may take enough already, whatever the body contains', async () => {
    await withHarness({}, async (harness) => {
      const payer = await freshPayer(harness, base, 2_000_000n);
      const first = await moved(harness, await bodyOf(harness, payer, largest));

      const second = await moved(harness, await bodyOf(harness, payer, largest));

      expect([first, second].map((sent) => sent.map(({ purpose }) => purpose))).to.deep.equal([
        ['allowance', 'pull'],
        ['pull'],
      ]);
    });
  });

  it('is charged to no plain payer', async () => {
    await withHarness({}, async (harness) => {
      const payer = await freshPayer(harness, base, 1_000_000n);

      const sent = await moved(harness, await bodyOf(harness, payer, largest));

      expect(sent.map(({ purpose }) => purpose)).to.deep.equal(['allowance', 'pull']);
      expect(await chargedTo(harness, payer)).to.equal(0n);
    });
  });

  it('is in the price of a payer that has not approved Permit2, and of no other', async () => {
    const asked: QuoteRequest[] = [];
    const rail = stockRail({
      quote: (request, way) => {
        asked.push(request);
        return { ok: true, value: scriptedQuote(request, { rail: way }) };
      },
    });
    await withHarness({ rails: [rail] }, async (harness) => {
      const payer = await freshPayer(harness, base, 2_000_000n);
      await endOfRoute(
        harness.client,
        textField((await send(harness, payer, transfer)).receipt, 'id'),
      );

      await sign(harness, payer, transfer);

      expect(asked.map(({ needsAllowance }) => needsAllowance)).to.deep.equal([true, undefined]);
    });
  });

  it('is charged above 100,000 if code of the payer burns it, and the token asks that code', async () => {
    await withHarness({}, async (harness) => {
      const payer = await freshPayer(harness, base, 2_000_000n);
      await giveCode(payer, burner(4_100));

      for (const _ of [1, 2]) {
        const before = await chargedTo(harness, payer);
        const sent = await moved(harness, await bodyOf(harness, payer, 1_000_000n));
        const charged = (await chargedTo(harness, payer)) - before;

        const { gasUsed, gasCost } = allowanceIn(sent);
        expect(Number(gasUsed)).to.be.within(150_000, 200_000);
        expect(charged >= (gasCost * (gasUsed - 100_000n)) / gasUsed).to.equal(true);
      }
    });
  });

  for (const batching of [[], [base]])
    it(`is charged if that code burns it in a block and not in a simulation, ${batching.length === 0 ? 'alone' : 'in a multicall'}`, async () => {
      await withHarness({ batching }, async (harness) => {
        const payer = await freshPayer(harness, base, 1_000_000n);
        await giveCode(payer, lateBurner(1_500));

        const sent = await moved(harness, await bodyOf(harness, payer, 1_000_000n));

        const [gasUsed, gasCost, simulated] = [
          total(sent, (one) => one.gasUsed),
          total(sent, (one) => one.gasCost),
          // A multicall pays the base once.
          batching.length === 0
            ? total(sent, (one) => one.simulated?.gas)
            : 21_000n + total(sent, (one) => one.simulated?.gasInMulticall),
        ];
        // 39,000 in each of the two, and what the simulation counted above the bytes.
        expect(Number(gasUsed - simulated)).to.be.within(30_000, 78_000);
        const least = (gasCost * (gasUsed - simulated)) / gasUsed;
        expect((await chargedTo(harness, payer)) >= least).to.equal(true);
      });
    });

  function usdc(): string {
    const chain = devnet.chains.find(({ chainId }) => chainId === base);
    return chain?.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? expect.fail();
  }

  function giveCode({ address }: Payer, code: string): Promise<unknown> {
    return chainRpc(devnet, base, 'anvil_setCode', [address, code]);
  }

  /** The execute body of the transfer with a signed EIP-2612 permit for that much. */
  async function bodyOf(harness: Harness, payer: Payer, value: bigint): Promise<JsonRecord> {
    const { body } = await sign(harness, payer, transfer);
    const permit2 = recordField(body, 'permit2');
    const deadline = BigInt(String(permit2['deadline']));
    const nonces = new Interface(['function nonces(address) view returns (uint256)']);
    const data = nonces.encodeFunctionData('nonces', [payer.address]);
    const nonce = await chainRpc(devnet, base, 'eth_call', [{ to: usdc(), data }, 'latest']);
    const { domain, types, message } = allowanceTypedData(
      base,
      { address: usdc(), name: 'USD Coin', version: '2' },
      evmAddress(payer.address),
      value,
      BigInt(String(nonce)),
      deadline,
    );
    const signature = await payer.wallet.signTypedData(
      domain,
      { Permit: [...(types['Permit'] ?? [])] },
      message,
    );
    const allowance = {
      kind: 'eip2612',
      value: value.toString(),
      deadline: deadline.toString(),
      signature,
    };
    return { ...body, permit2: { ...permit2, allowance } };
  }

  /** What was sent on the source once the transfer is over. */
  async function moved(harness: Harness, body: JsonRecord): Promise<readonly Transaction[]> {
    const id = textField(await harness.client.post('/api/route/execute', body), 'id');
    expect(await endOfRoute(harness.client, id)).to.include({ status: 'DONE' });
    const { transactions } = harness.container.get(parts.store).reads;
    return (await transactions.transactionsOf(id)).filter(({ chain }) => chain === 'eip155:8453');
  }

  function allowanceIn(sent: readonly Transaction[]) {
    const allowance = sent.find(({ purpose }) => purpose === 'allowance');
    const { gasUsed, gasCost } = allowance ?? expect.fail('no allowance was sent');
    if (gasUsed === null || gasCost === null) return expect.fail('it is not mined');
    return { gasUsed, gasCost };
  }

  function total(
    sent: readonly Transaction[],
    figureOf: (one: Transaction) => bigint | null | undefined,
  ): bigint {
    return sent.reduce((sum, one) => sum + (figureOf(one) ?? 0n), 0n);
  }

  async function chargedTo(harness: Harness, { address }: Payer): Promise<bigint> {
    const { transactions } = harness.container.get(parts.store).reads;
    const today = new Date().toISOString().slice(0, 10);
    const spent = await Promise.all(
      ['revert', 'code-revert'].map((kind) =>
        transactions.spent(`${kind}:eip155:8453:payer:${address.toLowerCase()}`, today),
      ),
    );
    return spent.reduce((sum, one) => sum + one, 0n);
  }

  async function withHarness(
    options: Parameters<typeof startHarness>[0],
    work: (harness: Harness) => Promise<void>,
  ): Promise<void> {
    const plenty = asUnits(10n ** 20n);
    const policy = {
      revertBudget: plenty,
      clientRevertBudget: plenty,
      payerRevertBudget: plenty,
    };
    const harness = await startHarness({ devnet, policy, ...options });
    try {
      await work(harness);
    } finally {
      await harness.stop();
    }
  }
});
