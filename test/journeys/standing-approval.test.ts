import { textField } from '@interline/cli';
import {
  asAmount,
  asUnits,
  evmAddress,
  type EvmAddress,
  evmChain,
  type PlanStep,
} from '@interline/kernel';
import { scriptedManifest, scriptedSteps } from '@interline/plugins/testing';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { Interface } from 'ethers';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { stockRail } from '../support/stock-rail.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const source = 8453;
const destination = 42161;
const engine = evmAddress(`0x${'be'.repeat(20)}`);
const thief = evmAddress(`0x${'7e'.repeat(20)}`);
const token = new Interface([
  'function transferFrom(address,address,uint256)',
  'function allowance(address,address) view returns (uint256)',
]);

describe('an engine whose call succeeds and takes nothing', () => {
  let harness: Harness;
  let usdc: EvmAddress;
  let spender: EvmAddress;
  before(async () => {
    const rail = stockRail({
      manifest: scriptedManifest({ id: 'alpha', ways: ['alpha'] }),
      plan: { pullTo: 'spender', keeps: 'perishable' },
      steps: () => [approvingCall(), scriptedSteps.track()],
    });
    harness = await startHarness({
      chainIds: [source, destination],
      rails: [rail],
      policy: { overdueAfterMs: 1 },
    });
    const { container } = harness;
    usdc = evmAddress(
      container.get(parts.tokens).resolve(evmChain(source), 'USDC', 'token').address,
    );
    spender = container.get(parts.evm).evmAccounts.spender;
  });
  after(() => harness.stop());

  it('keeps its approval while its transfer may still be delivered', async () => {
    await transferIgnored();

    expect(await allowance()).to.equal(2_000_000n);
  });

  it('has no approval left once the operator gives the money back, which is the very money that it left', async () => {
    const { devnet } = harness;
    const { payer, id } = await transferIgnored();
    const before = await balances();

    await orderRefund(id);
    const end = await endOfRoute(harness.client, id);

    expect(end).to.include({ status: 'FAILED', stage: 'REFUNDED' });
    expect(await usdcBalance(devnet, source, payer)).to.equal(2_000_000n);
    expect(await allowance()).to.equal(0n);
    const now = await balances();
    expect([before.spender - now.spender, before.float - now.float]).to.deep.equal([
      2_000_000n,
      0n,
    ]);
    expect(await chargedToEngine()).to.equal(await gasOfRevocation(id));
  });

  it('and that takes it before the order leaves the refund to the float, and takes nothing of others after it', async () => {
    const { devnet } = harness;
    const { payer, id } = await transferIgnored();
    const before = await balances();
    await takesByItself(2_000_000n);

    await orderRefund(id);
    const end = await endOfRoute(harness.client, id);

    expect(end).to.include({ status: 'FAILED', stage: 'REFUNDED' });
    expect(await usdcBalance(devnet, source, payer)).to.equal(2_000_000n);
    expect(await allowance()).to.equal(0n);
    const now = await balances();
    expect([before.spender - now.spender, before.float - now.float]).to.deep.equal([
      2_000_000n,
      2_000_000n,
    ]);
  });

  function approvingCall(): PlanStep {
    return {
      kind: 'call',
      chain: evmChain(source),
      to: engine,
      data: '0x',
      value: asUnits(0n),
      handsOver: true,
      approve: { token: usdc, spender: engine, units: asAmount(2_000_000n) },
    };
  }

  /** Until the engine was called, has taken nothing, and the transfer waits for a person. */
  async function transferIgnored(): Promise<{ readonly payer: string; readonly id: string }> {
    await rpc('anvil_setCode', [engine, '0x00']);
    const payer = await freshPayer(harness, source, 2_000_000n);
    const transfer = { from: source, to: destination, units: 2_000_000n };
    const id = textField((await send(harness, payer, transfer)).receipt, 'id');
    await until('the call', async () =>
      (await transactionsOf(id)).some(
        ({ purpose, state }) => purpose === 'call' && state === 'mined',
      ),
    );
    const { transfers } = harness.container.get(parts.store).reads;
    await until('the wait', async () => (await transfers.route(id))?.stage === 'OVERDUE');
    return { payer: payer.address, id };
  }

  function orderRefund(id: string) {
    return harness.client.post(
      '/operator/refund',
      { id, undelivered: true, despiteEngine: true, reason: 'the engine delivered nothing' },
      { authorization: `Bearer ${harness.operatorToken}` },
    );
  }

  async function takesByItself(units: bigint): Promise<void> {
    const data = token.encodeFunctionData('transferFrom', [spender, thief, units]);
    await rpc('anvil_setCode', [engine, '0x']);
    await rpc('anvil_setBalance', [engine, '0xde0b6b3a7640000']);
    await rpc('anvil_impersonateAccount', [engine]);
    await rpc('eth_sendTransaction', [{ from: engine, to: usdc, gas: '0x30d40', data }]);
    await rpc('evm_mine', []);
    await rpc('anvil_stopImpersonatingAccount', [engine]);
  }

  async function allowance(): Promise<bigint> {
    const data = token.encodeFunctionData('allowance', [spender, engine]);
    return BigInt(String(await rpc('eth_call', [{ to: usdc, data }, 'latest'])));
  }

  async function balances(): Promise<{ readonly spender: bigint; readonly float: bigint }> {
    const float = harness.container.get(parts.evm).evmAccounts.float;
    return {
      spender: await usdcBalance(harness.devnet, source, spender),
      float: await usdcBalance(harness.devnet, source, float),
    };
  }

  function transactionsOf(id: string) {
    return harness.container.get(parts.store).reads.transactions.transactionsOf(id);
  }

  async function gasOfRevocation(id: string): Promise<bigint | null | undefined> {
    return (await transactionsOf(id)).findLast(({ purpose }) => purpose === 'approve')?.gasCost;
  }

  function chargedToEngine(): Promise<bigint> {
    const { transactions } = harness.container.get(parts.store).reads;
    const today = new Date().toISOString().slice(0, 10);
    return transactions.spent('call-revert:eip155:8453:engine:alpha', today);
  }

  function rpc(method: string, params: readonly unknown[]) {
    return chainRpc(harness.devnet, source, method, params);
  }
});
