import { setTimeout } from 'node:timers/promises';
import { evmAddress, evmChain, type Hex } from '@interline/domain';
import { parts } from '@interline/compose';
import { followRoute, textField } from '@interline/cli';
import { expect } from 'chai';
import { setBlacklisted } from '../support/blacklist.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { type House, startHouse } from '../support/house.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, type Payer, send, sign } from '../support/payer.ts';
import { transferCount } from '../support/transfer-count.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const source = 8453;
const destination = 42161;
const units = 1_000_000n;

describe('batches', () => {
  let house: House;
  before(async () => { house = await startHouse({ chainIds: [source, destination], batching: [source, destination] }); });
  after(() => house.stop());

  it('merge the pulls and the payouts of routes that come at once, each delivered to the unit', async () => {
    const payers = await Promise.all(Array.from({ length: 20 }, () => approvedPayer()));
    const bodies = await Promise.all(payers.map((payer) => sign(house, payer, { from: source, to: destination, units })));
    const [pullsBefore, payoutsBefore] = [await nonceOf('spender', source), await nonceOf('float', destination)];

    const receipts = await Promise.all(bodies.map(({ body }) => house.client.post('/api/route/execute', body)));
    const ends = await Promise.all(receipts.map((receipt) => followRoute(house.client, textField(receipt, 'id'), () => undefined, 15_000)));

    expect(ends.filter((end) => end['status'] === 'DONE')).to.have.length(20);
    expect(await Promise.all(payers.map((payer) => usdcBalance(house.devnet, destination, payer.address)))).to.deep.equal(payers.map(() => 999_200n));
    expect(await nonceOf('spender', source) - pullsBefore).to.be.below(20);
    expect(await nonceOf('float', destination) - payoutsBefore).to.be.below(20);
    expect(new Set(ends.map((end) => end['srcTx'])).size).to.equal(await nonceOf('spender', source) - pullsBefore);
  });

  it('leave the other routes of a mined batch whole when one of them fails in it', async () => {
    const [first, unlucky, ...others] = await Promise.all(Array.from({ length: 7 }, () => approvedPayer()));
    if (first === undefined || unlucky === undefined) throw new Error('there are no payers');
    const bodies = await Promise.all([first, unlucky, ...others].map((payer) => sign(house, payer, { from: source, to: destination, units })));
    await chainRpc(house.devnet, source, 'evm_setAutomine', [false]);
    const receipts = [await house.client.post('/api/route/execute', bodies[0]?.body ?? {})];
    const alone = await openBatch(null);
    receipts.push(...await Promise.all(bodies.slice(1).map(({ body }) => house.client.post('/api/route/execute', body))));
    await chainRpc(house.devnet, source, 'evm_mine');
    const batch = await openBatch(alone);
    await emptied(unlucky);
    await chainRpc(house.devnet, source, 'evm_setAutomine', [true]);
    await chainRpc(house.devnet, source, 'evm_mine');

    const ends = await Promise.all(receipts.map((receipt) => followRoute(house.client, textField(receipt, 'id'), () => undefined, 15_000)));

    expect(ends.map((end) => end['status'])).to.deep.equal(['DONE', 'FAILED', 'DONE', 'DONE', 'DONE', 'DONE', 'DONE']);
    expect(ends[1]).to.include({ stage: 'NOT_PULLED' }).and.to.have.nested.property('failure.errorCode', 'PULL_REVERTED');
    const hashes = (await house.container.get(parts.reader).envelopesOf([batch])).map((one) => one.hash);
    expect(ends.slice(2).filter((end) => hashes.includes(textField(end, 'srcTx') as Hex))).to.have.length(5); // CAST: a receipt's hash.
  });

  it('pay a recipient of two routes twice, in two batches: the logs of one could not be told apart', async () => {
    const payers = await Promise.all([approvedPayer(), approvedPayer()]);
    const recipient = evmAddress(`0x${'ab'.repeat(20)}`);

    const sent = await Promise.all(payers.map((payer) => send(house, payer, { from: source, to: destination, units, recipient })));
    const ends = await Promise.all(sent.map(({ receipt }) => followRoute(house.client, textField(receipt, 'id'), () => undefined, 15_000)));

    expect(ends.map((end) => end['status'])).to.deep.equal(['DONE', 'DONE']);
    expect(new Set(ends.map((end) => end['destTx'])).size).to.equal(2);
    expect(await usdcBalance(house.devnet, destination, recipient)).to.equal(1_998_400n);
  });

  it('return everything when the payout of one route cannot be made', async () => {
    const [payer, other] = await Promise.all([approvedPayer(), approvedPayer()]);
    const recipient = `0x${'cd'.repeat(20)}`;
    const bodies = [await sign(house, payer, { from: source, to: destination, units, recipient }), await sign(house, other, { from: source, to: destination, units })];
    await chainRpc(house.devnet, source, 'evm_setAutomine', [false]);
    const receipts = await Promise.all(bodies.map(({ body }) => house.client.post('/api/route/execute', body)));
    await setBlacklisted(house.devnet, destination, recipient, true);
    await chainRpc(house.devnet, source, 'evm_setAutomine', [true]);
    await chainRpc(house.devnet, source, 'evm_mine');

    const ends = await Promise.all(receipts.map((receipt) => followRoute(house.client, textField(receipt, 'id'), () => undefined, 15_000)));

    expect(ends.map((end) => [end['status'], end['stage']])).to.deep.equal([['FAILED', 'REFUNDED'], ['DONE', 'DELIVERED']]);
    expect(await usdcBalance(house.devnet, source, payer.address)).to.equal(units);
  });

  it('are mended after a reorg for those they paid, also when one succeeds that had failed', async () => {
    const [first, unlucky, other] = await Promise.all([approvedPayer(), approvedPayer(), approvedPayer()]);
    const recipient = `0x${'ce'.repeat(20)}`;
    const bodies = await Promise.all([sign(house, first, { from: source, to: destination, units }), sign(house, unlucky, { from: source, to: destination, units, recipient }), sign(house, other, { from: source, to: destination, units })]);
    await stopMining(house.devnet, destination);
    const receipts = [await house.client.post('/api/route/execute', bodies[0]?.body ?? {})];
    const alone = await openBatch(null, 'float', destination);
    receipts.push(...await Promise.all(bodies.slice(1).map(({ body }) => house.client.post('/api/route/execute', body))));
    await untilWaiting(2, 'float', destination);
    await chainRpc(house.devnet, destination, 'evm_mine');
    await openBatch(alone, 'float', destination);
    await setBlacklisted(house.devnet, destination, recipient, true);
    await resumeMining(house.devnet, destination);
    const ends = await Promise.all(receipts.map((receipt) => followRoute(house.client, textField(receipt, 'id'), () => undefined, 15_000)));

    const paidIn = (await house.container.get(parts.reader).effectsOf(textField(ends[2] ?? {}, 'id'))).find((one) => one.purpose === 'payout')?.minedBlock ?? 0;
    const head = Number(await chainRpc(house.devnet, destination, 'eth_blockNumber'));
    await chainRpc(house.devnet, destination, 'anvil_reorg', [head - paidIn + 1, []]);
    await setBlacklisted(house.devnet, destination, recipient, false);
    const missing = await usdcBalance(house.devnet, destination, other.address);

    expect([ends.map((end) => end['status']), missing]).to.deep.equal([['DONE', 'FAILED', 'DONE'], 0n]);
    await untilAgreed(destination);
    expect(await usdcBalance(house.devnet, destination, other.address)).to.equal(999_200n);
    const again = await Promise.all(receipts.map((receipt) => followRoute(house.client, textField(receipt, 'id'), () => undefined, 15_000)));
    expect(again.map((end) => end['status'])).to.deep.equal(['DONE', 'FAILED', 'DONE']);
    expect(await usdcBalance(house.devnet, source, unlucky.address)).to.equal(units);
  });

  it('keep the relayer\'s account its own: a stranger\'s call to it reverts', async () => {
    const spender = house.container.get(parts.custody).account('spender');
    const stranger = evmAddress(`0x${'ef'.repeat(20)}`);
    const data = `0x59c62fbe${'20'.padStart(64, '0')}${'0'.padStart(64, '0')}`;

    const outcome = await chainRpc(house.devnet, source, 'eth_call', [{ from: stranger, to: spender, data }, 'latest']).catch((error: unknown) => String(error));

    expect(outcome).to.match(/revert/);
    expect(await chainRpc(house.devnet, source, 'eth_call', [{ from: spender, to: spender, data }, 'latest'])).to.equal('0x');
  });

  /** Approved beforehand, so that one effect is one pull. */
  async function approvedPayer(): Promise<Payer> {
    const payer = await freshPayer(house, source, units);
    await approve(payer);
    return payer;
  }

  async function approve({ address }: Payer): Promise<void> {
    const permit2 = '000000000022d473030f116ddee9f6b43ac78ba3';
    await asAccount(address, tokenOn(source), `0x095ea7b3${permit2.padStart(64, '0')}${'f'.repeat(64)}`);
  }

  async function emptied({ address }: Payer): Promise<void> {
    await asAccount(address, tokenOn(source), `0xa9059cbb${'1'.padStart(64, '0')}${units.toString(16).padStart(64, '0')}`, '0x174876e800');
  }

  async function asAccount(address: string, to: string, data: string, gasPrice?: string): Promise<void> {
    await chainRpc(house.devnet, source, 'anvil_impersonateAccount', [address]);
    await chainRpc(house.devnet, source, 'anvil_setBalance', [address, '0xde0b6b3a7640000']);
    await chainRpc(house.devnet, source, 'eth_sendTransaction', [{ from: address, to, data, gas: '0x30d40', ...(gasPrice === undefined ? {} : { maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice }) }]);
  }

  function tokenOn(chainId: number): string {
    return house.devnet.chains.find((one) => one.chainId === chainId)?.tokens.find((token) => token.symbol === 'USDC')?.address ?? '';
  }

  async function untilWaiting(count: number, role: 'spender' | 'float', chainId: number): Promise<void> {
    const account = house.container.get(parts.custody).account(role);
    for (let tries = 0; tries < 100; tries += 1) {
      if ((await house.container.get(parts.reader).unplacedEffects(evmChain(chainId), account, count)).length === count) return;
      await setTimeout(20);
    }
    throw new Error(`no ${count} effects waited in 2 s`);
  }

  /** Until every effect on the chain is in the block that the journal says. */
  async function untilAgreed(chainId: number): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      const watched = (await house.container.get(parts.reader).watchedEffects()).filter((one) => one.chain === evmChain(chainId));
      const blocks = await Promise.all(watched.map(async ({ minedHash }) => {
        const receipt = minedHash === null ? null : await chainRpc(house.devnet, chainId, 'eth_getTransactionReceipt', [minedHash]) as { readonly blockNumber: string } | null; // CAST: the node's own shape.
        return receipt === null ? null : Number(receipt.blockNumber);
      }));
      if (watched.every((one, index) => one.minedBlock !== null && one.minedBlock === blocks[index])) return;
      await setTimeout(100);
    }
    throw new Error('the journal did not come to agree with the chain in 10 s');
  }

  /** The batch that is out, once it is another one than that. */
  async function openBatch(other: string | null, role: 'spender' | 'float' = 'spender', chainId = source): Promise<string> {
    const account = house.container.get(parts.custody).account(role);
    for (let tries = 0; tries < 100; tries += 1) {
      const open = await house.container.get(parts.reader).openBatch(evmChain(chainId), account);
      if (open !== null && open.id !== other) return open.id;
      await setTimeout(20);
    }
    throw new Error('no batch went out in 2 s');
  }

  async function nonceOf(role: 'spender' | 'float', chainId: number): Promise<number> {
    const account = house.container.get(parts.custody).account(role);
    return house.container.get(parts.custody).accountNonce(evmChain(chainId), account, new AbortController().signal);
  }

  it('count each pull and payout once in the chain\'s own logs', async () => {
    const float = house.container.get(parts.custody).account('float');
    const before = { pulls: await transferCount(house.devnet, source, { to: float }), payouts: await transferCount(house.devnet, destination, { from: float }) };
    const payer = await approvedPayer();

    const { receipt } = await send(house, payer, { from: source, to: destination, units });
    await followRoute(house.client, textField(receipt, 'id'), () => undefined, 15_000);

    expect(await transferCount(house.devnet, source, { to: float })).to.equal(before.pulls + 1);
    expect(await transferCount(house.devnet, destination, { from: float })).to.equal(before.payouts + 1);
  });
});
