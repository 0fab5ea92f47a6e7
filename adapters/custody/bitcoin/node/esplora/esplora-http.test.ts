import { chainRef } from '@interline/kernel';
import type { OutboundResponse } from '@interline/ports';
import { expect } from 'chai';
import { esploraHttp } from './esplora-http.ts';

const chain = chainRef('bip122:000000000019d6689c085ae165831e93');
const { signal } = new AbortController();
const startMs = Date.parse('2026-01-01T00:00:00Z');

describe('an Esplora that has rate-limited us', () => {
  for (const [said, headers, quietMs] of [
    ['nothing', {}, 10_000],
    ['so many seconds', { 'retry-after': '42' }, 42_000],
    ['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }, 60_000],
    ['an hour', { 'retry-after': '3600' }, 300_000],
    ['what is no time', { 'retry-after': 'soon' }, 10_000],
  ] as const)
    it(`is asked nothing for ${quietMs / 1_000} s where it says ${said}`, async () => {
      const api = limitedApi(headers);
      await api.look();

      const [early, late] = [await api.lookAt(quietMs - 1), await api.lookAt(quietMs)];

      expect(early).to.deep.equal([1, 'the Esplora API has asked for fewer requests']);
      expect(late).to.deep.equal([2, 'the Esplora API answered with status 429']);
    });
});

function limitedApi(headers: Readonly<Record<string, string>>) {
  let [requests, passedMs] = [0, 0];
  const genesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';
  const api = esploraHttp({
    ...{ chain, network: 'mainnet', url: 'http://esplora' },
    clock: { now: () => startMs + passedMs, monotonic: () => passedMs },
    http: {
      async request({ url }): Promise<OutboundResponse> {
        if (url.endsWith('/block-height/0')) return { status: 200, headers: {}, body: genesis };
        requests += 1;
        return { status: 429, headers, body: 'Too Many Requests' };
      },
    },
  });
  const look = (): Promise<string> =>
    api
      .find('/blocks/tip/hash', String, signal)
      .then(String, (error: unknown) => (error instanceof Error ? error.message : String(error)));
  return {
    look,
    async lookAt(ms: number): Promise<readonly [number, string]> {
      passedMs = ms;
      const words = await look();
      return [requests, words];
    },
  };
}
