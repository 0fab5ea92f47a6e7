import { asSession, type Client, createClient } from '@interline/client';
import { sessionOf } from './kept-session.ts';

export interface SignedIn {
  readonly client: Client;
  readonly call: Client['call'];
}

/** A client with the session that this machine keeps for the service. */
export async function signedIn(url: string): Promise<SignedIn> {
  const { token } = await sessionOf(url).read(Date.now());
  const client = createClient({ baseUrl: url, ...asSession(token) });
  return { client, call: client.call };
}
