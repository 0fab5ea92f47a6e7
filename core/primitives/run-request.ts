import type { ExecuteRequest, TickLease } from '../transfer/index.ts';
import type { PrimitiveTerms } from './primitive.ts';

interface Run {
  readonly terms: PrimitiveTerms;
  readonly isLive: boolean;
  readonly isOperator: boolean;
  readonly client: string;
  /** Names a live run, so that it is accepted once however often it is tried. */
  readonly key: string;
  readonly tick?: TickLease;
}

/** A run as any other execute request: of the operator's funds, since a record holds no permit. */
export function runRequest({ terms, isLive, isOperator, client, key, tick }: Run): ExecuteRequest {
  return {
    quote: terms.quote,
    mode: 'self',
    permit: null,
    claimedSpender: null,
    allowance: null,
    minOut: null,
    live: isLive ? true : null,
    dryRun: !isLive,
    allowBurnAddress: false,
    excludeRails: terms.excludeRails,
    onlyEnforced: false,
    sandbox: null,
    isOperator,
    client,
    idempotency: isLive ? { key, bodyHash: key } : null,
    ...(isLive && tick !== undefined ? { tick } : {}),
  };
}
