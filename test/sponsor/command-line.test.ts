import { expect } from 'chai';
import { Contract, JsonRpcProvider } from 'ethers';
import { freshAddress, freshWallet } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { runInterline } from '../support/run-interline.ts';

describe('the command line of a wallet without coin', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [8453, 42161] });
  });
  after(() => harness.stop());

  const base = () => {
    const chain = harness.devnet.chains.find(({ chainId }) => chainId === 8453);
    if (chain === undefined) throw new Error('the devnet does not run Base');
    return chain;
  };
  const interline = async (wallet: { readonly privateKey: string }, ...args: string[]) => {
    const env = { INTERLINE_KEY: wallet.privateKey, INTERLINE_URL: harness.url };
    const { code, out, err } = await runInterline([...args, '--json'], { env });
    return { code, err, said: out === '' ? {} : (JSON.parse(out) as Record<string, unknown>) }; // CAST: --json.
  };

  it('moves an NFT and approves a token by one batch, for a fee in USDC, and undelegates again', async () => {
    const wallet = freshWallet();
    const [recipient, spender] = [freshAddress(), freshAddress()];
    const { memberNft, tokens, rpcUrl } = base();
    const usdc = tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '';
    await interline(wallet, 'faucet', '--amount', '5');
    await interline(wallet, 'faucet', '--token', 'member');

    const sent = await interline(
      wallet,
      ...['sponsor', 'send', `nft:${memberNft}:1:${recipient}`],
      `approve:${usdc}:${spender}:7000`,
    );
    const status = await interline(wallet, 'sponsor', 'status', String(sent.said['id']));
    const revoked = await interline(wallet, 'sponsor', 'revoke');
    const info = await interline(wallet, 'sponsor', 'info');

    const provider = new JsonRpcProvider(rpcUrl, 8453, { staticNetwork: true });
    const owner: unknown = await new Contract(
      memberNft,
      ['function ownerOf(uint256) view returns (address)'],
      provider,
    ).getFunction('ownerOf')(1n);
    const allowance: unknown = await new Contract(
      usdc,
      ['function allowance(address,address) view returns (uint256)'],
      provider,
    ).getFunction('allowance')(wallet.address, spender);
    const coin = await provider.getBalance(wallet.address);
    const code = await provider.getCode(wallet.address);
    provider.destroy();
    expect({ code: sent.code, err: sent.err }).to.deep.equal({ code: 0, err: '' });
    expect(sent.said).to.include({ status: 'INCLUDED' });
    expect(status.said).to.deep.equal(sent.said);
    expect(revoked.said).to.include({ kind: 'revocation', status: 'INCLUDED' });
    expect(info.said['chains']).to.have.keys('8453', '42161');
    expect({ owner, allowance, coin, code }).to.deep.equal({
      owner: recipient,
      allowance: 7_000n,
      coin: 0n,
      code: '0x',
    });
  });

  it('moves money by two signatures as before, from an account that has the code now', async () => {
    const wallet = freshWallet();
    await interline(wallet, 'faucet', '--amount', '5');
    const made = await interline(
      wallet,
      ...['sponsor', 'send', '--chain', 'base', `transfer:USDC:${freshAddress()}:0.25`],
    );

    const moved = await interline(
      wallet,
      ...['send', '--from', '8453', '--to', '42161', '--amount', '2'],
    );

    expect(made.said).to.include({ status: 'INCLUDED' });
    expect({ code: moved.code, err: moved.err }).to.deep.equal({ code: 0, err: '' });
    expect(moved.said).to.include({ status: 'DONE' });
  });

  it('signs no approval in the bytes of a call, unless it is allowed', async () => {
    const wallet = freshWallet();
    const usdc = base().tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '';
    await interline(wallet, 'faucet', '--amount', '5');
    const spender = freshAddress().slice(2).padStart(64, '0');
    const approval = `call:${usdc}:0x095ea7b3${spender}${'1'.padStart(64, '0')}`;

    const refused = await interline(wallet, 'sponsor', 'send', approval);
    const allowed = await interline(wallet, 'sponsor', 'send', '--allow-approve', approval);

    expect(refused.code).to.not.equal(0);
    expect(refused.err).to.match(/rights over the account's assets/);
    expect(allowed.said).to.include({ status: 'INCLUDED' });
  });

  it('signs nothing that costs more than it may', async () => {
    const wallet = freshWallet();
    await interline(wallet, 'faucet', '--amount', '5');

    const { code, err } = await interline(
      wallet,
      ...['sponsor', 'send', '--most', '0.000001', `call:${freshAddress()}:0x`],
    );

    expect(code).to.equal(3);
    expect(err).to.match(/not signed: the fee is 0\.[0-9]+ USDC, and --most is 0\.000001 USDC/);
  });
});
