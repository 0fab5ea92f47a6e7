import type { Wallet } from 'ethers';
import { SiweMessage } from 'siwe';

export interface AskedSignIn {
  readonly chainId?: number;
  readonly scopes?: readonly string[];
  readonly lifeMs?: number;
  /** Beside the scopes. */
  readonly resources?: readonly string[];
}

export interface SignedIn {
  readonly token: string;
  readonly address: string;
  readonly chainId: number;
  readonly scopes: readonly string[];
  readonly expiresAt: number;
}

/** Asks for a nonce and writes the message for it, as the siwe package does. */
export async function messageFor(
  url: string,
  address: string,
  {
    chainId = 8453,
    scopes = ['account.read'],
    lifeMs = 3_600_000,
    resources = [],
  }: AskedSignIn = {},
): Promise<string> {
  const { domain, uri, nonce } = await nonceOf(url);
  return new SiweMessage({
    domain,
    address,
    uri,
    version: '1',
    chainId,
    nonce,
    statement: 'See my own routes.',
    expirationTime: new Date(Date.now() + lifeMs).toISOString(),
    resources: [...scopes.map((scope) => `urn:interline:scope:${scope}`), ...resources],
  }).prepareMessage();
}

export async function nonceOf(
  url: string,
): Promise<{ readonly domain: string; readonly uri: string; readonly nonce: string }> {
  const answer = await fetch(`${url}/api/account/nonce`, { method: 'POST' });
  // CAST: as documented.
  return (await answer.json()) as { domain: string; uri: string; nonce: string };
}

export async function postSession(
  url: string,
  message: string,
  signature: string,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const answer = await fetch(`${url}/api/account/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message, signature }),
  });
  // CAST: every answer is an object.
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Signs the wallet in, or fails with what the service says. */
export async function signIn(
  url: string,
  wallet: Wallet,
  asked: AskedSignIn = {},
): Promise<SignedIn> {
  const message = await messageFor(url, wallet.address, asked);
  const { status, body } = await postSession(url, message, await wallet.signMessage(message));
  if (status !== 200) throw new Error(`the service answered ${status} ${JSON.stringify(body)}`);
  return body as unknown as SignedIn; // CAST: as documented.
}
