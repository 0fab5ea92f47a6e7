import { asSession, createClient, signLink } from '@interline/client';
import { type Devnet, startDevnet } from '@interline/devnet';
import { type JsonRecord, type ServiceClient, textField } from '@interline/cli';
import { asUnits, permit2Address } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { Interface, MaxUint256, Wallet } from 'ethers';
import { fileURLToPath } from 'node:url';
import { messageFor, postSession, signIn } from '../accounts/sign-in.ts';
import { burner } from '../support/burner.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { freshWallet } from '../support/fresh-wallet.ts';
import { handNft } from '../support/hand-nft.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine } from '../support/mining.ts';
import { recordField } from '../support/record-field.ts';
import { send, sign } from '../support/payer.ts';

const stockDeployment = fileURLToPath(new URL('../../', import.meta.url));
const base = 8453;
const arbitrum = 42161;
/** As deep as no reorg of a devnet reaches. */
const finalDepth = 12;

const erc20 = new Interface(['function approve(address,uint256)']);
const nft = new Interface(['function minted() view returns (uint256)']);

describe('members', () => {
  let devnet: Devnet;
  let harness: Harness;
  let pass: string;
  before(async () => {
    devnet = await startDevnet({ chainIds: [base, arbitrum], port: 0 });
    harness = await startHarness({
      devnet,
      deployment: { dir: stockDeployment, settings: {}, include: ['floatlane'] },
    });
    pass = devnet.chains.find(({ chainId }) => chainId === base)?.memberNft ?? expect.fail();
  });
  after(async () => {
    await harness.stop();
    await devnet.stop();
  });

  const client = () => createClient({ baseUrl: harness.url });
  const member = (address: string) => client().call('GET /api/membership', { query: { address } });
  /** The id of a pass that is the wallet's from this block on. */
  async function passFor(to: string): Promise<bigint> {
    await devnet.faucet({ chainId: base, token: 'member', to, amount: 1n });
    const answer = await chainRpc(devnet, base, 'eth_call', [
      { to: pass, data: nft.encodeFunctionData('minted') },
      'latest',
    ]);
    return BigInt(String(answer));
  }
  async function oldPassFor(to: string): Promise<bigint> {
    const id = await passFor(to);
    await mine(devnet, base, finalDepth);
    return id;
  }
  const hand = (id: bigint, from: string, to: string): Promise<void> =>
    handNft({ devnet, chainId: base, collection: pass }, { id, from, to });
  async function approvePermit2(owner: string): Promise<void> {
    const { tokens = [] } = devnet.chains.find(({ chainId }) => chainId === base) ?? {};
    const to = tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? expect.fail();
    const data = erc20.encodeFunctionData('approve', [permit2Address, MaxUint256]);
    await chainRpc(devnet, base, 'anvil_impersonateAccount', [owner]);
    await chainRpc(devnet, base, 'anvil_setBalance', [owner, '0xde0b6b3a7640000']);
    await chainRpc(devnet, base, 'eth_sendTransaction', [{ from: owner, to, data }]);
    await mine(devnet, base);
  }
  /** Uses that much of the pass's day up. */
  async function spend(id: bigint, units: bigint): Promise<void> {
    const budget = `member:eip155:${base}:${pass.toLowerCase()}:${id}`;
    const spent = { budget, units: asUnits(units), limit: asUnits(20n), reason: 'a test' };
    await harness.container
      .get(parts.store)
      .run('spend', ({ transactions }) =>
        transactions.charge([spent], new Date().toISOString().slice(0, 10)),
      );
  }
  async function usageOf(wallet: Wallet) {
    const { token } = await signIn(harness.url, wallet);
    const { tokens } = await client().call('GET /api/membership/usage', {}, asSession(token));
    return tokens.map(({ tokenId, holder, used, left }) => ({ tokenId, holder, used, left }));
  }
  /** Sends 0.2 USDC to Arbitrum, and tells what was charged. */
  async function feeOf(wallet: Wallet): Promise<string> {
    await devnet.faucet({ chainId: base, token: 'USDC', to: wallet.address, amount: 200_000n });
    const transfer = { from: base, to: arbitrum, units: 200_000n };
    const { receipt } = await send(harness, { wallet, address: wallet.address }, transfer);
    const end = await endOfRoute(harness.client, textField(receipt, 'id'));
    expect(end['status']).to.equal('DONE');
    return textField(end, 'svcFee');
  }

  it('are named with the collections, their budgets and how long one must be held', async () => {
    const { items } = await client().call('GET /api/membership/collections', {});

    expect(items.map(({ chainId }) => chainId)).to.have.members([base, arbitrum]);
    expect(items[0]).to.deep.include({
      standard: 'ERC-721',
      name: 'Member Pass',
      budgetPerDay: 20,
      minHeldSeconds: 0,
    });
  });

  it('are the holders who have had a pass since a block that is final, and not a block sooner', async () => {
    const { address } = freshWallet();
    const none = await member(address);
    const id = await passFor(address);
    await mine(devnet, base, finalDepth - 1);
    const early = await member(address);
    await mine(devnet, base);
    const then = await member(address);

    expect(none).to.deep.equal({
      member: false,
      tokens: [],
      reason: 'the payer holds no recognised member NFT',
    });
    expect([early.member, early.reason]).to.deep.equal([
      false,
      'the payer holds no recognised member NFT; 1 of Member Pass arrived too recently; they count once final',
    ]);
    expect(
      then.tokens.map(({ chainId, collection, tokenId, holder }) => ({
        chainId,
        collection,
        tokenId,
        holder,
      })),
    ).to.deep.equal([
      {
        chainId: base,
        collection: pass.toLowerCase(),
        tokenId: id.toString(),
        holder: address.toLowerCase(),
      },
    ]);
  });

  it('lose the membership from the block on in which they give it away', async () => {
    const [first, second] = [freshWallet(), freshWallet()];
    const id = await oldPassFor(first.address);
    await hand(id, first.address, second.address);

    expect([
      (await member(first.address)).member,
      (await member(second.address)).member,
    ]).to.deep.equal([false, false]);
    await hand(id, second.address, first.address);
    // It was away: a holder who lends a pass does not have two at once.
    expect((await member(first.address)).member).to.equal(false);
  });

  it('move micro amounts for nothing, and the pass takes what is left of its day along', async () => {
    const [first, second] = [freshWallet(), freshWallet()];
    const id = await oldPassFor(first.address);
    const stranger = await feeOf(second);
    const free = await feeOf(first);
    const used = await usageOf(first);
    await hand(id, first.address, second.address);
    await mine(devnet, base, finalDepth);

    const [after, next] = [await usageOf(second), await usageOf(first)];

    expect([stranger, free]).to.deep.equal(['120', '0']);
    const tokenId = id.toString();
    expect([used, after, next]).to.deep.equal([
      [{ tokenId, holder: first.address.toLowerCase(), used: 1, left: 19 }],
      [{ tokenId, holder: second.address.toLowerCase(), used: 1, left: 19 }],
      [],
    ]);
  });

  it('have the last free transfer of a day once, of ten sent at once; the others pay what everybody pays, if they allow it', async () => {
    const wallet = freshWallet();
    const id = await oldPassFor(wallet.address);
    await devnet.faucet({ chainId: base, token: 'USDC', to: wallet.address, amount: 2_000_000n });
    const payer = { wallet, address: wallet.address };
    const transfer = { from: base, to: arbitrum, units: 200_000n };
    await approvePermit2(wallet.address);
    const signed = await Promise.all(
      Array.from({ length: 10 }, () =>
        sign({ client: ownPermits(harness.client) }, payer, transfer),
      ),
    );
    await spend(id, 19n);

    // Half of them allow for the fee to the unit, half for one unit less than it.
    const ends = await Promise.all(
      signed.map(({ body }, at) => {
        const minOut = at % 2 === 0 ? '199880' : '199881';
        return harness.client.post('/api/route/execute', { ...body, minOut }).then(
          ({ svcFee }) => ({ minOut, got: svcFee }),
          ({ body: refused }: { readonly body: JsonRecord }) => ({
            minOut,
            got: refused['errorCode'],
          }),
        );
      }),
    );

    expect(ends.filter(({ got }) => got === '0')).to.have.length(1);
    const others = ends.filter(({ got }) => got !== '0');
    expect(others.map(({ minOut, got }) => [minOut, got])).to.deep.equal(
      others.map(({ minOut }) => [minOut, minOut === '199880' ? '120' : 'BELOW_AGREED_OUTPUT']),
    );
    expect((await usageOf(wallet))[0]).to.include({ used: 20, left: 0 });
  });

  it('are refused before anything is pulled, if they signed for nothing less than all of it', async () => {
    const wallet = freshWallet();
    const id = await oldPassFor(wallet.address);
    await devnet.faucet({ chainId: base, token: 'USDC', to: wallet.address, amount: 200_000n });
    const transfer = { from: base, to: arbitrum, units: 200_000n };
    const { body } = await sign(harness, { wallet, address: wallet.address }, transfer);
    await spend(id, 20n);

    const refused = await harness.client.post('/api/route/execute', body).then(
      () => null,
      ({ body: said }: { readonly body: JsonRecord }) => said['errorCode'],
    );

    expect(refused).to.equal('BELOW_AGREED_OUTPUT');
    expect((await usageOf(wallet))[0]).to.include({ used: 20, left: 0 });
  });

  it('are wallets that a vault speaks for, until either ends it; the same statement is not taken twice', async () => {
    const [vault, hot] = [freshWallet(), freshWallet()];
    const id = await oldPassFor(vault.address);
    const link = await signLink(vault, { hot: hot.address, chainId: base });
    const own = asSession((await signIn(harness.url, hot)).token);
    const before = await member(hot.address);
    const linked = await client().call('POST /api/membership/link', { body: link }, own);
    const free = await feeOf(hot);

    expect([before.member, free]).to.deep.equal([false, '0']);
    expect(linked).to.deep.equal({
      vault: vault.address.toLowerCase(),
      hot: hot.address.toLowerCase(),
      onlyOn: null,
      expiresAt: link.expires * 1_000,
    });
    expect(await usageOf(hot)).to.deep.equal([
      { tokenId: id.toString(), holder: vault.address.toLowerCase(), used: 1, left: 19 },
    ]);
    const vaults = asSession((await signIn(harness.url, vault)).token);
    await client().call('DELETE /api/membership/link', { query: { wallet: hot.address } }, vaults);
    expect((await member(hot.address)).member).to.equal(false);
    expect(await codeOf(client().call('POST /api/membership/link', { body: link }, own))).to.equal(
      'LINK_INVALID',
    );
    expect(
      await codeOf(
        client().call('DELETE /api/membership/link', { query: { wallet: hot.address } }, vaults),
      ),
    ).to.equal('UNKNOWN_RECORD');
  });

  it('have a vault read once however many of its links they send, of which 32 are taken', async () => {
    const [vault, hot] = [freshWallet(), freshWallet()];
    await oldPassFor(vault.address);
    const own = asSession((await signIn(harness.url, hot)).token);
    const link = async (): Promise<unknown> => {
      const body = await signLink(vault, { hot: hot.address, chainId: base });
      return codeOf(client().call('POST /api/membership/link', { body }, own));
    };
    const taken: unknown[] = [];
    for (let sent = 0; sent < 33; sent += 1) taken.push(await link());

    expect(taken).to.deep.equal([...Array<string>(32).fill('it was taken'), 'LINK_INVALID']);
    expect(await usageOf(hot)).to.have.length(1);
    await client().call('DELETE /api/membership/link', { query: { wallet: vault.address } }, own);
    expect(await link()).to.equal('it was taken');
  });

  it('count by a vault that is a contract only on its own chain', async () => {
    const hot = freshWallet();
    const vault = `0x${'7a01'.repeat(10)}`;
    await chainRpc(devnet, base, 'anvil_setCode', [vault, burner(1)]);
    await oldPassFor(vault);
    await devnet.faucet({ chainId: arbitrum, token: 'member', to: vault, amount: 1n });
    await mine(devnet, arbitrum, finalDepth);
    const own = asSession((await signIn(harness.url, hot)).token);
    const body = {
      ...(await signLink(freshWallet(), { hot: hot.address, chainId: base })),
      vault,
    };

    const { onlyOn } = await client().call('POST /api/membership/link', { body }, own);

    expect(onlyOn).to.equal(base);
    expect((await member(hot.address)).tokens.map(({ chainId }) => chainId)).to.deep.equal([base]);
  });

  it('are not those who made a contract at the address that holds the pass on another chain, and link nothing to it', async () => {
    const wallet = freshWallet();
    await devnet.faucet({ chainId: arbitrum, token: 'member', to: wallet.address, amount: 1n });
    await mine(devnet, arbitrum, finalDepth);
    const ofKey = await feeOf(wallet);
    const vault = freshWallet();
    const link = await signLink(vault, { hot: wallet.address, chainId: base });
    await chainRpc(devnet, base, 'anvil_setCode', [wallet.address, burner(1)]);

    const ofContract = await feeOf(wallet);
    // Signed in by its code, which takes anything.
    const message = await messageFor(harness.url, wallet.address);
    const { body } = await postSession(harness.url, message, '0x1234');
    const session = asSession(textField(body, 'token'));

    expect([ofKey, ofContract]).to.deep.equal(['0', '120']);
    expect(
      await codeOf(client().call('POST /api/membership/link', { body: link }, session)),
    ).to.equal('LINK_INVALID');
    expect((await client().call('GET /api/membership/usage', {}, session)).tokens).to.deep.equal(
      [],
    );
  });

  it('are not those who send the word of a vault that the vault never gave', async () => {
    const [vault, hot, thief] = [freshWallet(), freshWallet(), freshWallet()];
    const session = asSession((await signIn(harness.url, thief)).token);
    const link = await signLink(vault, { hot: hot.address, chainId: base });
    const wrong = [
      // For another wallet than the one that signed in.
      link,
      { ...(await signLink(vault, { hot: thief.address, chainId: base })), chainId: arbitrum },
      // Of a chain that no node is asked of.
      { ...(await signLink(vault, { hot: thief.address, chainId: base })), chainId: 10 },
      await signLink(thief, { hot: thief.address, chainId: base }),
      await signLink(vault, { hot: thief.address, chainId: base, lifeSec: 0 }),
      await signLink(vault, { hot: thief.address, chainId: base, lifeSec: 400 * 86_400 }),
    ];

    for (const body of wrong)
      expect(await codeOf(client().call('POST /api/membership/link', { body }, session))).to.equal(
        'LINK_INVALID',
      );
    const good = await signLink(vault, { hot: thief.address, chainId: base });
    expect(await codeOf(client().call('POST /api/membership/link', { body: good }))).to.equal(
      'SESSION_EXPIRED',
    );
    await client().call('POST /api/membership/link', { body: good }, session);
  });
});

/**
 * Has permits signed under nonces of the payer's own choice: they are of no sign request, so that the body
 * itself says what is the least that must arrive.
 */
function ownPermits(client: ServiceClient): ServiceClient {
  return {
    ...client,
    async post(path, body, headers) {
      const said = await client.post(path, body, headers);
      const signRequest = recordField(said, 'signRequest');
      const eip712 = recordField(signRequest, 'eip712');
      const nonce = (BigInt(String(signRequest['nonce'])) + 100n).toString();
      const message = { ...recordField(eip712, 'message'), nonce };
      return { ...said, signRequest: { ...signRequest, nonce, eip712: { ...eip712, message } } };
    },
  };
}

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'it was taken',
    (error: { readonly errorCode?: unknown }) => error.errorCode,
  );
}
