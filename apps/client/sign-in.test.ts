import { expect } from 'chai';
import { asSession, signIn } from './sign-in.ts';

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const wallet = {
  getAddress: async () => address,
  signMessage: async (text: string) => `signed ${text}`,
};
const nowMs = Date.UTC(2026, 10, 27, 6);
const begun = { token: 'sess_1' };

describe('signing in', () => {
  it('has the wallet sign a message for the origin that the caller names', async () => {
    const { client, sent } = service('0'.repeat(32));

    const session = await signIn(client, wallet, {
      origin: 'https://app.example:8443',
      chainId: 8453,
      scopes: ['account.read', 'hooks'],
      nowMs,
    });

    const message = [
      'app.example:8443 wants you to sign in with your Ethereum account:',
      address,
      '',
      'Show me the routes that this wallet paid for. This moves nothing and costs nothing.',
      '',
      'URI: https://app.example:8443',
      'Version: 1',
      'Chain ID: 8453',
      `Nonce: ${'0'.repeat(32)}`,
      'Issued At: 2026-11-27T06:00:00.000Z',
      'Expiration Time: 2026-11-27T07:00:00.000Z',
      'Resources:',
      '- urn:interline:scope:account.read',
      '- urn:interline:scope:hooks',
    ].join('\n');
    expect(session).to.deep.equal(begun);
    expect(sent).to.deep.equal([
      ['POST /api/account/nonce', {}],
      ['POST /api/account/session', { body: { message, signature: `signed ${message}` } }],
    ]);
    expect(asSession('sess_1')).to.deep.equal({ headers: { authorization: 'Bearer sess_1' } });
  });

  it("writes the address of a browser's wallet with its checksum", async () => {
    const { client } = service('0'.repeat(32));
    const asked: unknown[] = [];
    const provider = {
      async request(call: { readonly method: string; readonly params?: readonly unknown[] }) {
        asked.push(call);
        return call.method === 'personal_sign' ? '0x01' : [address.toLowerCase()];
      },
    };

    await signIn(client, provider, { origin: 'https://app.example', chainId: 1, nowMs });

    const [, signed] = asked as { params: [string, string] }[]; // CAST: as it was asked.
    const [hex = '', by] = signed?.params ?? [];
    expect(Buffer.from(hex.slice(2), 'hex').toString().split('\n')[1]).to.equal(address);
    expect(by).to.equal(address);
  });

  it('signs nothing that a service slips into its nonce', async () => {
    const { client, sent } = service('00000000\nURI: https://bank.example');

    const thrown: unknown = await signIn(client, wallet, {
      origin: 'https://app.example',
      chainId: 1,
    }).catch((error: unknown) => error);

    expect(thrown).to.be.instanceOf(TypeError);
    expect(sent).to.have.length(1);
  });
});

function service(nonce: string) {
  const sent: (readonly [string, unknown])[] = [];
  const call = async (name: string, asked: unknown): Promise<unknown> => {
    sent.push([name, asked]);
    return name === 'POST /api/account/nonce'
      ? { nonce, domain: 'bank.example', uri: 'https://bank.example', expiresAt: 1 }
      : begun;
  };
  return { client: { call } as never, sent }; // CAST: the two operations that it asks.
}
