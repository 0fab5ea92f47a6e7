import { SignTypedDataVersion, signTypedData, type TypedMessage } from '@metamask/eth-sig-util';
import { type JsonRecord, textField } from '@interline/cli';
import { expect } from 'chai';
import { Wallet } from 'ethers';
import { privateKeyToAccount } from 'viem/accounts';
import { recordField } from '../support/record-field.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

type Members = { name: string; type: string }[];

/** What a wallet reads out of the text it is given. */
interface WalletData {
  readonly domain: Record<string, unknown>;
  readonly types: Record<string, Members> & { EIP712Domain: Members };
  readonly primaryType: string;
  readonly message: Record<string, unknown>;
}

type Sign = (key: `0x${string}`, text: string) => string | Promise<string>;

/** Each as its own documents say, given what the service answered and nothing else. */
const wallets: Readonly<Record<string, Sign>> = {
  "MetaMask's eth_signTypedData_v4": (key, text) =>
    signTypedData({
      privateKey: Buffer.from(key.slice(2), 'hex'),
      data: readBy<TypedMessage<Record<string, Members> & { EIP712Domain: Members }>>(text),
      version: SignTypedDataVersion.V4,
    }),
  viem: (key, text) =>
    privateKeyToAccount(key).signTypedData(
      readBy<Parameters<ReturnType<typeof privateKeyToAccount>['signTypedData']>[0]>(text),
    ),
  "ethers, which wants the domain's own type left out": (key, text) => {
    const {
      domain,
      types: { EIP712Domain: _own, ...types },
      message,
    } = readBy<WalletData>(text);
    return new Wallet(key).signTypedData(domain, types, message);
  },
};

const source = 8453;
const destination = 42161;
const units = 5_000_000n;

describe('what the service asks to be signed', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [source, destination] });
  });
  after(() => harness.stop());

  for (const [wallet, signWith] of Object.entries(wallets)) {
    it(`moves the money when it is signed by ${wallet}`, async () => {
      const { key, address, asked } = await askedBy();

      const body = await signedBody(asked, address, (text) => signWith(key, text));
      const { go, blockers } = await harness.client.post('/api/route/preflight', body);
      const receipt = await harness.client.post('/api/route/execute', body);
      const last = await endOfRoute(harness.client, textField(receipt, 'id'));

      expect([go, blockers]).to.deep.equal([true, []]);
      expect(last['status']).to.equal('DONE');
      expect(await usdcBalance(harness.devnet, destination, address)).to.equal(4_996_000n);
    });
  }

  it("is recognised when a wallet was given the types without the domain's own, and is not to be asked for again", async () => {
    const { key, address, asked } = await askedBy();
    const domainless: Sign = (_key, text) => {
      const {
        types: { EIP712Domain: _own, ...types },
        ...rest
      } = readBy<WalletData>(text);
      return (
        wallets["MetaMask's eth_signTypedData_v4"]?.(key, JSON.stringify({ ...rest, types })) ?? ''
      );
    };

    const body = await signedBody(asked, address, (text) => domainless(key, text));
    const { blockers } = await harness.client.post('/api/route/preflight', body);
    const { status, body: refusal } = await refusalOf(
      harness.client.post('/api/route/execute', body),
    );

    const reason =
      'the wallet signed an empty domain: its typed data had no EIP712Domain among the types';
    expect(blockers).to.deep.equal([
      {
        code: 'PERMIT_INVALID',
        error: reason,
        suggestedAction:
          'Give the wallet the whole signRequest.eip712 as it was answered, types.EIP712Domain included, and sign with the key of permit2.owner; another transfer needs a sign request of its own.',
      },
    ]);
    expect([status, refusal['errorCode'], refusal['error']]).to.deep.equal([
      422,
      'PERMIT_INVALID',
      reason,
    ]);
  });

  async function askedBy(): Promise<{
    readonly key: `0x${string}`;
    readonly address: string;
    readonly asked: JsonRecord;
  }> {
    const {
      wallet: { privateKey },
      address,
    } = await freshPayer(harness, source, units);
    const asked = await harness.client.post('/api/agent/do', {
      fromChain: source,
      toChain: destination,
      token: 'USDC',
      amount: units.toString(),
      fromAddress: address,
      toAddress: address,
    });
    return { key: privateKey as `0x${string}`, address, asked }; // CAST: ethers writes keys in hex.
  }
});

/** The execute body as the guide says, with both signatures. */
async function signedBody(
  asked: JsonRecord,
  owner: string,
  sign: (text: string) => string | Promise<string>,
): Promise<JsonRecord> {
  const signRequest = recordField(asked, 'signRequest');
  const allowance = recordField(signRequest, 'allowance');
  const { value, deadline } = recordField(recordField(allowance, 'eip712'), 'message');
  return {
    ...recordField(asked, 'execute'),
    live: true,
    permit2: {
      owner,
      permitted: { token: signRequest['tokenAddress'], amount: signRequest['amount'] },
      nonce: signRequest['nonce'],
      deadline: signRequest['deadline'],
      signature: await sign(JSON.stringify(signRequest['eip712'])),
      allowance: {
        kind: allowance['kind'],
        value,
        deadline,
        signature: await sign(JSON.stringify(allowance['eip712'])),
      },
    },
  };
}

// CAST: each library checks what it reads itself.
function readBy<T>(text: string): T {
  return JSON.parse(text) as T;
}
