import type { HttpDeps } from '../http-deps.ts';
import type { HttpContext } from '../http-state.ts';

/**
 * Notes for a key's owner, once the request is over, what was asked with it: the row, how it ended,
 * how long it took.
 */
export function countKeyUse(
  { res, state }: HttpContext,
  hash: string,
  { clock, useCases }: Pick<HttpDeps, 'clock' | 'useCases'>,
): void {
  const atMs = clock.now();
  res.once('close', () => {
    if (state.endpoint !== null)
      useCases.apiKeys.noteKeyUse(hash, {
        path: state.endpoint.path,
        status: res.statusCode,
        tookMs: Math.max(0, clock.now() - atMs),
        atMs,
      });
  });
}
