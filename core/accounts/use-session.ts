import { RelayError } from '@interline/kernel';
import type { Clock, WalletSignatures } from '@interline/ports';
import type { SessionStore } from './repository.ts';
import type { Scope, Session } from './session.ts';

interface Ports {
  readonly store: SessionStore;
  readonly wallets: Pick<WalletSignatures, 'isOfCode'>;
  readonly hashSecret: (secret: string) => string;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * The session that a token stands for, if its scopes allow the request. Throws `SESSION_EXPIRED`,
 * `SCOPE_MISSING`, and `CHAIN_UNREACHABLE` where the code of its wallet is due to be asked and cannot be.
 */
export type UseSession = (
  token: string | null,
  scope: Scope,
  signal: AbortSignal,
) => Promise<Session>;

/** Ends the session. Throws `SESSION_EXPIRED` where there is none. */
export type EndSession = (token: string | null) => Promise<void>;

/** How long a contract's answer is good: its owners may change. */
const recheckEveryMs = 15 * 60_000;

export function useSession({ store, wallets, hashSecret, clock }: Ports): UseSession {
  return async (token, scope, signal) => {
    const session = token === null ? null : await store.reads.accounts.session(hashSecret(token));
    if (session === null || session.expiresAtMs <= clock.now())
      throw new RelayError('SESSION_EXPIRED');
    if (!session.scopes.includes(scope))
      throw new RelayError(
        'SCOPE_MISSING',
        { scope },
        `this needs the scope ${scope}; the session has ${session.scopes.join(', ')}`,
      );
    await recheck(session, signal);
    return session;
  };

  async function recheck(
    { proof, chain, account, tokenHash, checkedAtMs }: Session,
    signal: AbortSignal,
  ): Promise<void> {
    const nowMs = clock.now();
    if (proof === null || nowMs - checkedAtMs < recheckEveryMs) return;
    if (await wallets.isOfCode(chain, { wallet: account.address, ...proof }, signal)) {
      await store.run('recheck-session', (tx) => tx.accounts.markChecked(tokenHash, nowMs));
      return;
    }
    await store.run('end-session', (tx) => tx.accounts.deleteSession(tokenHash));
    throw new RelayError(
      'SESSION_EXPIRED',
      {},
      'the wallet no longer accepts the signature of this session',
    );
  }
}

export function endSession({ store, hashSecret }: Pick<Ports, 'store' | 'hashSecret'>): EndSession {
  return async (token) => {
    const isEnded =
      token !== null &&
      (await store.run('end-session', (tx) => tx.accounts.deleteSession(hashSecret(token))));
    if (!isEnded) throw new RelayError('SESSION_EXPIRED');
  };
}
