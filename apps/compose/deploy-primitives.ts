import { createHash } from 'node:crypto';
import type { PrimitivePolicy } from '@interline/usecases';
import type { Config } from './config/config-schema.ts';
import { readSecret } from './config/secret-ref.ts';

/** Long enough to tell two credentials apart, too short to find one by. */
const markDigits = 8;

export function deployPrimitives({ primitives, operatorToken }: Config, env: NodeJS.ProcessEnv): PrimitivePolicy {
  return {
    ...primitives, isLive: env['PRIMITIVES_LIVE'] === '1',
    ...(operatorToken === undefined ? {} : { operatorMark: createHash('sha256').update(`primitives\n${readSecret(operatorToken, env)}`).digest('hex').slice(0, markDigits) }),
  };
}
