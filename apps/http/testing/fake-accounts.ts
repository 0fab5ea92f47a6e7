import type { UseCases } from '@interline/core';
import type { Session } from '@interline/core/accounts';
import { receiptOf } from '@interline/core/transfer';
import type { AccountHook } from '@interline/core/webhooks';
import { evmAddress, RelayError } from '@interline/kernel';
import { sampleRoute } from './sample-route.ts';
import { base } from './sample-tokens.ts';

export const sampleSessionToken = `sess_${'0'.repeat(64)}`;

const sampleSession: Session = {
  tokenHash: 'a hash',
  account: { address: evmAddress(`0x${'11'.repeat(20)}`), onlyOn: null },
  chain: base,
  scopes: ['account.read', 'hooks', 'agents'],
  proof: null,
  mandateKey: null,
  createdAtMs: 1_800_000_000_000,
  expiresAtMs: 1_800_003_600_000,
  checkedAtMs: 1_800_000_000_000,
};

/** One wallet that is signed in, and whose session never ends. */
export function fakeAccounts(): UseCases['accounts'] {
  const signedIn = (token: string | null): Session => {
    if (token !== sampleSessionToken) throw new RelayError('SESSION_EXPIRED');
    return sampleSession;
  };
  return {
    assertEnabled: () => undefined,
    askNonce: async () => ({
      nonce: '0'.repeat(32),
      domain: 'relay.example',
      uri: 'https://relay.example',
      expiresAtMs: 1_800_000_300_000,
    }),
    async signIn({ signature }) {
      if (signature.startsWith('0xff')) throw new RelayError('SIGNATURE_INVALID');
      return { token: sampleSessionToken, session: sampleSession };
    },
    async useSession(token, scope) {
      const session = signedIn(token);
      if (!session.scopes.includes(scope)) throw new RelayError('SCOPE_MISSING', { scope });
      return session;
    },
    async endSession(token) {
      signedIn(token);
    },
    readAccount: async () => ({
      sinceMs: 1_800_000_000_000,
      open: 1,
      done: 0,
      failed: 0,
      owed: [],
    }),
    readOwnReceipts: async () => ({
      items: [receiptOf(sampleRoute(), 1_800_000_007_000)],
      next: null,
    }),
    readOwnRefunds: async () => ({ items: [], next: null }),
    readEvents: async () => [],
    hooks: fakeHooks,
  };
}

const sampleHook: AccountHook = {
  id: `awh_${'0'.repeat(32)}`,
  account: sampleSession.account.address,
  url: 'https://shop.example/interline',
  host: 'shop.example',
  events: ['*'],
  failures: 0,
  disabledAtMs: null,
  createdAtMs: 1_800_000_000_000,
};
const withSecret = { hook: sampleHook, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };

const known = (id: string): void => {
  if (id !== sampleHook.id) throw new RelayError('UNKNOWN_HOOK');
};

const fakeHooks: UseCases['accounts']['hooks'] = {
  most: 10,
  create: async () => withSecret,
  list: async () => [sampleHook],
  async read(_account, id) {
    known(id);
    return sampleHook;
  },
  async remove(_account, id) {
    known(id);
  },
  async test(_account, id) {
    known(id);
    return { seq: 1 };
  },
  async rotate(_account, id) {
    known(id);
    return { ...withSecret, formerUntilMs: 1_800_086_400_000 };
  },
  async deliveries(_account, id) {
    known(id);
    return [];
  },
  async redeliver() {
    throw new RelayError('UNKNOWN_HOOK');
  },
};
