import type { Endpoint } from '../endpoint.ts';

/**
 * `GET /api/route/status` is `getRouteStatus`, `DELETE /api/hooks/{id}` is `deleteHooksById`: what
 * generated clients call their methods.
 */
export function operationId({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const words = path.split(/[/.-]/).filter((word) => word !== '' && word !== 'api');
  return (
    method.toLowerCase() +
    words
      .map((word) => (word.startsWith('{') ? `By${capital(word.slice(1, -1))}` : capital(word)))
      .join('')
  );
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
