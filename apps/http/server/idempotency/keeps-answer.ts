import type { Endpoint } from '../endpoint.ts';

/**
 * Whether the answer is kept under the request's Idempotency-Key. A route is kept with its permit,
 * and a key must not be shown again.
 */
export function keepsAnswer({ method, changes }: Pick<Endpoint, 'method' | 'changes'>): boolean {
  return method === 'POST' && changes === 'record';
}
