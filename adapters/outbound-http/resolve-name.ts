import { Resolver } from 'node:dns/promises';

/** All addresses of a name; none where it has none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/**
 * Asks the name servers themselves. The system's resolver has four threads for the whole process,
 * which a few slow names would fill, and it knows the names of the local network.
 */
export function resolveName(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const asked = [resolver.resolve4(name), resolver.resolve6(name)].map((addresses) =>
    addresses.catch(() => []),
  );
  return Promise.all(asked).then((families) => families.flat());
}
