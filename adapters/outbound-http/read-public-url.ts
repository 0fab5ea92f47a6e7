import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './is-public-address.ts';

type PublicUrl =
  { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly objection: string };

const maxLength = 2_048;

/**
 * Judges a URL by its text alone; the addresses of a name are judged when it is connected to. The
 * URL parser first normalises every way to write an IPv4 address (octal, hex, one number,
 * full-width digits).
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

/**
 * Ports at which something other than a web server listens, which could take a request's lines for
 * commands: the browsers' list, then databases and control planes.
 */
const deniedPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080, 445, 873, 1433, 1521, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4369,
  5432, 5672, 5984, 6379, 6380, 6443, 7000, 7001, 8086, 8500, 9042, 9092, 9200, 9300, 10250, 10255,
  11211, 15672, 26379, 27017, 27018, 28017, 50070,
]);
