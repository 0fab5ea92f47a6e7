import type { WantedCalls } from '@interline/client';
import { Interface, isAddress, isHexString } from 'ethers';
import { UsageError } from '../exit-codes.ts';
import { toUnits } from './terminal.ts';

type WantedCall = WantedCalls['calls'][number];

const token = new Interface([
  'function transfer(address to, uint256 units)',
  'function approve(address spender, uint256 units)',
  'function transferFrom(address from, address to, uint256 number)',
]);

/** One that may be named by its symbol; how much of it is then said in whole tokens. */
interface KnownToken {
  readonly symbol: string;
  readonly address: string;
  readonly decimals: number;
}

const forms = {
  nft: 'nft:<contract>:<number>:<to>',
  transfer: 'transfer:<token>:<to>:<amount>',
  approve: 'approve:<token>:<spender>:<amount>',
  call: 'call:<to>:<data>[:<value>]',
} as const;

/** One call of an account as a person writes it; throws `UsageError`. */
export function callIn(
  text: string,
  account: string,
  tokens: readonly KnownToken[] = [],
): WantedCall {
  const [kind = '', first = '', one = '', other = '', ...more] = text.split(':');
  if (more.length > 0) throw malformed(text);
  const named = tokens.find(({ symbol }) => symbol.toLowerCase() === first.toLowerCase());
  if (named !== undefined && (kind === 'transfer' || kind === 'approve')) {
    if (!isAddress(one) || other === '') throw malformed(text);
    const units = kind === 'approve' && other === '0' ? other : toUnits(other, named.decimals);
    return { to: named.address, data: token.encodeFunctionData(kind, [one, units]) };
  }
  const to = first;
  if (!isAddress(to))
    throw kind === 'transfer' || kind === 'approve' ? unnamed(text, to, tokens) : malformed(text);
  switch (kind) {
    case 'nft':
      if (!isDigits(one) || !isAddress(other)) throw malformed(text);
      return { to, data: token.encodeFunctionData('transferFrom', [account, other, one]) };
    case 'transfer':
    case 'approve':
      if (!isAddress(one) || !isDigits(other)) throw malformed(text);
      return { to, data: token.encodeFunctionData(kind, [one, other]) };
    case 'call':
      if (!isHexString(one) || one.length % 2 !== 0 || !(other === '' || isDigits(other)))
        throw malformed(text);
      return { to, data: one, ...(other === '' ? {} : { value: other }) };
    default:
      throw malformed(text);
  }
}

function isDigits(text: string): boolean {
  return /^[0-9]{1,78}$/.test(text);
}

function unnamed(text: string, token: string, tokens: readonly KnownToken[]): UsageError {
  const [{ symbol } = { symbol: 'that of the fee' }] = tokens;
  return new UsageError(
    `"${token}" in "${text}" is neither ${symbol} nor an address; another token is named by its address, in its smallest units`,
  );
}

function malformed(text: string): UsageError {
  return new UsageError(`"${text}" is not a call; wanted ${Object.values(forms).join(', ')}`);
}
