import type { GuardHost } from '../guard/guard-settings.ts';
import { testContext, testRelayer } from './test-context.ts';

/**
 * What the guard knows of a host of doubles: its tokens, a dollar for each, and one account of its
 * own.
 */
export function testGuardHost(parts: Partial<GuardHost> = {}): GuardHost {
  const { tokens, price } = testContext();
  return { tokens, price, own: [testRelayer], ...parts };
}
