import type { Desk } from '@interline/client';
import { chainRef, chainToWire } from '@interline/kernel';
import { type Command, Option } from 'commander';
import { type Terminal, terminal } from '../show/terminal.ts';
import { readTokenAmounts, type TokenAmounts } from '../show/token-amounts.ts';
import { operatorClient, operatorCommand } from './operator-command.ts';
import { orderCommand } from './order-command.ts';
import type { RestOptions } from './shared-options.ts';

export function deskCommand(): Command {
  return operatorCommand('desk').action(desk).enablePositionalOptions().addCommand(closeCommand());
}

const ends = ['delivered', 'returned', 'explained'] as const;

function closeCommand(): Command {
  return orderCommand({
    name: 'close',
    description:
      'take an unmatched transaction from the desk, by what you found it to be; it is kept as evidence',
    args: [['<id>', 'the id of the unmatched transaction']],
    options: [
      new Option('--as <end>', 'delivered, or given back to the payer, or else explained')
        .choices(ends)
        .makeOptionMandatory(),
      ['--evidence <tx>', 'of a pull that was returned: the payment of ours that did it'],
      ['--route <id>', 'the route of the deposit that it delivered or gave back'],
    ],
    examples: [
      'interline desk close eip155:8453/0x.../0 --as delivered --dry-run',
      'interline desk close eip155:8453/0x.../0 --as returned --evidence 0x... --reason "withdrawn to the payer"',
      'interline desk close eip155:8453/0x.../0 --as returned --route rt_... --reason "its refund"',
    ],
    send(client, [id = ''], words, { as, evidence, route }) {
      return client.call('POST /operator/desk/close', {
        body: {
          id,
          // CAST: one of the choices.
          as: as as (typeof ends)[number],
          ...(typeof evidence === 'string' ? { evidence } : {}),
          ...(typeof route === 'string' ? { routeId: route } : {}),
          ...words,
        },
      });
    },
  });
}

async function desk(options: RestOptions): Promise<void> {
  const out = terminal(options.json);
  const client = operatorClient(options);
  const answer = await client.call('GET /operator/desk', {});
  const amounts = await readTokenAmounts(client);
  out.result(answer, () => {
    if (answer.entries.length === 0) out.line('Nothing waits for a person.');
    for (const entry of answer.entries) showEntry(out, entry, amounts);
    if (answer.more > 0) out.line(`and ${answer.more} more`);
  });
}

type Shows = Desk['entries'][number]['shows'];

/** An entry with its amounts in tokens and its times as times. */
export function showEntry(
  out: Terminal,
  entry: Desk['entries'][number],
  amounts: TokenAmounts,
): void {
  const since = entry.since === null ? '' : ` since ${timeOf(entry.since)}`;
  out.line(`${entry.subject}: ${entry.state}${since}`);
  for (const [name, value] of Object.entries(entry.shows)) {
    const text = times.includes(name) && typeof value === 'number' ? timeOf(value) : shown(value);
    if (text !== '') out.line(`    ${name}: ${inTokens(text, name, entry, amounts)}`);
  }
  out.line(`  ${entry.whatToDo}`);
  for (const command of entry.commands) out.line(`  $ ${command}`);
}

/** Fields that are epoch milliseconds. */
const times: readonly string[] = ['accepted', 'at', 'lastLook'];

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** Fields of a route that are amounts of what it takes, and of what it gives. */
const sideOf: Readonly<Record<string, 'from' | 'atLeast'>> = {
  credited: 'from',
  owed: 'from',
  delivered: 'atLeast',
};

/** The service's smallest units as tokens, where the entry says of which; the text itself elsewhere. */
function inTokens(
  text: string,
  name: string,
  { subject, shows }: Desk['entries'][number],
  amounts: TokenAmounts,
): string {
  if (name === 'moved' || name === 'moves')
    return text.replaceAll(moved, (_all, units: string, token: string) =>
      amounts.of(units, chainOf(shows, subject), token),
    );
  if (name === 'chain') return chainAsWritten(text);
  const onChain = sized.exec(text);
  if (onChain !== null)
    return `${ofSide(text, onChain[1] ?? '', amounts)} on ${chainAsWritten(onChain[3] ?? '')}`;
  if (!/^[0-9]+$/.test(text)) return text;
  const side = sideOf[name];
  const sideText = side === undefined ? '' : shown(shows[side]);
  if (sized.test(sideText)) return ofSide(sideText, text, amounts);
  if (name === 'owed' && typeof shows['token'] === 'string')
    return amounts.of(text, chainOf(shows, subject), shows['token']);
  const [, token] = /^(\S+) of the \S+ account on /.exec(subject) ?? [];
  return (name === 'deficit' || name === 'chainHas') && token !== undefined
    ? amounts.of(text, chainOf(shows, subject), token)
    : text;
}

/** As the desk writes an amount of a route: `2000000 USDC on eip155:8453`. */
const sized = /^([0-9]+) (\S+) on (\S+)$/;
const moved = /([0-9]+) of (0x[0-9a-f]{40}|native|[A-Za-z0-9]{1,12}:G[A-Z2-7]{55})/g;

function ofSide(side: string, units: string, amounts: TokenAmounts): string {
  const [, , symbol = '', chain = ''] = sized.exec(side) ?? [];
  return amounts.of(units, wireChain(chain), symbol);
}

/** By the entry's own field, else by the end of its subject: `... on 8453`. */
function chainOf({ chain }: Shows, subject: string): string {
  return typeof chain === 'string' ? wireChain(chain) : (/ on (\S+)$/.exec(subject)?.[1] ?? '');
}

/** An EVM chain keeps its own name beside its number's meaning; the others have a word of theirs. */
function chainAsWritten(chain: string): string {
  return chain.startsWith('eip155:') ? chain : wireChain(chain);
}

/** The service writes a chain's own name here: `eip155:8453`. */
function wireChain(chain: string): string {
  return chain.includes(':') ? String(chainToWire(chainRef(chain))) : chain;
}

/** Nothing for what is not there. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join('; ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
