import type { KeyUsage } from '@interline/usecases';
import type * as z from 'zod';
import type { keyUsage } from '../wire/keys.ts';

export function writeKeyUsage({ key, hour, day, recent }: KeyUsage): z.input<typeof keyUsage> {
  return {
    key: { label: key.label, created: key.createdAtMs },
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
