import type { DevnetChain } from '../devnet-chain.ts';
import { readAddress } from '../http/read-address.ts';
import { readFields, shown } from '../http/read-fields.ts';
import { RequestRefused } from '../http/request-refused.ts';
import { tokenNamed } from './token-named.ts';

/**
 * `token`: a symbol or address the chain has, `native`, or `member` for a pass; `amount` in
 * smallest units.
 */
export type FaucetRequest = { chainId: number; token: string; to: string; amount: bigint };

const largestAmount = 2n ** 256n - 1n;

/**
 * Reads the body of POST /devnet/faucet; refuses with the field, what it was and what was wanted.
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
