import { expect } from 'chai';
import { connect, pinned, switchChain, troubleOf } from './provider.ts';
import { type FoundWallet, listenForWallets } from './wallets.ts';

const account = '0x7F8Cb22De62D1c3BF0000000000000000000c3BF';
const other = '0x1111111111111111111111111111111111111111';

describe('wallets that announce themselves', () => {
  it('are each listed once, and only with an icon that is data', () => {
    const hall = new EventTarget();
    const found: FoundWallet[] = [];
    const announce = (detail: unknown): void =>
      void hall.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }));
    const provider = { request: async () => null };
    hall.addEventListener('eip6963:requestProvider', () =>
      announce({ info: { uuid: 'a', name: 'One', icon: 'data:image/svg+xml,x' }, provider }),
    );

    const stop = listenForWallets(hall, (wallet) => found.push(wallet));
    announce({ info: { uuid: 'a', name: 'One', icon: 'data:image/svg+xml,x' }, provider });
    announce({ info: { uuid: 'b', name: 'Two', icon: 'https://tracker.example/' }, provider });
    for (const wrong of [null, 1, {}, { info: {}, provider }, { info: { name: 'Three' } }])
      announce(wrong);
    stop();
    announce({ info: { uuid: 'c', name: 'Late' }, provider });

    expect(found.map(({ name, icon }) => [name, icon])).to.deep.equal([
      ['One', 'data:image/svg+xml,x'],
      ['Two', null],
    ]);
  });
});

describe('a wallet', () => {
  const walletOf = (answers: Readonly<Record<string, unknown>>) => ({
    asked: new Array<string>(),
    async request({ method }: { readonly method: string }) {
      this.asked.push(method);
      return answers[method];
    },
  });

  it('says in its codes what happened', () => {
    const kinds = [
      { code: 4001 },
      { code: 'ACTION_REJECTED' },
      { code: -32_603, message: 'MetaMask Tx Signature: User denied message signature.' },
      { code: -32_002, message: 'Already processing' },
      { code: 4902 },
      { code: -32_603, message: 'Unrecognized chain ID "0x2105".' },
      new TypeError('not signed: execute.amount is 6, and the transfer needs 5'),
      new Error('boom'),
      'boom',
    ].map((error) => troubleOf(error).kind);

    expect(kinds).to.deep.equal([
      'declined',
      'declined',
      'declined',
      'pending',
      'no-chain',
      'no-chain',
      'checked',
      'failed',
      'failed',
    ]);
  });

  it('signs for its own account only: one that was switched is asked for nothing', async () => {
    const wallet = walletOf({ eth_accounts: [other] });

    const outcome = await pinned(wallet, account)
      .request({ method: 'eth_signTypedData_v4' })
      .catch(troubleOf);

    expect(outcome).to.deep.equal({ kind: 'switched' });
    expect(wallet.asked).to.deep.equal(['eth_accounts']);
  });

  it('answers with the account that was pinned, whatever the case of its letters', async () => {
    const wallet = walletOf({ eth_accounts: [account.toLowerCase()] });

    expect(await pinned(wallet, account).request({ method: 'eth_requestAccounts' })).to.deep.equal([
      account,
    ]);
  });

  it('that says it switched and did not is not believed', async () => {
    const stays = walletOf({ eth_chainId: '0x1' });
    const goes = walletOf({ eth_chainId: '0x2105' });

    expect(await switchChain(stays, 8453).catch((error: unknown) => String(error))).to.match(
      /stayed/,
    );
    await switchChain(goes, 8453);
  });

  it('without an account is not connected', async () => {
    expect(await connect(walletOf({ eth_requestAccounts: [account] }))).to.equal(account);
    expect(
      await connect(walletOf({ eth_requestAccounts: [] })).catch((error: unknown) => String(error)),
    ).to.match(/no account/);
  });
});
