import { createHash } from 'node:crypto';
import type { PrimitivePolicy } from '@interline/core/primitives';
import type { Config } from './config/config-schema.ts';

/** Long enough to tell two credentials apart, too short to find one by. */
const markDigits = 8;

export function deployPrimitives(
  { primitives }: Pick<Config, 'primitives'>,
  operatorToken: string | null,
  env: NodeJS.ProcessEnv,
): PrimitivePolicy {
  return {
    ...primitives,
    isLive: env['PRIMITIVES_LIVE'] === '1',
    ...(operatorToken === null
      ? {}
      : {
          operatorMark: createHash('sha256')
            .update(`primitives\n${operatorToken}`)
            .digest('hex')
            .slice(0, markDigits),
        }),
  };
}
