import type { IncomingMessage } from 'node:http';
import { RequestRefused } from './read-request.ts';

/** The host names that programs on this machine use; a web page's name for us is different. */
const ownHost = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;

/**
 * Refuses requests that no program on this machine has sent. Any web page can use a browser on this
 * machine: through a name of its own that resolves to us, or with a request whose response the
 * browser only hides from the page.
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

/** A web page can send any other type without a CORS preflight. */
export function refuseOtherTypes({ method, headers }: IncomingMessage): void {
  if (method !== 'POST' || /^application\/json\b/i.test(headers['content-type'] ?? '')) return;
  throw new RequestRefused(415, 'wanted a body with content-type: application/json');
}

/** Whether a remote address is this machine. */
function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address);
}
