import { isIP } from 'node:net';
import { deniedPorts } from './denied-ports.ts';
import { isLoopbackAddress, isPublicAddress } from './is-public-address.ts';

export type PublicUrl =
  { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly objection: string };

const maxLength = 2_048;

/**
 * What a URL's text alone can tell; a name's addresses are judged when it is connected to. The URL
 * parser brings all ways to write an IPv4 address (octal, hex, one number, full-width digits) to
 * one form first.
 */
export function readPublicUrl(text: string, allowLoopback: boolean): PublicUrl {
  const url = text.length > maxLength ? null : URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    return refused(`an http or https URL of at most ${maxLength} characters`);
  if (url.username !== '' || url.password !== '') return refused('a URL without user and password');
  if (deniedPorts.has(Number(url.port))) return refused('a URL with a port that web servers use');
  if (!isPublicHost(url.hostname, allowLoopback)) return refused('a URL of a public address');
  return { ok: true, url };
}

function isPublicHost(hostname: string, allowLoopback: boolean): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPublicAddress(host) || (allowLoopback && isLoopbackAddress(host));
  return allowLoopback || !/(^|\.)localhost\.?$/i.test(host);
}

function refused(wanted: string): PublicUrl {
  return { ok: false, objection: wanted };
}
