import type { CallOptions, Client } from './client.ts';
import type { SessionBegun } from './generated/shapes/session-begun.ts';
import { keccak256 } from './hpke/keccak.ts';
import { signText, type TextSigner, walletOf } from './sign-text.ts';

export interface SignInWanted extends CallOptions {
  /** Where the wallet is asked: the page's own origin, or the service's, as `https://relay.example`. */
  readonly origin: string;
  /** For a wallet that is a contract: the chain where it stands. */
  readonly chainId: number;
  /** `account.read` where it is left out. */
  readonly scopes?: readonly SessionBegun['scopes'][number][];
  /** Thumbprints (`agentKeyId`) of keys whose mandates the wallet answers for; in the text that it signs. */
  readonly mandateKeys?: readonly string[];
  /** An hour where it is left out; a day at most. */
  readonly lifeSec?: number;
  readonly nowMs?: number;
}

/**
 * Has the wallet sign in (EIP-4361). Of what the service answers only the nonce is signed: another
 * service cannot have the wallet sign in elsewhere.
 */
export async function signIn(
  client: Pick<Client, 'call'>,
  signer: TextSigner,
  wanted: SignInWanted,
): Promise<SessionBegun> {
  const { signal, headers } = wanted;
  const options = {
    ...(signal === undefined ? {} : { signal }),
    ...(headers === undefined ? {} : { headers }),
  };
  const wallet = checksummed(await walletOf(signer));
  const { nonce } = await client.call('POST /api/account/nonce', {}, options);
  if (!/^[A-Za-z0-9]{8,128}$/.test(nonce))
    throw new TypeError('the service answered with something else than a nonce');
  const message = textOf(wallet, nonce, wanted);
  const signature = await signText(signer, wallet, message);
  return client.call('POST /api/account/session', { body: { message, signature } }, options);
}

/** What a call shows to be asked by the session. */
export function asSession(token: string): CallOptions {
  return { headers: { authorization: `Bearer ${token}` } };
}

function textOf(wallet: string, nonce: string, wanted: SignInWanted): string {
  const { origin, chainId, scopes = ['account.read'], mandateKeys = [] } = wanted;
  const { lifeSec = 3_600, nowMs = Date.now() } = wanted;
  const { host } = new URL(origin);
  return [
    `${host} wants you to sign in with your Ethereum account:`,
    wallet,
    '',
    'Show me the routes that this wallet paid for. This moves nothing and costs nothing.',
    '',
    `URI: ${origin}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(nowMs).toISOString()}`,
    `Expiration Time: ${new Date(nowMs + lifeSec * 1_000).toISOString()}`,
    'Resources:',
    ...scopes.map((scope) => `- urn:interline:scope:${scope}`),
    ...mandateKeys.map((key) => `- urn:interline:mandate-key:${key}`),
  ].join('\n');
}

/** In the upper and lower case of EIP-55, which EIP-4361 asks for and wallets do not always answer. */
function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = keccak256(new TextEncoder().encode(digits));
  const cased = [...digits].map((digit, at) => {
    const nibble = ((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 15;
    return nibble > 7 ? digit.toUpperCase() : digit;
  });
  return `0x${cased.join('')}`;
}
