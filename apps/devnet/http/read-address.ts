import { getAddress } from 'ethers/address';
import { shown } from './read-fields.ts';
import { RequestRefused } from './request-refused.ts';

/** An EVM address in its checksummed form; one in mixed case must carry the right checksum. */
export function readAddress(value: unknown, field: string): string {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) {
    throw new RequestRefused(400, `${field} is ${shown(value)}; wanted 0x and 40 hex digits`);
  }
  try {
    return getAddress(value);
  } catch (error) {
    throw new RequestRefused(
      400,
      `${field} ${value} fails its checksum; send it in lower case or corrected`,
      { cause: error },
    );
  }
}
