import { Resolver } from 'node:dns/promises';
import { isIPv6, type LookupFunction } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './is-public-address.ts';

/** The name resolves to an address that is not public. */
export class UnsafeAddress extends Error {
  override readonly name = 'UnsafeAddress';
}

/**
 * The DNS lookup of one connection. The socket connects to the very addresses that were checked, so
 * a name cannot resolve differently the second time. One denied address refuses them all, because
 * we cannot choose which one is tried.
 */
export function checkedLookup(resolve: ResolveName, allowLoopback: boolean): LookupFunction {
  const isFit = (address: string): boolean =>
    isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address));
  return (name, options, done) => {
    void addressesOf(resolve, name, allowLoopback)
      .then((addresses) => {
        if (!addresses.every(isFit))
          throw new UnsafeAddress('the name leads to an address that is not public');
        const [first] = addresses;
        if (first === undefined) throw new Error('the name has no address');
        if (options.all === true)
          done(
            null,
            addresses.map((address) => ({ address, family: familyOf(address) })),
          );
        else done(null, first, familyOf(first));
      })
      .catch((error: unknown) =>
        done(error instanceof Error ? error : new Error('the name was not resolved'), ''),
      );
  };
}

/** Resolves `localhost` itself, because no name server knows it. */
async function addressesOf(
  resolve: ResolveName,
  name: string,
  allowLoopback: boolean,
): Promise<readonly string[]> {
  return allowLoopback && name === 'localhost' ? ['127.0.0.1', '::1'] : resolve(name);
}

function familyOf(address: string): 4 | 6 {
  return isIPv6(address) ? 6 : 4;
}

/** Resolves to all addresses of a name; empty where it has none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/**
 * Asks the name servers directly. The system's resolver has four threads for the whole process,
 * which a few slow names would fill, and it resolves names of the local network.
 */
export function resolveName(name: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const asked = [resolver.resolve4(name), resolver.resolve6(name)].map((addresses) =>
    addresses.catch(() => []),
  );
  return Promise.all(asked).then((families) => families.flat());
}
