import { canonicalText, RelayError } from '@interline/kernel';
import type { Clock, SdJwt, SdJwts } from '@interline/ports';
import { accountsOfPayer } from '../accounts/index.ts';
import { type ClosedPayment, readClosedPayment } from './closed-payment.ts';
import type { Mandate } from './mandate.ts';
import { contentOf, unresolved } from './open-terms.ts';
import type { MandateStore } from './repository.ts';

/** A verified presentation: the open mandate, and the payment that closes it. */
export interface Presentation {
  readonly mandate: Mandate;
  readonly payment: ClosedPayment;
  readonly closedHash: string;
  readonly nonceHash: string;
  /** SHA-256 of the last token as presented: the reference in receipts. */
  readonly reference: string;
}

/** The signer of the request: its key, and the account whose agent it is. */
export interface PresentingAgent {
  readonly keyId: string;
  readonly account: string;
}

export interface PresentationPorts {
  readonly store: Pick<MandateStore, 'reads'>;
  readonly sdJwts: SdJwts;
  readonly clock: Pick<Clock, 'now'>;
  readonly hashSecret: (secret: string) => string;
  /** The audience that presentations must name: our origin by the config. */
  readonly audience: string;
}

/**
 * `isRepeat`: the presentation was accepted before, under the same Idempotency-Key and in the same
 * body, so it need not be fresh. Throws `INVALID_CREDENTIAL`, `UNRESOLVED_CONSTRAINT`,
 * `INVALID_MANDATE`, `MANDATE_REVOKED`, `MANDATE_EXPIRED` and `MANDATE_USED`.
 */
export type ReadPresentation = (
  presentation: string,
  agent: PresentingAgent,
  isRepeat: boolean,
) => Promise<Presentation>;

const oldestSec = 300;
const skewSec = 60;
/** RFC 9901 binds with a separate JWT, AP2 with the next token of the chain. */
const bindingTypes = new Set<unknown>(['kb+jwt', 'kb+sd-jwt', 'kb-sd-jwt']);
const delegatingTypes = new Set<unknown>(['kb+sd-jwt+kb', 'kb-sd-jwt+kb']);

export function readPresentation(ports: PresentationPorts): ReadPresentation {
  const { store, sdJwts, clock, hashSecret } = ports;
  const { mandates } = store.reads;
  return async (presentation, agent, isRepeat) => {
    const nowMs = clock.now();
    const { token, bound, binding, furtherTokens } = sdJwts.split(presentation);
    const mandate = await mandates.mandateByHash(sdJwts.signedHashOf(token));
    if (mandate === null || sdJwts.verify(token, mandate.userKey) === null)
      throw credential('its open mandate is not registered here, or its signature is not valid');
    if (!isNamedIn(mandate, agent))
      throw credential('the mandate names the key of another agent in its cnf');
    if (binding === null) throw credential('it has no key binding JWT');
    const closed = sdJwts.verify(binding, mandate.terms.agentKey);
    if (closed === null)
      throw credential("its key binding is not signed by the key in the mandate's cnf");
    if (furtherTokens > 0 || isDelegating(closed)) throw unresolved('is delegated further');
    const nonce = boundNonce(ports, closed, sdJwts.hashOf(bound), isRepeat ? null : nowMs);
    if (!isRepeat) assertGood(mandate, nowMs);
    const payment = readClosedPayment(closed, isRepeat ? null : nowMs);
    const closedHash = sdJwts.hashOf(`${mandate.hash}.${canonicalText(payment.claims)}`);
    const nonceHash = hashSecret(nonce);
    if (!isRepeat) {
      if ((await mandates.mandatePayment(closedHash)) !== null)
        throw new RelayError('MANDATE_USED');
      if (!(await mandates.isChallengeOpen(nonceHash, mandate.id, nowMs)))
        throw credential('its nonce was used, is too old, or was issued for another mandate');
    }
    return { mandate, payment, closedHash, nonceHash, reference: sdJwts.hashOf(binding) };
  };
}

/**
 * Whether the mandate names that agent of its wallet. A key that the wallet's agent has given up
 * may belong to another account by now, which must learn nothing about the mandate.
 */
export function isNamedIn(
  { agentKeyId, ceiling }: Pick<Mandate, 'agentKeyId' | 'ceiling'>,
  { keyId, account }: PresentingAgent,
): boolean {
  return keyId === agentKeyId && accountsOfPayer(ceiling.chain, ceiling.owner).includes(account);
}

function isDelegating({ header, claims }: SdJwt): boolean {
  const isNamingKey = [claims, contentOf(claims)].some((one) => one?.['cnf'] !== undefined);
  return isNamingKey || delegatingTypes.has(header['typ']);
}

/** Checks the key binding and returns its nonce. `nowMs`: null where its age is not checked. */
function boundNonce(
  { audience }: Pick<PresentationPorts, 'audience'>,
  { header, claims }: SdJwt,
  hash: string,
  nowMs: number | null,
): string {
  if (!bindingTypes.has(header['typ'])) throw credential('its typ is not kb+jwt or kb+sd-jwt');
  const { iat, aud, nonce, sd_hash: bound } = claims;
  if (aud !== audience) throw credential(`its aud is not ${audience}`);
  if (bound !== hash)
    throw credential('its sd_hash is not the hash of the token it is presented with');
  if (typeof nonce !== 'string' || nonce === '') throw credential('it has no nonce');
  if (typeof iat !== 'number') throw credential('it has no iat');
  const age = nowMs === null ? 0 : nowMs / 1_000 - iat;
  if (age > oldestSec || age < -skewSec)
    throw credential(`its iat is not within ${oldestSec} seconds of now`);
  return nonce;
}

/** Throws `MANDATE_REVOKED` and `MANDATE_EXPIRED`. */
export function assertGood(
  { state, expiresAtMs, terms }: Pick<Mandate, 'state' | 'expiresAtMs' | 'terms'>,
  nowMs: number,
): void {
  if (state !== 'active') throw new RelayError('MANDATE_REVOKED');
  if (expiresAtMs <= nowMs || terms.notBeforeSec * 1_000 > nowMs)
    throw new RelayError('MANDATE_EXPIRED');
}

function credential(why: string): RelayError {
  return new RelayError('INVALID_CREDENTIAL', {}, `the presentation does not verify: ${why}`);
}
