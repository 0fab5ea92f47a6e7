import { type DevnetChain, tokenNamed } from '../devnet-report.ts';
import { readAddress, readFields, RequestRefused, shown } from '../http/read-request.ts';

/**
 * `token`: a symbol or address the chain has, `native`, or `member` for a pass; `amount` in
 * smallest units.
 */
export type FaucetRequest = { chainId: number; token: string; to: string; amount: bigint };

const largestAmount = 2n ** 256n - 1n;

/**
 * Reads the body of POST /devnet/faucet; a refusal states the field, what was found and what was
 * expected.
 */
export function readFaucetRequest(body: unknown, chains: readonly DevnetChain[]): FaucetRequest {
  const { chainId, token, to, amount } = readFields(body, 'the body', [
    'chainId',
    'token',
    'to',
    'amount',
  ]);

  const chain = chains.find((running) => running.chainId === chainId);
  if (chain === undefined) {
    const running = chains.map((each) => each.chainId).join(', ');
    throw new RequestRefused(400, `chainId is ${shown(chainId)}; this devnet runs ${running}`);
  }
  const name = readToken(token, chain);
  return {
    chainId: chain.chainId,
    token: name,
    to: readAddress(to, 'to'),
    amount: readAmount(amount, name),
  };
}

function readToken(token: unknown, chain: DevnetChain): string {
  if (typeof token === 'string') {
    if (token === 'native' || token === 'member') return token;
    const named = tokenNamed(chain, token);
    if (named !== undefined) return named.address;
  }
  const wanted = [...chain.tokens.map(({ symbol }) => symbol), 'native', 'member'].join(', ');
  throw new RequestRefused(
    400,
    `token is ${shown(token)}; wanted one of ${wanted} or a token's address`,
  );
}

function readAmount(amount: unknown, token: string): bigint {
  if (token === 'member') {
    if (amount === undefined || amount === '1') return 1n;
    throw new RequestRefused(
      400,
      `amount is ${shown(amount)}; member passes come one at a time, so leave it out`,
    );
  }
  if (
    typeof amount !== 'string' ||
    !/^[1-9][0-9]{0,77}$/.test(amount) ||
    BigInt(amount) > largestAmount
  ) {
    throw new RequestRefused(
      400,
      `amount is ${shown(amount)}; wanted a string of digits, in smallest units, above 0`,
    );
  }
  return BigInt(amount);
}

/** A relayer address's request: native gas, a float of every token, or both. */
export type RelayerNeed = { address: string; gas: boolean; tokens: boolean };

const mostAddresses = 64;

/**
 * Reads the body of POST /devnet/relayer: each address once, with the needs of a repeated one
 * combined.
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
