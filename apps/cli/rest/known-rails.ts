import type { Client } from '@interline/client';

/**
 * Throws where one of the names is no rail and no way of the service: it would leave out nothing,
 * and nobody would know.
 */
export async function requireRails(
  client: Pick<Client, 'call'>,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const { rails } = await client.call('GET /api/terms', {});
  const known = [...new Set(rails.flatMap(({ rail, ways }) => [rail, ...ways]))];
  const stranger = names.find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw new Error(
      `"${stranger}" is no rail of this service; --without takes ${known.join(', ')}`,
    );
}
