import type { Clock, OriginProbe, OutboundHttp } from '@interline/ports';
import { isIP } from 'node:net';
import type { AskHttpsRecords } from './ask-resolver.ts';
import { offersEch } from './https-record.ts';

type Seen = Awaited<ReturnType<OriginProbe['look']>>;

const probeServesMs = 60_000;
const nothing: Seen = { onion: null, autoTransport: false, encryptedDns: false };

interface OriginProbeParts {
  readonly http: OutboundHttp;
  readonly askHttpsRecords: AskHttpsRecords;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/**
 * Asks the public address itself and a resolver for its name, and reads what any browser would
 * read. Asks neither where `url` is null.
 */
export function originProbe(url: string | null, parts: OriginProbeParts): OriginProbe {
  const { clock } = parts;
  let running: Promise<Seen> | null = null;
  let startedAtMs = -Infinity;
  return {
    look() {
      if (running !== null && clock.monotonic() - startedAtMs < probeServesMs) return running;
      startedAtMs = clock.monotonic();
      running = url === null ? Promise.resolve(nothing) : probe(url, parts);
      return running;
    },
  };
}

async function probe(url: string, { http, askHttpsRecords }: OriginProbeParts): Promise<Seen> {
  const [transport, encryptedDns] = await Promise.all([
    transportOf(url, http),
    hasEncryptedName(new URL(url), askHttpsRecords),
  ]);
  return { ...transport, encryptedDns };
}

const deadlineMs = 5_000;

/** An address that does not answer shows nothing, which is what its clients see too. */
async function transportOf(
  url: string,
  http: OutboundHttp,
): Promise<Pick<Seen, 'onion' | 'autoTransport'>> {
  const headers: Readonly<Record<string, string>> = await http
    .request({ url, method: 'GET', deadlineMs }, AbortSignal.timeout(deadlineMs))
    .then(
      (answer) => answer.headers,
      () => ({}),
    );
  const location = URL.parse(headers['onion-location'] ?? '');
  const onion = location?.hostname.endsWith('.onion') === true ? location.origin : null;
  return { onion, autoTransport: onion !== null || headers['alt-svc'] !== undefined };
}

/** Whether a client that looks the name up is given the key to encrypt it with in TLS. */
async function hasEncryptedName({ hostname, port }: URL, ask: AskHttpsRecords): Promise<boolean> {
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return false;
  // RFC 9460, section 9.1: the name contains the port where it is not that of HTTP or HTTPS.
  const name = port === '' || port === '443' ? hostname : `_${port}._https.${hostname}`;
  try {
    return (await ask(name)).map(offersEch).includes(true);
  } catch {
    return false;
  }
}
