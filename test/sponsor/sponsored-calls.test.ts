import { expect } from 'chai';
import { Contract, Interface, JsonRpcProvider } from 'ethers';
import { parts } from '@interline/server';
import { chainRpc } from '../support/chain-rpc.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import type { Harness } from '../support/harness.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { booksOf, ended, gatheringHarness, sentBy } from './sponsor-scene.ts';
import {
  approveCall,
  chainId,
  sponsoredPayer,
  type SponsoredPayer,
  transferCall,
} from './sponsored-payer.ts';

const nft = new Interface([
  'function transferFrom(address from, address to, uint256 id)',
  'function ownerOf(uint256 id) view returns (address)',
]);
const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108';
const delegate = '0xe6Cae83BdE06E4c305530e199D7217f42808555B';

/** On a real local chain of the Prague rules; viem signs, and we include. */
describe('calls that are sent at our cost', () => {
  let harness: Harness;
  let together: Awaited<ReturnType<typeof gatheringHarness>>['together'];
  before(async () => {
    ({ harness, together } = await gatheringHarness());
  });
  after(() => harness.stop());

  const codeAt = (address: string) =>
    chainRpc(harness.devnet, chainId, 'eth_getCode', [address, 'latest']);
  const coinOf = (address: string) =>
    chainRpc(harness.devnet, chainId, 'eth_getBalance', [address, 'latest']);
  const funded = async (): Promise<SponsoredPayer> => {
    const payer = await sponsoredPayer(harness);
    await payer.fund();
    return payer;
  };
  const aTransfer = (payer: SponsoredPayer, units = 1_000n) => [
    { to: payer.usdc, data: transferCall(freshAddress() as `0x${string}`, units) },
  ];

  it('are named with their chains, EntryPoint, delegate and fee tokens', async () => {
    const payer = await sponsoredPayer(harness);

    const { chains } = await payer.api.call('GET /api/sponsor/info', {});

    expect(chains).to.deep.equal({
      8453: {
        entryPoint,
        delegate,
        delegateCodeHash: '0xcc7b633aef4b2543cb8f37522adf1a401f910f0f6b2430c1eecc11f401ccfcf3',
        feeTokens: payer.chain.tokens
          .filter(({ symbol }) => symbol === 'USDC')
          .map(({ address, symbol, decimals }) => ({ address, symbol, decimals })),
      },
    });
  });

  it('move an NFT and approve a token from a wallet without coin, for a fee in dollars', async () => {
    const payer = await funded();
    const [recipient, spender] = [freshAddress(), freshAddress() as `0x${string}`];
    const pass = payer.chain.memberNft as `0x${string}`;
    const id = BigInt(
      await harness.devnet
        .faucet({ chainId, token: 'member', to: payer.address, amount: 1n })
        .then(() => lastPassOf(pass)),
    );
    const calls = [
      {
        to: pass,
        data: nft.encodeFunctionData('transferFrom', [
          payer.address,
          recipient,
          id,
        ]) as `0x${string}`,
      },
      { to: payer.usdc, data: approveCall(spender, 7_000n) },
    ];
    const before = await usdcBalance(harness.devnet, chainId, payer.relayer);

    const prepared = await payer.prepare(calls, { allowApprove: true });
    const accepted = await payer.execute(await payer.sign(prepared, calls));
    const call = await ended(payer, accepted.id);

    const fee = BigInt(prepared.fee.amount);
    expect(call).to.deep.include({
      kind: 'calls',
      chainId,
      status: 'INCLUDED',
      innerError: null,
      userOpHash: prepared.userOpHash,
      fee: prepared.fee,
    });
    expect(prepared.simulation.balanceChanges).to.deep.equal([
      { token: prepared.fee.token, amount: `-${fee}` },
    ]);
    expect(await ownerOfPass(pass, id)).to.equal(recipient);
    expect(await usdcBalance(harness.devnet, chainId, payer.relayer)).to.equal(before + fee);
    expect(await usdcBalance(harness.devnet, chainId, payer.address)).to.equal(5_000_000n - fee);
    expect(await coinOf(payer.address)).to.equal('0x0');
    expect(await coinOf(entryPoint)).to.equal('0x0');
    const { outcomes, deficits, fees, unclaimed } = await booksOf(harness);
    expect({ outcomes, deficits, fees, unclaimed }).to.deep.equal({
      outcomes: ['judged'],
      deficits: [],
      fees: { USDC: fee },
      unclaimed: {},
    });
  });

  it('need no second authorization once the account has the code', async () => {
    const payer = await funded();
    const first = aTransfer(payer);
    const { id } = await payer.execute(await payer.sign(await payer.prepare(first), first));
    await ended(payer, id);

    const calls = aTransfer(payer);
    const prepared = await payer.prepare(calls);
    const { id: second } = await payer.execute(await payer.sign(prepared, calls));

    expect(prepared).to.include({ delegated: true }).and.not.have.property('authorization');
    expect((await ended(payer, second)).status).to.equal('INCLUDED');
  });

  it('cost less than the fee that was agreed', async () => {
    const payer = await funded();
    const calls = aTransfer(payer);
    const { id } = await payer.execute(await payer.sign(await payer.prepare(calls), calls));
    const { gasUsed, fee } = await ended(payer, id);
    const prices = harness.container.get(parts.price);
    const [coin] = harness.container.get(parts.tokens).on('eip155:8453' as never);
    const price = coin && (await prices.priceOf(coin, new AbortController().signal));
    if (!price) throw new Error('Base has no coin with a price');

    const spentMicroUsd = (BigInt(gasUsed ?? 0) * 1_000_000_000n * price.microUsd) / 10n ** 18n;

    expect(Number(fee?.amount)).to.be.above(Number(spentMicroUsd));
  });

  it('are one transaction if several come at once', async () => {
    const payers = await Promise.all(Array.from({ length: 5 }, funded));
    const bodies = await Promise.all(
      payers.map(async (payer) => {
        const calls = aTransfer(payer);
        return payer.sign(await payer.prepare(calls), calls);
      }),
    );
    const before = await sentBy(harness, payers[0]?.relayer ?? '');

    const accepted = await together(
      payers.map((payer, at) => () => payer.execute(bodies[at] as never)),
    );
    const calls = await Promise.all(
      payers.map((payer, at) => ended(payer, accepted[at]?.id ?? '')),
    );

    // The first goes alone, and what came while it was prepared goes together.
    const transactions = new Set(calls.map(({ txHash }) => txHash)).size;
    expect(calls.map(({ status }) => status)).to.deep.equal(Array(5).fill('INCLUDED'));
    expect(transactions).to.equal(2);
    expect((await sentBy(harness, payers[0]?.relayer ?? '')) - before).to.equal(transactions);
    const { deficits, unclaimed } = await booksOf(harness);
    expect({ deficits, unclaimed }).to.deep.equal({ deficits: [], unclaimed: {} });
  });

  it('are each held to their own part of a transaction, however much the others in it do', async () => {
    const payers = await Promise.all(Array.from({ length: 3 }, funded));
    const bodies = await Promise.all(
      payers.map(async (payer, at) => {
        const calls = Array.from({ length: at === 2 ? 15 : 1 }, () => aTransfer(payer)).flat();
        return payer.sign(await payer.prepare(calls), calls);
      }),
    );

    const accepted = await together(
      payers.map((payer, at) => () => payer.execute(bodies[at] as never)),
    );
    const calls = await Promise.all(
      payers.map((payer, at) => ended(payer, accepted[at]?.id ?? '')),
    );

    expect(calls.map(({ status }) => status)).to.deep.equal(['INCLUDED', 'INCLUDED', 'INCLUDED']);
    expect(calls[2]?.txHash).to.equal(calls[1]?.txHash);
  });

  it('are sent once, however often and from wherever the same is sent', async () => {
    const payer = await funded();
    const calls = aTransfer(payer);
    const one = await payer.prepare(calls);
    // Prepared twice while gas has one price, the same calls are one operation.
    const store = harness.container.get(parts.store);
    const kept = await store.reads.sponsor.sponsoredCall(one.id);
    if (kept === null) throw new Error('nothing was prepared');
    const other = `sp_${'0'.repeat(32)}`;
    await store.run('prepare', (tx) => tx.sponsor.insertSponsoredCall({ ...kept, id: other }));
    const before = await sentBy(harness, payer.relayer);
    const body = await payer.sign(one, calls);

    const answers = await Promise.allSettled([payer.execute(body), payer.execute(body)]);
    const { status, txHash } = await ended(payer, one.id);
    const again = await payer.execute(body);
    const elsewhere = await payer.execute({ ...body, id: other });

    expect(answers.some((answer) => answer.status === 'fulfilled')).to.equal(true);
    expect(again).to.include({ id: one.id, status, txHash });
    expect(elsewhere).to.include({ id: one.id, status: 'INCLUDED', txHash });
    expect(await sentBy(harness, payer.relayer)).to.equal(before + 1);
  });

  it('leave a nonce to one of two that have it', async () => {
    const payer = await funded();
    const [first, second] = [aTransfer(payer), aTransfer(payer)];
    const [one, other] = [await payer.prepare(first), await payer.prepare(second)];
    await payer.execute(await payer.sign(one, first));

    const late = await refusalOf(payer.execute(await payer.sign(other, second)));

    expect(late).to.deep.include({ status: 409 });
    expect(late.body).to.include({ errorCode: 'NONCE_TAKEN' });
    await ended(payer, one.id);
  });

  it('keep no signature once they have ended, and nothing of what was never signed', async () => {
    const payer = await funded();
    const calls = aTransfer(payer);
    const [used, unused] = [await payer.prepare(calls), await payer.prepare(calls)];
    await payer.execute(await payer.sign(used, calls));
    await ended(payer, used.id);
    const store = harness.container.get(parts.store);

    await store.run('prune', (tx) => tx.prune(Date.now() + 700_000));

    const kept = await store.reads.sponsor.sponsoredCall(used.id);
    expect(kept?.signed).to.equal(null);
    expect(await store.reads.sponsor.sponsoredCall(unused.id)).to.equal(null);
  });

  it('are revoked for an account on its signature, at our cost, once a day', async () => {
    const payer = await funded();
    const calls = aTransfer(payer);
    const { id } = await payer.execute(await payer.sign(await payer.prepare(calls), calls));
    await ended(payer, id);
    const asked = { chainId, account: payer.address };
    const revoke = (body: object) =>
      payer.api.call('POST /api/sponsor/revoke', { body: body as never });

    const { authorization } = await revoke(asked);
    if (authorization === undefined) throw new Error('nothing is to be signed');
    const signed = await payer.authorize(authorization);
    const { call } = await revoke({ ...asked, authorization: signed });
    const revoked = await ended(payer, call?.id ?? '');
    const again = await revoke({ ...asked, authorization: signed });

    expect(authorization.address).to.equal(`0x${'00'.repeat(20)}`);
    expect(revoked).to.include({ kind: 'revocation', status: 'INCLUDED' });
    expect(revoked.fee).to.equal(null);
    expect(again.call?.id).to.equal(call?.id);
    expect(await codeAt(payer.address)).to.equal('0x');
    expect((await refusalOf(revoke(asked))).body).to.include({ errorCode: 'WRONG_STATE' });
  });

  const provider = () =>
    new JsonRpcProvider(
      harness.devnet.chains.find((one) => one.chainId === chainId)?.rpcUrl,
      chainId,
      { staticNetwork: true, cacheTimeout: -1 },
    );
  async function lastPassOf(pass: string): Promise<bigint> {
    const rpc = provider();
    const minted = new Contract(pass, ['function minted() view returns (uint256)'], rpc);
    const id = (await minted.getFunction('minted').staticCall()) as bigint;
    rpc.destroy();
    return id;
  }
  async function ownerOfPass(pass: string, id: bigint): Promise<string> {
    const rpc = provider();
    const owner = (await new Contract(pass, nft, rpc)
      .getFunction('ownerOf')
      .staticCall(id)) as string;
    rpc.destroy();
    return owner;
  }
});
