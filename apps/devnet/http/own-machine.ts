import type { IncomingMessage } from 'node:http';
import { RequestRefused } from './read-request.ts';

/** Every name by which a program of this machine calls it; a page's name for us is another one. */
const ownHost = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;

/**
 * Refuses what no program of this machine has sent. A browser of this machine is one that any page
 * can use: by a name of its own that leads here, or by a request of which it only keeps the answer
 * from the page.
 */
export function refuseStrangers({ socket, headers }: IncomingMessage): void {
  const { host = '', origin } = headers;
  if (!isLoopback(socket.remoteAddress))
    throw new RequestRefused(403, 'the devnet serves its own machine only');
  if (!ownHost.test(host))
    throw new RequestRefused(403, 'the devnet is called localhost or 127.0.0.1, and nothing else');
  if (origin !== undefined && !ownHost.test(origin.replace(/^https?:\/\//, '')))
    throw new RequestRefused(403, 'the devnet serves no pages of other origins');
}

/** A page needs nobody's leave to send any other type. */
export function refuseOtherTypes({ method, headers }: IncomingMessage): void {
  if (method !== 'POST' || /^application\/json\b/i.test(headers['content-type'] ?? '')) return;
  throw new RequestRefused(415, 'wanted a body with content-type: application/json');
}

/** Whether a remote address is this machine. */
function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address);
}
