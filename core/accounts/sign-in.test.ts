import { evmAddress, evmChain, RelayError } from '@interline/kernel';
import { expect } from 'chai';
import type { SessionStore } from './repository.ts';
import { askNonce, signIn } from './sign-in.ts';
import type { Session } from './session.ts';
import { endSession, useSession } from './use-session.ts';

const base = evmChain(8453);
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const wallet = evmAddress(address.toLowerCase());
const ofKey = '0x01';
const ofCode = '0x02';
const { signal } = new AbortController();
const startMs = Date.UTC(2026, 10, 27, 6);
const minuteMs = 60_000;
const dayMs = 86_400_000;

describe('a wallet that signs in', () => {
  it('with its key is an account of every chain, and its token is stored as a hash alone', async () => {
    const scene = given();

    const { token, session } = await scene.signIn(await scene.message(), ofKey);

    expect(token).to.equal(`sess_${'ab'.repeat(32)}`);
    expect(session).to.deep.equal({
      tokenHash: `hash of ${token}`,
      account: { address: wallet, onlyOn: null },
      chain: base,
      scopes: ['account.read'],
      proof: null,
      mandateKey: null,
      createdAtMs: startMs,
      expiresAtMs: startMs + dayMs,
      checkedAtMs: startMs,
    });
    expect(scene.sessions).to.deep.equal([session]);
    expect(scene.questions).to.equal(0);
  });

  it('with its code is an account of the chain that the message names', async () => {
    const scene = given();
    const text = await scene.message();

    const { session } = await scene.signIn(text, ofCode);

    expect([session.account, session.proof]).to.deep.equal([
      { address: wallet, onlyOn: base },
      { text, signature: ofCode },
    ]);
  });

  it('is refused by the first thing that is wrong', async () => {
    const refused: readonly (readonly [string, (text: string) => string])[] = [
      ['SIWE_INVALID', (text) => `${text}\n`],
      ['SIWE_INVALID', (text) => text.replace('relay.example wants', 'evil.example wants')],
      ['SIWE_INVALID', (text) => text.replace('relay.example wants', 'relay.example:444 wants')],
      ['SIWE_INVALID', (text) => `http://${text}`],
      ['SIWE_INVALID', (text) => text.replace('URI: https://relay', 'URI: http://relay')],
      [
        'SIWE_INVALID',
        (text) => text.replace('URI: https://relay.example', 'URI: https://relay.example.evil'),
      ],
      ['SIWE_INVALID', (text) => text.replace(address, address.toLowerCase())],
      ['SIWE_INVALID', (text) => text.replace('Chain ID: 8453', 'Chain ID: 1')],
      ['SIWE_INVALID', (text) => text.replace('scope:account.read', 'scope:all')],
      ['SIWE_INVALID', (text) => text.replace('urn:interline:scope', 'urn:other:scope')],
      ['NONCE_USED', (text) => text.replace('Nonce: ', 'Nonce: 0')],
      ['SIGNATURE_INVALID', (text) => text],
    ];
    for (const [code, change] of refused) {
      const scene = given();
      const text = await scene.message();

      expect(await codeOf(scene.signIn(change(text), '0x03')), change(text)).to.equal(code);
      expect(scene.sessions).to.deep.equal([]);
    }
  });

  it('says when it was issued, at most five minutes from now, and expires within a day', async () => {
    const outcome = async (change: Parameters<Scene['message']>[0]): Promise<string> => {
      const scene = given();
      return codeOf(scene.signIn(await scene.message(change), ofKey));
    };

    expect(await outcome({ issuedAtMs: startMs - 5 * minuteMs })).to.equal('taken');
    expect(await outcome({ issuedAtMs: startMs - 5 * minuteMs - 1 })).to.equal('SIWE_INVALID');
    expect(await outcome({ issuedAtMs: startMs + 5 * minuteMs })).to.equal('taken');
    expect(await outcome({ issuedAtMs: startMs + 5 * minuteMs + 1 })).to.equal('SIWE_INVALID');
    expect(await outcome({ lifeMs: dayMs })).to.equal('taken');
    expect(await outcome({ lifeMs: dayMs + 1 })).to.equal('SIWE_INVALID');
    expect(await outcome({ lifeMs: 1 })).to.equal('taken');
    expect(await outcome({ lifeMs: 0 })).to.equal('SIWE_INVALID');
    expect(await outcome({ lifeMs: null })).to.equal('SIWE_INVALID');
    expect(await outcome({ notBeforeMs: startMs })).to.equal('taken');
    expect(await outcome({ notBeforeMs: startMs + 1 })).to.equal('SIWE_INVALID');
  });

  it('uses its nonce once and within five minutes, and a wrong signature does not use it', async () => {
    const scene = given();
    const text = await scene.message();
    const late = await scene.message({ nonceAgeMs: 5 * minuteMs });

    expect(await codeOf(scene.signIn(text, '0x03'))).to.equal('SIGNATURE_INVALID');
    expect(await codeOf(scene.signIn(text, ofKey))).to.equal('taken');
    expect(await codeOf(scene.signIn(text, ofKey))).to.equal('NONCE_USED');
    expect(await codeOf(scene.signIn(late, ofKey))).to.equal('NONCE_USED');
    expect(scene.sessions).to.have.length(1);
  });

  it('is not refused for a chain that cannot be asked: that is a fault', async () => {
    const scene = given();
    const text = await scene.message();
    scene.cutChain();

    expect(await codeOf(scene.signIn(text, ofCode))).to.equal('CHAIN_UNREACHABLE');
    expect(await codeOf(scene.signIn(text, ofKey))).to.equal('taken');
  });
});

describe('a session', () => {
  it('does what it was signed for until it expires', async () => {
    const scene = given();
    const { token } = await scene.signIn(await scene.message({ lifeMs: minuteMs }), ofKey);

    expect(await codeOf(scene.use(token, 'account.read', signal))).to.equal('taken');
    expect(await codeOf(scene.use(token, 'hooks', signal))).to.equal('SCOPE_MISSING');
    expect(await codeOf(scene.use(`${token}0`, 'account.read', signal))).to.equal(
      'SESSION_EXPIRED',
    );
    expect(await codeOf(scene.use(null, 'account.read', signal))).to.equal('SESSION_EXPIRED');
    scene.at(startMs + minuteMs);
    expect(await codeOf(scene.use(token, 'account.read', signal))).to.equal('SESSION_EXPIRED');
  });

  it('is over once it was ended', async () => {
    const scene = given();
    const { token } = await scene.signIn(await scene.message(), ofKey);

    await scene.end(token);

    expect(await codeOf(scene.use(token, 'account.read', signal))).to.equal('SESSION_EXPIRED');
    expect(await codeOf(scene.end(token))).to.equal('SESSION_EXPIRED');
  });

  it('of a contract asks its code again every fifteen minutes, and ends if that says no', async () => {
    const scene = given();
    const { token } = await scene.signIn(await scene.message(), ofCode);
    const use = (): Promise<string> => codeOf(scene.use(token, 'account.read', signal));

    scene.at(startMs + 15 * minuteMs - 1);
    expect([await use(), scene.questions]).to.deep.equal(['taken', 1]);
    scene.at(startMs + 15 * minuteMs);
    expect([await use(), await use(), scene.questions]).to.deep.equal(['taken', 'taken', 2]);
    scene.at(startMs + 30 * minuteMs);
    scene.cutChain();
    expect(await use()).to.equal('CHAIN_UNREACHABLE');
    scene.changeOwners();
    expect([await use(), scene.sessions]).to.deep.equal(['SESSION_EXPIRED', []]);
  });
});

type Scene = ReturnType<typeof given>;
type Unit = Parameters<Parameters<SessionStore['run']>[1]>[0];

/** A service whose wallet signs as `ofKey`, and whose code takes `ofCode` on Base. */
function given() {
  let nowMs = startMs;
  let code: 'takes' | 'refuses' | 'unreachable' = 'takes';
  let questions = 0;
  let drawn = 0;
  const nonces = new Map<string, number>();
  const sessions: Session[] = [];
  const isNonceOpen = async (hash: string, atMs: number): Promise<boolean> =>
    (nonces.get(hash) ?? 0) > atMs;
  const session = async (hash: string): Promise<Session | null> =>
    sessions.find(({ tokenHash }) => tokenHash === hash) ?? null;
  const tx: Unit = {
    accounts: {
      async insertNonce(hash, expiresAtMs) {
        nonces.set(hash, expiresAtMs);
      },
      async takeNonce(hash, atMs) {
        return (await isNonceOpen(hash, atMs)) && nonces.delete(hash);
      },
      async insertSession(begun) {
        sessions.push(begun);
      },
      async markChecked(hash, checkedAtMs) {
        const at = sessions.findIndex(({ tokenHash }) => tokenHash === hash);
        sessions.push(...sessions.splice(at, 1).map((one) => ({ ...one, checkedAtMs })));
      },
      async deleteSession(hash) {
        const at = sessions.findIndex(({ tokenHash }) => tokenHash === hash);
        return at >= 0 && sessions.splice(at, 1).length === 1;
      },
    },
  };
  const ports = {
    store: {
      reads: { accounts: { isNonceOpen, session } },
      run: <T>(_name: string, work: (unit: Unit) => Promise<T>) => work(tx),
    },
    wallets: {
      isSpelt: (text: string) => text === address,
      isOfKey: (signed: { readonly signature: string }) => signed.signature === ofKey,
      async isOfCode(chain: string, { signature }: { readonly signature: string }) {
        questions += 1;
        if (code === 'unreachable') throw new RelayError('CHAIN_UNREACHABLE', { chain });
        return code === 'takes' && chain === base && signature === ofCode;
      },
    },
    hashSecret: (secret: string) => `hash of ${secret}`,
    clock: { now: () => nowMs },
    entropy: {
      hex: (bytes: number) => (bytes === 16 ? `${++drawn}`.padStart(32, '0') : 'ab'.repeat(bytes)),
    },
    origins: ['https://relay.example', 'https://app.example'],
    chains: [base],
  };
  const signed = signIn(ports);
  return {
    signIn: (message: string, signature: `0x${string}`) => signed({ message, signature }, signal),
    use: useSession(ports),
    end: endSession(ports),
    sessions,
    get questions() {
      return questions;
    },
    at: (ms: number) => {
      nowMs = ms;
    },
    cutChain: () => {
      code = 'unreachable';
    },
    changeOwners: () => {
      code = 'refuses';
    },
    async message({
      issuedAtMs = startMs,
      lifeMs = dayMs,
      notBeforeMs = null,
      nonceAgeMs = 0,
    }: {
      readonly issuedAtMs?: number;
      readonly lifeMs?: number | null;
      readonly notBeforeMs?: number | null;
      readonly nonceAgeMs?: number;
    } = {}): Promise<string> {
      nowMs -= nonceAgeMs;
      const { nonce, domain, uri } = await askNonce(ports)();
      nowMs += nonceAgeMs;
      return [
        `${domain} wants you to sign in with your Ethereum account:`,
        address,
        '',
        '',
        `URI: ${uri}`,
        'Version: 1',
        'Chain ID: 8453',
        `Nonce: ${nonce}`,
        `Issued At: ${new Date(issuedAtMs).toISOString()}`,
        ...(lifeMs === null
          ? []
          : [`Expiration Time: ${new Date(issuedAtMs + lifeMs).toISOString()}`]),
        ...(notBeforeMs === null ? [] : [`Not Before: ${new Date(notBeforeMs).toISOString()}`]),
        'Resources:',
        '- urn:interline:scope:account.read',
        '- https://app.example/terms',
      ].join('\n');
    },
  };
}

function codeOf(outcome: Promise<unknown>): Promise<string> {
  return outcome.then(
    () => 'taken',
    (error: unknown) => (error as RelayError).code, // CAST: only such are thrown.
  );
}
