/** The message that a wallet signs to sign in (EIP-4361), as it was written. */
export interface SiweMessage {
  /** Null where the message names none. */
  readonly scheme: string | null;
  /** Host and port of the page that asked for the signature. */
  readonly domain: string;
  readonly address: string;
  readonly uri: string;
  /** Decimal digits. */
  readonly chainId: string;
  readonly nonce: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number | null;
  readonly notBeforeMs: number | null;
  readonly resources: readonly string[];
}

// RFC 3986, appendix A. No two neighbouring parts share a character, so nothing is tried twice.
const unreserved = String.raw`A-Za-z0-9\-._~`;
const subDelims = String.raw`!$&'()*+,;=`;
const escaped = '%[0-9A-Fa-f]{2}';
const pchar = `(?:[${unreserved}${subDelims}:@]|${escaped})`;
const port = '(?::[0-9]*)?';
const host = String.raw`(?:\[(?:[0-9A-Fa-f:.]+|[vV][0-9A-Fa-f]+\.[${unreserved}${subDelims}:]+)\]|(?:[${unreserved}${subDelims}]|${escaped})*)`;
const userinfo = `(?:(?:[${unreserved}${subDelims}:]|${escaped})*@)?`;
const scheme = String.raw`[A-Za-z][A-Za-z0-9+\-.]*`;
const path = `(?://${userinfo}${host}${port}(?:/${pchar}*)*|/(?:${pchar}+(?:/${pchar}*)*)?|(?:${pchar}+(?:/${pchar}*)*)?)`;
const tail = String.raw`(?:[?](?:${pchar}|[/?])*)?(?:#(?:${pchar}|[/?])*)?`;
const uri = `${scheme}:${path}${tail}`;

// RFC 3339. Its "T" and "Z" may be of either case.
const dateTime = String.raw`[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:[Zz]|[+\-][0-9]{2}:[0-9]{2})`;

// The ABNF of EIP-4361, line by line. A user name before the host is refused: it hides who asks.
const grammar = new RegExp(
  [
    `^(?:(?<scheme>${scheme})://)?(?<domain>${host}${port}) wants you to sign in with your Ethereum account:`,
    '(?<address>0x[0-9A-Fa-f]{40})',
    '',
    `(?:[${unreserved}:/?#[\\]@${subDelims} ]+\n)?`,
    `URI: (?<uri>${uri})`,
    'Version: 1',
    'Chain ID: (?<chainId>[0-9]+)',
    'Nonce: (?<nonce>[A-Za-z0-9]{8,})',
    `Issued At: (?<issuedAt>${dateTime})(?:`,
    `Expiration Time: (?<expiresAt>${dateTime}))?(?:`,
    `Not Before: (?<notBefore>${dateTime}))?(?:`,
    `Request ID: (?:${pchar})*)?(?:`,
    `Resources:(?<resources>(?:\n- ${uri})*))?$`,
  ].join('\n'),
);

/** Null for a text that deviates by a single byte, or that names a time that does not exist. */
export function parseSiweMessage(text: string): SiweMessage | null {
  const groups = grammar.exec(text)?.groups;
  if (groups === undefined) return null;
  const { domain = '', address = '', chainId = '', nonce = '', resources } = groups;
  const [issuedAtMs, expiresAtMs, notBeforeMs] = [
    timeOf(groups['issuedAt']),
    timeOf(groups['expiresAt']),
    timeOf(groups['notBefore']),
  ];
  if (issuedAtMs === null) return null;
  if ([issuedAtMs, expiresAtMs, notBeforeMs].some(Number.isNaN)) return null;
  return {
    scheme: groups['scheme'] ?? null,
    domain,
    address,
    uri: groups['uri'] ?? '',
    chainId,
    nonce,
    issuedAtMs,
    expiresAtMs,
    notBeforeMs,
    resources: (resources ?? '').split('\n- ').slice(1),
  };
}

/** NaN for a time that does not exist, such as 30 February, which `Date.parse` moves to March. */
function timeOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const written = text.toUpperCase();
  const day = written.slice(0, 10);
  const isDay = new Date(Date.parse(`${day}T00:00:00Z`) || 0).toISOString().startsWith(day);
  return isDay ? Date.parse(written) : Number.NaN;
}
