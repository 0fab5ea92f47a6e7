import type { Posture } from '@interline/core/posture';
import type * as z from 'zod';
import type { postureAnswer } from './schemas.ts';

export function presentPosture({ atMs, ...posture }: Posture): z.input<typeof postureAnswer> {
  return {
    ...posture,
    at: new Date(atMs).toISOString(),
    relays: [...posture.relays],
    stillPublic: [...posture.stillPublic],
    recommend: [...posture.recommend],
  };
}
