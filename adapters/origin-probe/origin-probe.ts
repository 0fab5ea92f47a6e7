import type { Clock, OriginProbe, OutboundHttp } from '@interline/ports';

const probeServesMs = 60_000;
const nothing = { onion: null, autoTransport: false } as const;

/** Asks the public address itself, and reads what any browser would; `url` null asks nobody. */
export function originProbe(
  url: string | null,
  http: OutboundHttp,
  clock: Pick<Clock, 'monotonic'>,
): OriginProbe {
  let running: ReturnType<OriginProbe['look']> | null = null;
  let startedAtMs = -Infinity;
  return {
    look() {
      if (running !== null && clock.monotonic() - startedAtMs < probeServesMs) return running;
      startedAtMs = clock.monotonic();
      running = url === null ? Promise.resolve(nothing) : probe(url, http);
      return running;
    },
  };
}

const deadlineMs = 5_000;

/** An address that does not answer shows nothing, which is what its clients see too. */
async function probe(url: string, http: OutboundHttp): ReturnType<OriginProbe['look']> {
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
