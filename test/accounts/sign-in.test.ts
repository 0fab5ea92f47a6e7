import {
  createEthersConfig,
  configure,
  SiweMessage as NewerMessage,
} from '@signinwithethereum/siwe';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { AbiCoder, concat, getCreate2Address, keccak256, type Wallet } from 'ethers';
import { SiweMessage } from 'siwe';
import { chainRpc } from '../support/chain-rpc.ts';
import { freshWallet } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { postgresOrSkip, type TestPostgres } from '../support/postgres.ts';
import { messageFor, nonceOf, postSession, signIn } from './sign-in.ts';

const base = 8453;
/** Code that answers any question with the magic value of ERC-1271. */
const takesAll = '0x631626ba7e60e01b5f5260205ff3';

describe('signing in', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [base, 42161] });
  });
  after(() => harness.stop());

  it('takes what siwe writes and its wallet signs', async () => {
    const wallet = freshWallet();
    const { domain, uri, nonce } = await nonceOf(harness.url);
    const message = new SiweMessage({
      domain,
      address: wallet.address,
      uri: `${uri}/account`,
      version: '1',
      chainId: base,
      nonce,
      expirationTime: inAnHour(),
      resources: ['urn:interline:scope:account.read', 'urn:interline:scope:hooks'],
    });
    const text = message.prepareMessage();
    const signature = await wallet.signMessage(text);

    const { status, body } = await postSession(harness.url, text, signature);
    const theirs = await message.verify({ signature, domain, nonce });

    expect(theirs.success).to.equal(true);
    expect([status, body]).to.deep.equal([
      200,
      {
        token: body['token'],
        address: wallet.address,
        chainId: base,
        scopes: ['account.read', 'hooks'],
        expiresAt: Date.parse(message.expirationTime ?? ''),
      },
    ]);
    expect(body['token']).to.match(/^sess_[0-9a-f]{64}$/);
  });

  it('takes what @signinwithethereum/siwe writes, with a scheme and all that is optional', async () => {
    configure(await createEthersConfig());
    const wallet = freshWallet();
    const { domain, uri, nonce } = await nonceOf(harness.url);
    const message = new NewerMessage({
      scheme: 'http',
      domain,
      address: wallet.address,
      statement: 'See my own routes.',
      uri,
      version: '1',
      chainId: base,
      nonce,
      issuedAt: new Date().toISOString(),
      notBefore: new Date(Date.now() - 1_000).toISOString(),
      expirationTime: inAnHour(),
      requestId: 'some-id',
      resources: ['https://app.example/terms', 'urn:interline:scope:account.read'],
    });
    const text = message.prepareMessage();
    const signature = await wallet.signMessage(text);

    const { status, body } = await postSession(harness.url, text, signature);
    const theirs = await message.verify({ signature, domain, nonce });

    expect(theirs.success).to.equal(true);
    expect([status, body['scopes']]).to.deep.equal([200, ['account.read']]);
  });

  it('is refused to the wallet of another key, and to a message that was changed after it was signed', async () => {
    const wallet = freshWallet();
    const text = await messageFor(harness.url, wallet.address);
    const signature = await wallet.signMessage(text);

    const other = await postSession(harness.url, text, await freshWallet().signMessage(text));
    const changed = await postSession(harness.url, text.replace('See my', 'See our'), signature);
    const taken = await postSession(harness.url, text, signature);

    expect([other.body['errorCode'], changed.body['errorCode'], taken.status]).to.deep.equal([
      'SIGNATURE_INVALID',
      'SIGNATURE_INVALID',
      200,
    ]);
  });

  it('takes no domain from the request: a message for another Host is not one of this service', async () => {
    const wallet = freshWallet();
    const { domain } = await nonceOf(harness.url);
    const text = (await messageFor(harness.url, wallet.address)).replaceAll(domain, 'evil.example');
    const answer = await fetch(`${harness.url}/api/account/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example' },
      body: JSON.stringify({ message: text, signature: await wallet.signMessage(text) }),
    });

    // CAST: an error body.
    expect(((await answer.json()) as { errorCode: string }).errorCode).to.equal('SIWE_INVALID');
  });

  it('accepts the key of a delegated account, the word of a contract, and that of one which is not deployed yet', async () => {
    const { devnet, url } = harness;
    const delegated = freshWallet();
    await chainRpc(devnet, base, 'anvil_setCode', [
      delegated.address,
      `0xef0100${'00'.repeat(20)}`,
    ]);
    const contract = freshWallet().address;
    await chainRpc(devnet, base, 'anvil_setCode', [contract, takesAll]);
    const undeployed = await undeployedWallet(harness);
    const said = async (address: string, signature: string): Promise<unknown> => {
      const { status, body } = await postSession(url, await messageFor(url, address), signature);
      return body['errorCode'] ?? status;
    };

    expect((await signIn(url, delegated)).address).to.equal(delegated.address);
    expect(await said(contract, '0x1234')).to.equal(200);
    expect(await said(undeployed.address, '0x1234')).to.equal('SIGNATURE_INVALID');
    expect(await said(undeployed.address, undeployed.signature)).to.equal(200);
    // The same factory deploys nothing at another address.
    expect(await said(freshWallet().address, undeployed.signature)).to.equal('SIGNATURE_INVALID');
    // Its wallet stands on no chain afterwards.
    expect(await chainRpc(devnet, base, 'eth_getCode', [undeployed.address, 'latest'])).to.equal(
      '0x',
    );
  });

  it('begins one session if two hundred requests use one nonce at once', async () => {
    expect(await atOnce(harness, freshWallet())).to.deep.equal({ 200: 1, NONCE_USED: 199 });
  });

  it('ends with the session: its token is good for nothing afterwards, and is nowhere in the store', async () => {
    const { token } = await signIn(harness.url, freshWallet());
    const end = (): Promise<Response> =>
      fetch(`${harness.url}/api/account/session`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      });
    const kept = await harness.container
      .get(parts.store)
      .reads.accounts.session(harness.container.get(parts.hashSecret)(token));

    const [first, second] = [await end(), await end()];

    expect(JSON.stringify(kept)).not.to.include(token);
    expect([first.status, second.status]).to.deep.equal([200, 401]);
  });
});

describe('signing in at instances that share a PostgreSQL', () => {
  let postgres: TestPostgres;
  let harness: Harness;
  before(async function () {
    postgres = await postgresOrSkip(this);
    harness = await startHarness({
      chainIds: [base],
      database: { url: postgres.url, schema: postgres.newSchema() },
    });
  });
  after(async () => {
    await harness?.stop();
    await postgres?.stop();
  });

  it('begins one session if two hundred requests use one nonce at once', async () => {
    expect(await atOnce(harness, freshWallet())).to.deep.equal({ 200: 1, NONCE_USED: 199 });
  });
});

/** How two hundred requests end that sign in with one message. */
async function atOnce(
  { url }: Pick<Harness, 'url'>,
  wallet: Wallet,
): Promise<Readonly<Record<string, number>>> {
  const text = await messageFor(url, wallet.address);
  const signature = await wallet.signMessage(text);
  const ask = async (): ReturnType<typeof postSession> => {
    const answer = await postSession(url, text, signature);
    // Two hundred at once are more than a slow store writes within its deadline.
    return answer.body['errorCode'] === 'STORE_DOWN' ? ask() : answer;
  };
  const answers = await Promise.all(Array.from({ length: 200 }, ask));
  const ends = Map.groupBy(answers, ({ status, body }) =>
    typeof body['errorCode'] === 'string' ? body['errorCode'] : String(status),
  );
  return Object.fromEntries([...ends].map(([end, all]) => [end, all.length]));
}

/** A wallet whose factory is there and deploys it by CREATE2, and a signature that contains it. */
async function undeployedWallet(
  harness: Harness,
): Promise<{ readonly address: string; readonly signature: string }> {
  // PUSH14 code, MSTORE, RETURN(18, 14)
  const initCode = `0x6d${takesAll.slice(2)}5f52600e6012f3`;
  const factory = freshWallet().address;
  // PUSH22 initCode, MSTORE, CREATE2(0, 10, 22, 0)
  await chainRpc(harness.devnet, base, 'anvil_setCode', [
    factory,
    `0x75${initCode.slice(2)}5f525f6016600a5ff500`,
  ]);
  const inner = AbiCoder.defaultAbiCoder().encode(
    ['address', 'bytes', 'bytes'],
    [factory, '0x', '0x1234'],
  );
  return {
    address: getCreate2Address(factory, `0x${'00'.repeat(32)}`, keccak256(initCode)),
    signature: concat([inner, `0x${'6492'.repeat(16)}`]),
  };
}

function inAnHour(): string {
  return new Date(Date.now() + 3_600_000).toISOString();
}
