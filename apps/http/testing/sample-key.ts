import type { KeyUsage } from '@interline/core/api-keys';

/** The one key that the fakes know from the start. */
export const sampleKey = `ak_${'a1'.repeat(24)}`;

export function sampleKeyUsage(hash: string): KeyUsage {
  return {
    key: { hash, label: 'my shop', createdAtMs: 1_800_000_000_000, endsAtMs: null },
    hour: {
      total: 3,
      errors: 1,
      topPaths: [
        { path: '/api/route/quote', total: 2, errors: 0 },
        { path: '/api/route/execute', total: 1, errors: 1 },
      ],
    },
    day: {
      total: 40,
      errors: 1,
      topPaths: [
        { path: '/api/route/quote', total: 39, errors: 0 },
        { path: '/api/route/execute', total: 1, errors: 1 },
      ],
    },
    recent: [{ path: '/api/route/execute', status: 422, tookMs: 12, atMs: 1_800_000_004_000 }],
  };
}
