import { evmChainId, RelayError } from '@interline/kernel';
import type { PayerAccount, PayerAuthorization } from '@interline/ports';
import { nonceTaken } from './commit-bundle.ts';
import type { SponsorPorts } from './ports.ts';
import { foreignCode } from './prepare-call.ts';
import type { SponsoredCall } from './sponsored-call.ts';

/**
 * The authorization to send with the call; null where the account has the code by now. A block silently skips
 * an invalid authorization, and the operation then fails at our cost.
 */
export function authorizationFor(
  { sponsored }: Pick<SponsorPorts, 'sponsored'>,
  { chain, account, nonce, delegates }: SponsoredCall,
  authorization: PayerAuthorization | null,
  standing: PayerAccount,
): PayerAuthorization | null {
  if (standing.code === 'foreign') throw foreignCode();
  if (standing.operationNonce > nonce) throw nonceTaken();
  if (standing.code === 'delegated') return null;
  if (!delegates) throw invalid('the account has been undelegated since; prepare the calls again');
  if (authorization === null)
    throw invalid('the account needs an authorization, and none was sent');
  if (authorization.address !== sponsored.delegate)
    throw new RelayError('DELEGATE_NOT_ALLOWED', {}, 'the authorization names another delegate');
  assertGood(sponsored, authorization, { chainId: evmChainId(chain), account, standing });
  return authorization;
}

/** Throws `AUTHORIZATION_INVALID`. */
export function assertGood(
  { authorizerOf }: Pick<SponsorPorts['sponsored'], 'authorizerOf'>,
  authorization: PayerAuthorization,
  of: {
    readonly chainId: number | null;
    readonly account: string;
    readonly standing: Pick<PayerAccount, 'nonce' | 'pendingNonce'>;
  },
): void {
  const { nonce, pendingNonce } = of.standing;
  // 0 is every chain: a holder could use it anywhere.
  if (authorization.chainId !== of.chainId)
    throw invalid(
      `the authorization is for chain ${authorization.chainId}; the call is on ${of.chainId}`,
    );
  if (authorization.nonce !== nonce)
    throw invalid(
      `the authorization has nonce ${authorization.nonce}; the account's next is ${nonce}`,
    );
  if (pendingNonce !== nonce)
    throw invalid('a pending transaction of the account would use up the nonce');
  if (authorizerOf(authorization) !== of.account)
    throw invalid("the authorization is not signed by the account's own key, with a low s");
}

export function invalid(reason: string): RelayError {
  return new RelayError('AUTHORIZATION_INVALID', {}, reason);
}
