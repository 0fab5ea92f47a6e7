import type { KeyUsage } from '@interline/core/api-keys';
import type { keyUsage } from './schemas.ts';
import type * as z from 'zod';

export function presentKeyUsage({ key, hour, day, recent }: KeyUsage): z.input<typeof keyUsage> {
  return {
    key: {
      label: key.label,
      created: key.createdAtMs,
      expires: key.endsAtMs,
      lastUsed: recent[0]?.atMs ?? null,
    },
    hour: { ...hour, topPaths: [...hour.topPaths] },
    day: { ...day, topPaths: [...day.topPaths] },
    recent: recent.map(({ path, status, tookMs, atMs }) => ({
      path,
      status,
      ms: tookMs,
      ts: atMs,
    })),
  };
}
