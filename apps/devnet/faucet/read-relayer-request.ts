import { readAddress } from '../http/read-address.ts';
import { readFields, shown } from '../http/read-fields.ts';
import { RequestRefused } from '../http/request-refused.ts';

/** What one relayer address asks for: native gas, a float of every token, or both. */
export type RelayerNeed = { address: string; gas: boolean; tokens: boolean };

const mostAddresses = 64;

/**
 * Reads the body of POST /devnet/relayer: each address once, the needs of a repeated one added up.
 */
export function readRelayerRequest(body: unknown): RelayerNeed[] {
  const { addresses } = readFields(body, 'the body', ['addresses']);
  if (!Array.isArray(addresses) || addresses.length === 0 || addresses.length > mostAddresses) {
    throw new RequestRefused(
      400,
      `addresses is ${shown(addresses)}; wanted a list of 1 to ${mostAddresses} addresses`,
    );
  }

  const needs = new Map<string, RelayerNeed>();
  for (const need of addresses.map(readNeed)) {
    const before = needs.get(need.address);
    needs.set(need.address, before === undefined ? need : bothOf(before, need));
  }
  return [...needs.values()];
}

function readNeed(entry: unknown, at: number): RelayerNeed {
  const field = `addresses[${at}]`;
  if (typeof entry === 'string')
    return { address: readAddress(entry, field), gas: true, tokens: true };

  const { address, gas, tokens } = readFields(entry, field, ['address', 'gas', 'tokens']);
  const need = {
    address: readAddress(address, `${field}.address`),
    gas: readWish(gas, `${field}.gas`),
    tokens: readWish(tokens, `${field}.tokens`),
  };
  if (!need.gas && !need.tokens)
    throw new RequestRefused(400, `${field} asks for neither gas nor tokens`);
  return need;
}

function readWish(value: unknown, field: string): boolean {
  if (value === undefined) return true;
  if (typeof value !== 'boolean')
    throw new RequestRefused(400, `${field} is ${shown(value)}; wanted true or false`);
  return value;
}

function bothOf(one: RelayerNeed, other: RelayerNeed): RelayerNeed {
  return { address: one.address, gas: one.gas || other.gas, tokens: one.tokens || other.tokens };
}
