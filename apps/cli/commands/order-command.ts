import type { AuditEntry, Client, OrderAnswer } from '@interline/client';
import { type Command, Option } from 'commander';
import { UsageError } from '../exit-codes.ts';
import { type Terminal, terminal } from '../show/terminal.ts';
import { feeRate, inGwei } from '../show/fee-rate.ts';
import { readTokenAmounts, type TokenAmounts } from '../show/token-amounts.ts';
import { operatorClient, operatorCommand } from './operator-command.ts';
import type { RestOptions } from './shared-options.ts';

/** What every order carries beside its own words. */
interface OrderWords {
  readonly reason?: string;
  readonly dryRun?: boolean;
}

interface OrderCommand<Answer> {
  readonly name: string;
  /** Of one below another command; those of the table have it there. */
  readonly description?: string;
  /** As commander writes them, each with its help. */
  readonly args: readonly (readonly [name: string, help: string])[];
  /** Whole command lines. */
  readonly examples: readonly string[];
  /** What an operator must know before giving it. */
  readonly note?: string;
  /** The order only begins what it is about; its `follow` says how the rest is watched. */
  readonly isBegun?: true;
  /** What happens by itself once it was carried out, and how that is seen. */
  readonly next?: string;
  /** Only of orders that were there before there was an audit. */
  readonly isReasonOptional?: true;
  /** Beside the words of every order, as commander writes them. */
  readonly options?: readonly (Option | readonly [flags: string, help: string])[];
  send(
    client: Client,
    args: readonly string[],
    words: OrderWords,
    options: Readonly<Record<string, unknown>>,
  ): Promise<Answer>;
  /** Which token the amounts of its changes are of; their units are shown as they are without it. */
  readonly amountsOf?: (
    args: readonly string[],
    options: Readonly<Record<string, unknown>>,
  ) => OfToken;
  /** What a person sees of the order's own response. */
  readonly show?: (
    out: Terminal,
    answer: Exclude<Answer, OrderAnswer>,
    amounts: TokenAmounts,
  ) => void;
}

interface OfToken {
  readonly chain: string;
  readonly token: string;
}

type OrderOptions = RestOptions & OrderWords;

/** An operator's order as a command: `--reason`, `--dry-run`, `--json` and examples in its help. */
export function orderCommand<Answer>(row: OrderCommand<Answer>): Command {
  const command = operatorCommand(row.name, row.description)
    .option(
      '--reason <text>',
      row.isReasonOptional === true
        ? 'why; kept in the audit'
        : 'why; kept in the audit; required, but for a dry run',
    )
    .option('--dry-run', 'say what the order would change, and change nothing')
    .addHelpText('after', `\nExamples:\n${row.examples.map((line) => `  ${line}`).join('\n')}`);
  if (row.note !== undefined) command.addHelpText('after', `\n${row.note}`);
  for (const [name, help] of row.args) command.argument(name, help);
  for (const option of row.options ?? [])
    command.addOption(option instanceof Option ? option : new Option(...option));
  return command.action(async (...given: unknown[]) => {
    // CAST: commander gives the arguments as texts, then the options, then the command.
    const args = given.slice(0, row.args.length) as string[];
    const { reason, dryRun, ...options } = given[row.args.length] as OrderOptions; // CAST: as above.
    if (reason === undefined && dryRun !== true && row.isReasonOptional !== true)
      throw new UsageError('an order needs its reason for the audit: add --reason "..."');
    const out = terminal(options.json);
    const words = {
      ...(reason === undefined ? {} : { reason }),
      ...(dryRun === undefined ? {} : { dryRun }),
    };
    const client = operatorClient(options);
    const answer = await row.send(client, args, words, { ...options });
    const amounts = await readTokenAmounts(client);
    const of =
      row.amountsOf?.(args, { ...options }) ??
      (isOrderAnswer(answer) ? namedIn(answer) : undefined);
    const ratesOn = isOrderAnswer(answer) ? chainIn(answer) : undefined;
    const inWords: ShowField = (name, value) => shownField(amounts, { of, ratesOn }, name, value);
    out.result(answer, () => {
      if (isOrderAnswer(answer)) showOrder(out, answer, inWords, row);
      // CAST: the other answers of the union.
      else row.show?.(out, answer as Exclude<Answer, OrderAnswer>, amounts);
    });
  });
}

/** The token that an order names among its changes. */
function namedIn({ after: { chain, token } }: OrderAnswer): OfToken | undefined {
  return typeof token === 'string' && (typeof chain === 'string' || typeof chain === 'number')
    ? { chain: String(chain), token }
    : undefined;
}

/** The chain whose fee rates an order changed, where it says so. */
function chainIn({ after: { chain } }: Pick<OrderAnswer, 'after'>): string | undefined {
  return typeof chain === 'string' || typeof chain === 'number' ? String(chain) : undefined;
}

function isOrderAnswer(answer: unknown): answer is OrderAnswer {
  return typeof answer === 'object' && answer !== null && 'auditId' in answer;
}

/** What a person reads of an order that was given, or rehearsed. */
export function showOrder(
  out: Pick<Terminal, 'line' | 'step'>,
  { dryRun, target, before, after, auditId }: OrderAnswer,
  inWords: ShowField,
  { name, isBegun, next }: Pick<OrderCommand<unknown>, 'name' | 'isBegun' | 'next'>,
): void {
  const title = `${name} ${target}`;
  const done = isBegun === true ? 'accepted, and under way' : 'done';
  out.line(dryRun ? `${title} would change:` : `${title}: ${done}`);
  // The units say the same, and are shown as tokens.
  const { amount: _amount, ...shownAfter } = after;
  for (const line of changeLines({ before, after: shownAfter }, inWords)) out.line(`  ${line}`);
  if (dryRun || auditId === null) return;
  out.step('audit', auditId);
  if (next !== undefined) out.step('next', next);
}

/** What an order of the audit changed, its amounts in tokens where its target names one. */
export function auditLines(
  { target, before, after }: Pick<AuditEntry, 'target' | 'before' | 'after'>,
  amounts: TokenAmounts,
): readonly string[] {
  const ratesOn = chainIn({ after });
  // The units say the same, and are shown as tokens.
  const { amount: _amount, ...shownAfter } = after;
  const of = ofTarget(target);
  return changeLines({ before, after: shownAfter }, (name, value) =>
    shownField(amounts, { of, ratesOn }, name, value),
  );
}

/** As targets name a token: `float of USDC on 8453 ...`, or `USDC of the float account on 8453`. */
function ofTarget(target: string): OfToken | undefined {
  const [, token, chain] =
    /^float of (\S+) (?:on|from) (\S+)/.exec(target) ??
    /^(\S+) of the \S+ account on (\S+)$/.exec(target) ??
    [];
  return token === undefined || chain === undefined ? undefined : { token, chain };
}

type ShowField = (name: string, value: unknown) => string;

/** A line for each field that differs. */
function changeLines(
  { before, after }: Pick<AuditEntry, 'before' | 'after'>,
  inWords: ShowField,
): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [was, is] = [inWords(name, before[name]), inWords(name, after[name])];
    const label = labels[name] ?? name;
    return was === is || is === '' ? [] : [`${label}: ${was === '' ? '' : `${was} -> `}${is}`];
  });
}

/** Names of fields without their unit, since a person sees another. */
const labels: Readonly<Record<string, string>> = {
  maxFeeRate: 'maxFee',
  tip: 'tip',
  mostGasCost: 'mostGas',
};

/** Fields of orders that are fee rates, or amounts of the coin or of the order's token. */
const feeRates: readonly string[] = ['maxFeeRate', 'tip'];
const coinAmounts: readonly string[] = ['mostGasCost'];
const tokenAmounts: readonly string[] = [
  'free',
  'reserved',
  'units',
  'target',
  'unclaimed',
  'deficit',
  'capital',
  'losses',
  'owed',
  'delivered',
];

/** An amount as an order writes it into a text: `2000000 of 0x... on 8453`. */
const ofToken = /([0-9]+) of (\S+) on ([a-z0-9]+)/g;

interface OfOrder {
  readonly of: OfToken | undefined;
  readonly ratesOn: string | undefined;
}

function shownField(
  amounts: TokenAmounts,
  { of, ratesOn }: OfOrder,
  name: string,
  value: unknown,
): string {
  if (name === 'booksAs' && typeof value === 'string')
    return value.replaceAll(ofToken, (_all, units: string, token: string, chain: string) => {
      return `${amounts.of(units, chain, token)} on ${amounts.chain(chain)}`;
    });
  if (typeof value !== 'string' || !/^[0-9]+$/.test(value)) return shown(value);
  if (feeRates.includes(name))
    return ratesOn === undefined ? inGwei(value) : feeRate(value, ratesOn);
  const [, freeOn] = /^free on (\S+)$/.exec(name) ?? [];
  if (of !== undefined && freeOn !== undefined) return amounts.of(value, freeOn, of.token);
  if (of !== undefined && coinAmounts.includes(name)) return amounts.coin(value, of.chain);
  if (of !== undefined && tokenAmounts.includes(name)) return amounts.of(value, of.chain, of.token);
  return shown(value);
}

function shown(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
