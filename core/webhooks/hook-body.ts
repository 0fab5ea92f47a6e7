import type { RouteEvent } from '../transfer/index.ts';

/** What a hook is sent, to the byte the same in every try: the signature is over it. */
export function hookBody({ kind, routeId, destTx, srcTx, atMs }: RouteEvent): string {
  return JSON.stringify({
    event: kind,
    routeId,
    status: kind === 'route.done' ? 'DONE' : 'FAILED',
    destTx,
    srcTx,
    ts: atMs,
  });
}
