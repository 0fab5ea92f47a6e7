import { parts } from '@interline/server';
import type { GuardOptions } from '@interline/plugins';
import type { Container } from 'inversify';

/**
 * What a composition guards its rails with, for rails that a test binds by hand. Parts that a test
 * rebinds later count as well.
 */
export function guardOptions(container: Container): GuardOptions {
  const evm = container.get(parts.evm);
  return {
    clock: container.get(parts.clock),
    log: container.get(parts.log),
    host: {
      tokens: { on: (chain) => container.get(parts.tokens).on(chain) },
      price: { priceOf: (token, signal) => container.get(parts.price).priceOf(token, signal) },
      own: [evm.evmAccounts.spender, evm.evmAccounts.float, evm.batchExecutor],
    },
  };
}
