import type { Client, RouteQuoteBody } from '@interline/client';
import { passText } from '@interline/client/passes';
import { type Command, Option } from 'commander';
import { readDestination, readMemoOption, tokenThere } from './destination.ts';
import { UsageError } from '../exit-codes.ts';
import { chainCalled } from '../rest/chain-called.ts';
import { purseOf } from '../rest/purse.ts';
import { spendPasses } from '../rest/spend-passes.ts';
import { type Terminal, toUnits } from '../show/terminal.ts';
import {
  type LaneOptions,
  restCommand,
  type RestOptions,
  withoutOption,
} from './shared-options.ts';
import type { SourceToken } from './source.ts';

/** Options every command that is about one transfer has. */
export interface TransferOptions extends RestOptions {
  readonly from: string;
  readonly to: string;
  /** What is paid, where it is named. */
  readonly token?: string;
  /** What arrives, where it is not the same token. */
  readonly toToken?: string;
  /** In whole tokens. */
  readonly amount: string;
  readonly memo?: ReturnType<typeof readMemoOption>;
  readonly claimable?: boolean;
  readonly without: readonly string[];
}

/** Of commands that only ask. */
export interface QuestionOptions extends TransferOptions, LaneOptions {
  /** Whether the question is paid with a pass. */
  readonly pass: boolean;
}

export function transferCommand(name: string): Command {
  return restCommand(name)
    .requiredOption(
      '--from <chain>',
      'source: a chain id or name, e.g. 8453, base or bitcoin',
      inLowerCase,
    )
    .requiredOption(
      '--to <chain>',
      'destination: a chain id or name, e.g. 42161, bitcoin, stellar; with :<address>, who receives',
    )
    .requiredOption('--amount <amount>', 'how much, in whole tokens, e.g. 5 or 5.25')
    .option(
      '--token <token>',
      'symbol or address of what is paid; USDC, or the coin of a chain without it',
    )
    .option(
      '--to-token <token>',
      'what arrives; the same token, or the coin of a chain without it; USDC for bitcoin',
    )
    .option(
      '--memo <type:value>',
      'to stellar: what the recipient asks for beside the payment, e.g. id:42 or text:...',
      readMemoOption,
    )
    .option(
      '--claimable',
      'to stellar: pay a balance to claim where the recipient has no trustline',
    )
    .addOption(withoutOption());
}

export function passOption(): Option {
  return new Option(
    '--pass',
    'ask with a pass of yours: past the limit, and counted to no client',
  ).default(false, 'off');
}

/** Asks the question, with a pass out of the caller's own where that is wanted. */
export async function askWithPass<T>(
  client: Pick<Client, 'call'>,
  { pass, url }: Pick<QuestionOptions, 'pass' | 'url'>,
  ask: (call: Client['call'], headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  if (!pass) return ask(client.call, {});
  return spendPasses(purseOf(url), client, async ({ call, takePass }) =>
    ask(call, { 'x-svc-pass': passText(await takePass()) }),
  );
}

/** What is left once the question was paid for. */
export async function showSpentPass(
  out: Pick<Terminal, 'step'>,
  { pass, url }: Pick<QuestionOptions, 'pass' | 'url'>,
): Promise<void> {
  if (!pass) return;
  const left = await purseOf(url).count();
  out.step('pass', `one was spent; ${left} ${left === 1 ? 'is' : 'are'} left`);
}

/** Chains have no two names that differ in their capitals alone. */
function inLowerCase(chain: string): string {
  return chain.toLowerCase();
}

/** The same options, their chains by what requests call them. */
export async function withChains<Options extends Pick<TransferOptions, 'from' | 'to'>>(
  client: Pick<Client, 'call'>,
  options: Options,
): Promise<Options> {
  const { chain, address } = readDestination(options.to);
  const [from, to] = [await chainCalled(client, options.from), await chainCalled(client, chain)];
  return { ...options, from, to: address === null ? to : `${to}:${address}` };
}

/** What the options say, as the service takes it. */
export function transferOf(
  { from, to, token, toToken, amount, memo, claimable, without }: TransferOptions,
  source: SourceToken,
) {
  const { chain, address } = readDestination(to);
  const paid = token ?? source.symbol;
  return {
    fromChain: from,
    toChain: chain,
    fromToken: paid,
    toToken: tokenThere(chain, {
      from,
      token: paid,
      ...(toToken === undefined ? {} : { named: toToken }),
    }),
    amount: toUnits(amount, source.decimals),
    ...(address === null ? {} : { toAddress: address }),
    ...(memo === undefined ? {} : { memo }),
    ...(claimable === undefined ? {} : { claimable }),
    ...(without.length === 0 ? {} : { excludeRails: without }),
  } satisfies RouteQuoteBody;
}

/**
 * Throws where a name is neither a rail nor an engine of the service: it would silently leave out
 * nothing.
 */
export async function requireRails(
  client: Pick<Client, 'call'>,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const { rails } = await client.call('GET /api/terms', {});
  const ranked = rails.filter(({ simulated }) => !simulated);
  const known = [...new Set(ranked.flatMap(({ rail, ways }) => [rail, ...ways]))];
  const stranger = names.find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw new UsageError(
      `there is no rail "${stranger}" to leave out; --without takes ${known.join(', ')}`,
    );
}
