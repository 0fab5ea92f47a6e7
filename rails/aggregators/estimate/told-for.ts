import type { TokenRef } from '@interline/plugins';
import { engineFault } from '../wire/engine-fault.ts';
import { ignoresCase } from './node-chains.ts';

type Told = readonly [
  field: string,
  asked: string | number | bigint,
  told: string | number | bigint,
];

/** Throws `RAIL_FAULT` if the price is for a different transfer than requested. */
export function assertToldFor(engine: string, fields: readonly Told[]): void {
  const strange = fields.find(([, asked, told]) => asked !== told);
  if (strange !== undefined)
    throw engineFault(
      engine,
      'quote',
      `${engine} answers for another ${strange[0]} than was asked for`,
    );
}

/** An engine's address in its chain's canonical spelling. */
export function toldAddress({ chain }: TokenRef, address: string): string {
  return ignoresCase(chain) ? address.toLowerCase() : address;
}
