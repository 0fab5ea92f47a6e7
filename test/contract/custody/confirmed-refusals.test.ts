import { batchExecutor, type EvmCustody } from '@interline/adapters/custody/evm';
import { asUnits, evmAddress, type SignedPermit } from '@interline/kernel';
import type { TransactionRequest } from '@interline/ports';
import { expect } from 'chai';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { changing, honest, misbehavingNode, type MisbehavingNode } from './misbehaving-node.ts';

const { signal } = new AbortController();
const confirmed = { confirmsRefusal: true };
const recipient = evmAddress(`0x${'42'.repeat(20)}`);
const stranger = evmAddress(`0x${'77'.repeat(20)}`);

describe('a refusal that would give a route up', () => {
  let scene: CustodyScene;
  let liar: MisbehavingNode;
  let two: EvmCustody;
  before(async () => {
    scene = await custodyScene();
    liar = await misbehavingNode(scene.rpcUrl);
    two = scene.over([liar.url, scene.rpcUrl]);
    await scene.give('USDC', two.evmAccounts.float, 5_000_000n);
    await scene.give('USDC', two.evmAccounts.spender, 5_000_000n);
    await scene.rpc('anvil_setCode', [two.batchExecutor, batchExecutor.deployedBytecode]);
  });
  beforeEach(() => liar.behave(honest));
  after(async () => {
    await scene.close();
    await liar.close();
  });

  const reverting = (method: string) =>
    changing(method, ({ id }) => ({ id, error: { code: 3, message: 'execution reverted' } }));
  const payout = (units: bigint): TransactionRequest => ({
    kind: 'payout',
    chain: scene.chain,
    token: scene.usdc,
    role: 'float',
    to: recipient,
    units: asUnits(units),
    purpose: 'payout',
  });
  const call = (units: bigint): TransactionRequest => ({
    kind: 'call',
    chain: scene.chain,
    to: scene.usdc,
    data: `0xa9059cbb${recipient.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`,
    value: asUnits(0n),
    brought: { token: scene.usdc, units: asUnits(700n) },
  });
  const outcomeOf = (asked: Promise<{ readonly ok: boolean; readonly code?: string }>) =>
    asked.then(
      ({ ok, code }) => (ok ? 'ok' : code),
      (error: { readonly code: string }) => error.code,
    );
  const prepared = (request: TransactionRequest, options?: typeof confirmed) =>
    outcomeOf(two.prepare(request, signal, options));

  it('is not one that only one of two nodes makes', async () => {
    liar.behave(reverting('eth_estimateGas'));

    expect([await prepared(payout(1n)), await prepared(payout(1n), confirmed)]).to.deep.equal([
      'SIMULATION_FAILED',
      'ok',
    ]);
  });

  it('is one that both make', async () => {
    expect(await prepared(payout(5_000_001n), confirmed)).to.equal('SIMULATION_FAILED');
    expect(await prepared(call(701n), confirmed)).to.equal('SIMULATION_FAILED');
  });

  it("waits if nodes disagree on a rail's call: what it takes is judged by the strictest", async () => {
    liar.behave(reverting('eth_call'));

    expect([await prepared(call(700n)), await prepared(call(700n), confirmed)]).to.deep.equal([
      'SIMULATION_FAILED',
      'CHAIN_UNREACHABLE',
    ]);
    liar.behave(honest);
    expect(await prepared(call(700n), confirmed)).to.equal('ok');
  });

  it('is not made by the clock of one of two nodes', async () => {
    const payer = await scene.payer(1_000_000n);
    const permit: SignedPermit = payer.permit({
      token: scene.usdc,
      spender: two.evmAccounts.spender,
      units: 1_000_000n,
      nonce: 7n,
      deadline: (await scene.now()) + 1_800n,
    });
    const late: SignedPermit = { ...permit, deadline: (await scene.now()) - 1n };
    const verified = (one: SignedPermit, options?: typeof confirmed) =>
      outcomeOf(two.verifyPermit(one, signal, options));
    liar.behave(
      changing('eth_getBlockByNumber', ({ id, result }) => ({
        id,
        // CAST: anvil's own shape.
        result: { ...(result as object), timestamp: '0xffffffff' },
      })),
    );

    expect([
      await verified(permit),
      await verified(permit, confirmed),
      await verified(late, confirmed),
    ]).to.deep.equal(['PERMIT_EXPIRED', 'ok', 'PERMIT_EXPIRED']);
  });

  it('leaves no payment out of a multicall on the word of one of two nodes', async () => {
    await scene.rpc('anvil_setCode', [
      two.evmAccounts.float,
      `0xef0100${two.batchExecutor.slice(2)}`,
    ]);
    const coin = (to: typeof recipient, value: bigint) => ({
      to,
      data: '0x' as const,
      value,
      gasLimit: 60_000n,
      maxFeeRate: 1n,
      tip: 1n,
    });
    const groups = [[coin(recipient, 1n)], [coin(stranger, 10n ** 30n)]];
    const formed = () => two.prepareMerged(scene.chain, 'float', groups, signal);

    liar.behave(reverting('eth_call'));

    expect((await formed()).failed).to.deep.equal([1]);
  });

  // Last: a node that failed rests.
  it('waits while the other node is silent', async () => {
    liar.behave(async () => 'reset');

    expect(await prepared(payout(5_000_001n), confirmed)).to.equal('CHAIN_UNREACHABLE');
  });
});
