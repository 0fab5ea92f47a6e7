import { type Address, asAddress, type ChainRef, type Hex, RelayError } from '@interline/kernel';
import type { Clock, Entropy, WalletSignatures } from '@interline/ports';
import type { SessionStore } from './repository.ts';
import { type Account, type Scope, scopes, type Session } from './session.ts';
import { parseSiweMessage, type SiweMessage } from './siwe-message.ts';

interface Ports {
  readonly store: SessionStore;
  readonly wallets: Pick<WalletSignatures, 'isSpelt' | 'isOfKey' | 'isOfCode'>;
  readonly hashSecret: (secret: string) => string;
  readonly clock: Pick<Clock, 'now'>;
  readonly entropy: Entropy;
  /** Where pages ask for signatures: from the config, never from a request. */
  readonly origins: readonly string[];
  /** The EVM chains of the deployment. */
  readonly chains: readonly ChainRef[];
}

export interface SignInNonce {
  readonly nonce: string;
  readonly domain: string;
  readonly uri: string;
  readonly expiresAtMs: number;
}

/** A nonce for one message, with the domain and URI that the message must name. */
export type AskNonce = () => Promise<SignInNonce>;

export interface SignedMessage {
  readonly message: string;
  readonly signature: Hex;
}

/**
 * Begins a session for a caller who proves by a fresh signature to own the wallet. Throws `SIWE_INVALID`,
 * `NONCE_USED`, `SIGNATURE_INVALID`, and `CHAIN_UNREACHABLE` where the wallet's code cannot be asked.
 */
export type SignIn = (
  signed: SignedMessage,
  signal: AbortSignal,
) => Promise<{ readonly token: string; readonly session: Session }>;

const nonceLifeMs = 5 * 60_000;
const mostApartMs = 5 * 60_000;
const longestMs = 24 * 3_600_000;

export function askNonce({ store, hashSecret, clock, entropy, origins }: Ports): AskNonce {
  return async () => {
    const nonce = entropy.hex(16);
    const expiresAtMs = clock.now() + nonceLifeMs;
    await store.run('ask-nonce', (tx) => tx.accounts.insertNonce(hashSecret(nonce), expiresAtMs));
    const [uri = ''] = origins;
    return { nonce, domain: domainOf(uri), uri, expiresAtMs };
  };
}

export function signIn(ports: Ports): SignIn {
  const { store, wallets, hashSecret, clock, entropy } = ports;
  return async ({ message: text, signature }, signal) => {
    const asked = readMessage(ports, text);
    const nonceHash = hashSecret(asked.nonce);
    // Before any chain is asked: a nonce is good for one session, and so for few questions.
    if (!(await store.reads.accounts.isNonceOpen(nonceHash, clock.now())))
      throw new RelayError('NONCE_USED');
    const { wallet, chain } = asked;
    const signed = { wallet, text, signature };
    const isOfKey = wallets.isOfKey(signed);
    if (!isOfKey && !(await wallets.isOfCode(chain, signed, signal)))
      throw new RelayError('SIGNATURE_INVALID');
    const token = `sess_${entropy.hex(32)}`;
    const nowMs = clock.now();
    const account: Account = { address: wallet, onlyOn: isOfKey ? null : chain };
    const session: Session = {
      tokenHash: hashSecret(token),
      account,
      chain,
      scopes: asked.scopes,
      proof: isOfKey ? null : { text, signature },
      mandateKey:
        asked.mandateKey === null ? null : { thumbprint: asked.mandateKey, text, signature },
      createdAtMs: nowMs,
      expiresAtMs: asked.expiresAtMs,
      checkedAtMs: nowMs,
    };
    await store.run('sign-in', async (tx) => {
      if (!(await tx.accounts.takeNonce(nonceHash, nowMs))) throw new RelayError('NONCE_USED');
      await tx.accounts.insertSession(session);
    });
    return { token, session };
  };
}

interface AskedSession {
  readonly wallet: Address;
  readonly chain: ChainRef;
  readonly nonce: string;
  readonly scopes: readonly Scope[];
  /** The thumbprint of the key that signs its mandates; null where it names none. */
  readonly mandateKey: string | null;
  readonly expiresAtMs: number;
}

/** What the message asks for. Throws `SIWE_INVALID`, with what is wrong. */
function readMessage({ wallets, clock, origins, chains }: Ports, text: string): AskedSession {
  const message = parseSiweMessage(text);
  if (message === null) throw invalid('does not have the exact form of EIP-4361');
  assertAskedHere(message, origins);
  if (!wallets.isSpelt(message.address))
    throw invalid('must write its address with the checksum of EIP-55');
  const chain = chains.find((one) => one === `eip155:${message.chainId}`);
  if (chain === undefined) throw invalid(`names a chain that is not served here`);
  const expiresAtMs = assertTimely(message, clock.now());
  return {
    wallet: asAddress(message.address.toLowerCase()),
    chain,
    nonce: message.nonce,
    scopes: scopesIn(message.resources),
    mandateKey: mandateKeyIn(message.resources),
    expiresAtMs,
  };
}

function assertAskedHere({ scheme, domain, uri }: SiweMessage, origins: readonly string[]): void {
  const origin = origins.find((one) => domainOf(one) === domain);
  if (origin === undefined)
    throw invalid(`names another domain than ${origins.map(domainOf).join(' or ')}`);
  if (scheme !== null && !origin.startsWith(`${scheme}://`))
    throw invalid(`names another scheme than that of ${origin}`);
  if (uri !== origin && !uri.startsWith(`${origin}/`))
    throw invalid(`names a URI outside ${origin}`);
}

/** When the session ends. */
function assertTimely(message: SiweMessage, nowMs: number): number {
  const { issuedAtMs, expiresAtMs, notBeforeMs } = message;
  if (Math.abs(nowMs - issuedAtMs) > mostApartMs)
    throw invalid(
      `was issued more than five minutes before or after ${new Date(nowMs).toISOString()}`,
    );
  if (expiresAtMs === null) throw invalid('has no expiration time');
  if (expiresAtMs - issuedAtMs > longestMs)
    throw invalid('expires more than a day after its issue');
  if (expiresAtMs <= nowMs) throw invalid('has expired');
  if (notBeforeMs !== null && notBeforeMs > nowMs) throw invalid('is not valid yet');
  return expiresAtMs;
}

const scopeUrn = 'urn:interline:scope:';

/** Other resources are the client's own. Throws for an unknown scope, and where there is none. */
function scopesIn(resources: readonly string[]): readonly Scope[] {
  const named = resources
    .filter((resource) => resource.startsWith(scopeUrn))
    .map((resource) => resource.slice(scopeUrn.length));
  const granted = scopes.filter((scope) => named.includes(scope));
  if (granted.length === 0 || new Set(named).size !== granted.length)
    throw invalid(
      `must have among its resources one or more of ${scopes.map((scope) => scopeUrn + scope).join(', ')}, and no other scope`,
    );
  return granted;
}

const mandateKeyUrn = 'urn:interline:mandate-key:';

/**
 * Throws for more than one, and for anything but a SHA-256 in base64url: the signer sees which key is bound.
 */
function mandateKeyIn(resources: readonly string[]): string | null {
  const [named, ...more] = resources.filter((resource) => resource.startsWith(mandateKeyUrn));
  if (named === undefined) return null;
  const thumbprint = named.slice(mandateKeyUrn.length);
  if (more.length > 0 || !/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/.test(thumbprint))
    throw invalid(`must name one key by its thumbprint (RFC 7638) as ${mandateKeyUrn}<thumbprint>`);
  return thumbprint;
}

function invalid(what: string): RelayError {
  return new RelayError('SIWE_INVALID', { field: 'message' }, `message ${what}`);
}

function domainOf(origin: string): string {
  return origin.slice(origin.indexOf('://') + 3);
}
