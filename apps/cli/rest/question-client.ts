import { type Client, createClient } from '@interline/client';
import { privateFetch } from '@interline/client/private';
import { UsageError } from '../exit-codes.ts';
import { nodeMlDsa } from './node-ml-dsa.ts';
import { purseOf } from './purse.ts';
import type { LaneOptions } from '../commands/shared-options.ts';

/** A client whose questions are sealed and sent through a relay where `--private` says so. */
export function questionClient(
  { url, private: isPrivate, relay }: Omit<LaneOptions, 'json'>,
  how: { readonly sendsRefusedOnce?: boolean } = {},
): Client {
  if (!isPrivate) {
    if (relay !== undefined) throw new UsageError('--relay goes with --private');
    return createClient({ ...how, baseUrl: url });
  }
  // ML-KEM of the platform is new, and Node would say so before every answer.
  process.removeAllListeners('warning');
  const { lanePins: pins, keptLanes: kept } = purseOf(url);
  const fetch = privateFetch({
    baseUrl: url,
    pins,
    kept,
    mlDsa: nodeMlDsa(),
    ...(relay === undefined ? {} : { relay }),
    say: (words) => console.error(words),
  });
  return createClient({ ...how, baseUrl: url, fetch });
}
