import { UsageError } from '../exit-codes.ts';
import { besideCoin, besideToken } from '../show/beside-tokens.ts';

const memoTypes = ['text', 'id', 'hash', 'return'] as const;

export interface Destination {
  readonly chain: string;
  /** Null where `--to` names the chain alone. */
  readonly address: string | null;
}

/** `42161`, or a chain with who receives there: `bitcoin:bc1q...`; only the chain in any case. */
export function readDestination(text: string): Destination {
  const cut = text.indexOf(':');
  if (cut === -1) return { chain: text.toLowerCase(), address: null };
  const [chain, address] = [text.slice(0, cut).toLowerCase(), text.slice(cut + 1)];
  if (chain === '' || address === '')
    throw new UsageError(`--to "${text}" is half written; write 42161, or bitcoin:<address>`);
  return { chain, address };
}

/**
 * The recipient that the options name; the payer only where addresses are written as the payer's.
 * Null is a payer without an address.
 */
export function recipientOf(
  { chain, address }: Destination,
  recipient: string | undefined,
  payer: string | null,
): string {
  if (address !== null && recipient !== undefined && address !== recipient)
    throw new UsageError('--to and --recipient name two recipients; leave one of them out');
  const named = address ?? recipient;
  if (named !== undefined) return named;
  const isWrittenAlike = besideCoin(chain) === undefined || /^[0-9]+$/.test(chain);
  if (payer !== null && isWrittenAlike) return payer;
  throw new UsageError(
    isWrittenAlike
      ? `name the recipient: --to ${chain}:<address>`
      : `the payer has no address on ${chain}; name the recipient: --to ${chain}:<address>`,
  );
}

/**
 * What arrives: the named token, else the same one where the chain has it, else its coin. The coin of
 * a chain beside the EVM ones arrives as dollars on those.
 */
export function tokenThere(
  chain: string,
  {
    from,
    token,
    named,
  }: { readonly from: string; readonly token: string; readonly named?: string },
): string {
  if (named !== undefined) return named;
  const there = besideToken(chain, token) ?? besideCoin(chain);
  return there?.symbol ?? (besideCoin(from)?.symbol === token ? 'USDC' : token);
}

/** `text:invoice 42` or `id:42`, as the recipient asked for it. */
export function readMemoOption(text: string) {
  const cut = text.indexOf(':');
  const type = memoTypes.find((one) => one === text.slice(0, cut));
  const value = text.slice(cut + 1);
  if (type === undefined || value === '')
    throw new UsageError(
      `--memo "${text}" does not say its type; write text:..., id:..., hash:... or return:...`,
    );
  return { type, value };
}
