import type { TransferPlan } from '@interline/client';
import { Command, Option } from 'commander';
import { readDestination } from './destination.ts';
import { restCommand, type RestOptions, withoutOption } from './shared-options.ts';
import { sourceToken } from './source.ts';
import { UsageError } from '../exit-codes.ts';
import { chainCalled } from '../rest/chain-called.ts';
import { questionClient } from '../rest/question-client.ts';
import { columns } from '../show/lines.ts';
import { rejectedLines, sayingOfPlan, sendLeg } from '../show/plan-words.ts';
import { type Terminal, terminal, toUnits } from '../show/terminal.ts';
import { readTokenAmounts, type TokenAmounts } from '../show/token-amounts.ts';
import { whileWaiting } from '../show/while-waiting.ts';

export function planCommand(): Command {
  return new Command('plan')
    .addCommand(makeCommand())
    .addCommand(
      restCommand('show', 'a plan that was made, for a day')
        .argument('<id>', 'plan_...')
        .action(async (id: string, options: RestOptions) => {
          const client = clientOf(options);
          const plan = await client.call('GET /api/plan/{id}', { params: { id } });
          await showPlan(options, plan, await readTokenAmounts(client));
        }),
    )
    .addCommand(
      restCommand('balances', 'what an EVM account has on these chains, and how it is moved')
        .argument('<account>', 'its address')
        .argument('<chains...>', 'chain ids or names')
        .action(balances),
    )
    .addCommand(
      restCommand('corridor', 'what transfers between two chains cost here, and how long they took')
        .requiredOption('--from <chain>', 'the source')
        .requiredOption('--to <chain>', 'the destination')
        .option('--token <token>', 'the symbol of both sides', 'USDC')
        .option('--hours <hours>', 'how far back', '168')
        .action(corridor),
    )
    .addCommand(
      restCommand('calls', 'what a wallet is asked by wallet_sendCalls, as JSON')
        .argument('<id>', 'plan_...')
        .option('--chain <chain>', 'needed where legs come from several chains')
        .action(async (planId: string, options: RestOptions & { readonly chain?: string }) => {
          const client = clientOf(options);
          const { chain } = options;
          const calls = await client.call('POST /api/plan/calls', {
            body: {
              planId,
              ...(chain === undefined ? {} : { chain: await chainCalled(client, chain) }),
            },
          });
          console.log(JSON.stringify(calls, null, 2));
        }),
    );
}

interface MakeOptions extends RestOptions {
  readonly to: string;
  readonly source: readonly string[];
  readonly toToken: string;
  readonly amount?: string;
  readonly goal: NonNullable<TransferPlan['goal']>;
  readonly split: boolean;
  readonly maxFeeBps?: number;
  readonly maxSeconds?: number;
  readonly without: readonly string[];
  readonly account?: string;
}

function makeCommand(): Command {
  return restCommand('make', 'choose among sources; nothing is moved or reserved')
    .requiredOption('--to <chain:address>', 'destination and recipient, e.g. 42161:0x...')
    .requiredOption(
      '--source <chain:token:amount>',
      'the most that may be taken from there, in whole tokens, e.g. 8453:USDC:25; again for each',
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .option('--to-token <token>', 'what arrives', 'USDC')
    .option('--amount <amount>', 'how much should arrive; all that the sources bring without it')
    .addOption(
      new Option('--goal <goal>', 'what is best')
        .choices(['max-output', 'cheapest', 'fastest'])
        .default('max-output'),
    )
    .option('--split', 'several sources may each bring a part; one leg may then fail alone', false)
    .option('--max-fee-bps <bps>', 'what a leg may lose against par', Number)
    .option('--max-seconds <seconds>', 'how long a leg may take', Number)
    .option('--account <address>', 'who pays, for the price that is theirs')
    .addOption(withoutOption())
    .addHelpText(
      'after',
      '\nExample:\n  npx interline plan make --source 8453:USDC:25 --source 10:USDC:25 --amount 30 --split --to 42161:0x1111111111111111111111111111111111111111',
    )
    .action(make);
}

async function make(options: MakeOptions): Promise<void> {
  const client = clientOf(options);
  const { chain, address } = readDestination(options.to);
  if (address === null) throw new UsageError('--to names who receives too: <chain>:<address>');
  const toChain = await chainCalled(client, chain);
  const { amount, maxFeeBps, maxSeconds, without } = options;
  const from = [];
  for (const text of options.source) {
    const [named = '', token = '', units = ''] = text.split(':');
    if (units === '') throw new UsageError(`"${text}" is not a source; write it like 8453:USDC:25`);
    const source = await chainCalled(client, named);
    const { decimals } = await sourceToken(client, source, token);
    from.push({ chain: source, token, amount: toUnits(units, decimals) });
  }
  const body = {
    to: {
      chain: toChain,
      token: options.toToken,
      address,
      ...(amount === undefined
        ? {}
        : {
            amount: toUnits(amount, (await sourceToken(client, toChain, options.toToken)).decimals),
          }),
    },
    from,
    goal: options.goal,
    ...(options.account === undefined ? {} : { account: options.account }),
    constraints: {
      allowSplit: options.split,
      ...(maxFeeBps === undefined ? {} : { maxFeeBps }),
      ...(maxSeconds === undefined ? {} : { maxSeconds }),
      ...(without.length === 0 ? {} : { excludeRails: [...without] }),
    },
  };
  const [out, amounts] = [terminal(options.json), await readTokenAmounts(client)];
  const there = { amounts, chain: toChain, token: options.toToken };
  const plan = await sayingOfPlan(out, there, () =>
    whileWaiting(out, 'asking every rail', () => client.call('POST /api/plan', { body })),
  );
  await showPlan(options, plan, amounts);
}

async function showPlan(
  { json }: RestOptions,
  plan: TransferPlan,
  amounts: TokenAmounts,
): Promise<void> {
  const out = terminal(json);
  out.result(plan, () => tellPlan(out, plan, amounts));
}

function tellPlan(out: Terminal, plan: TransferPlan, amounts: TokenAmounts): void {
  const { to, total } = plan;
  const arrives = (units: string): string => amounts.of(units, to.chain, to.token);
  out.line(
    columns([
      ['from', 'takes', 'rail', 'delivers', 'at least', 'bps', 'seconds'],
      ...plan.legs.map(({ from, rail, estOut, minOut, feeBps, etaSeconds }) => [
        String(from.chain),
        amounts.of(from.amount, from.chain, from.token),
        rail,
        arrives(estOut),
        arrives(minOut),
        String(feeBps),
        String(etaSeconds),
      ]),
    ]),
  );
  out.line('');
  out.step('plan', plan.id);
  out.step('delivers', `${arrives(total.estOut)}, at least ${arrives(total.minOut)}`);
  out.step('good until', new Date(plan.expiresAt).toISOString());
  for (const line of rejectedLines(plan.rejected, amounts)) out.step('not taken', line);
  for (const leg of plan.legs) {
    const next = sendLeg(leg, to, amounts);
    if (next !== null) out.step('to send', next);
  }
  out.line(
    plan.legs.length === 1
      ? 'Nothing was sent or reserved: what sends it asks for its price again.'
      : 'Nothing was sent or reserved: each leg is priced again and signed when it is sent, and one may fail alone; what it took then goes back to its payer.',
  );
}

/** By how a balance is pulled; nothing here costs coin but an approval. */
const needed = {
  permit2: 'one signature',
  '2612': 'two signatures, the first time',
  '3009': 'one signature',
  none: 'an approval of Permit2, once, by a transaction or a sponsored call',
} as const;

async function balances(
  account: string,
  named: readonly string[],
  options: RestOptions,
): Promise<void> {
  const [out, client] = [terminal(options.json), clientOf(options)];
  const chains = await Promise.all(named.map(async (one) => chainCalled(client, one)));
  const answer = await client.call('POST /api/plan/balances', { body: { account, chains } });
  const amounts = await readTokenAmounts(client);
  out.result(answer, () => {
    if (answer.items.length === 0) out.line('It has no token there that is moved here.');
    else
      out.line(
        columns([
          ['chain', 'has', 'to move it'],
          ...answer.items.map(({ chainId, token, amount, pullable }) => [
            String(chainId),
            amounts.of(amount, chainId, token),
            needed[pullable],
          ]),
        ]),
      );
    if (answer.unread.length > 0) out.step('not read', answer.unread.join(', '));
  });
}

async function corridor(
  options: RestOptions & {
    readonly from: string;
    readonly to: string;
    readonly token: string;
    readonly hours: string;
  },
): Promise<void> {
  const [out, client] = [terminal(options.json), clientOf(options)];
  const { token, hours } = options;
  const [from, to] = [
    await chainCalled(client, options.from),
    await chainCalled(client, options.to),
  ];
  const answer = await client.call('GET /api/plan/corridors', {
    query: { from, to, token, hours },
  });
  out.result(answer, () => {
    if (answer.buckets.length === 0)
      return out.line(
        `Too few to say: no ${answer.bucketHours} hours of the last ${hours} had ten transfers.`,
      );
    out.line(
      columns([
        ['from', 'transfers', 'delivered', 'bps (half)', 'seconds (half)', 'seconds (95 %)'],
        ...answer.buckets.map(({ at, n, okRate, p50FeeBps, p50Seconds, p95Seconds }) => [
          new Date(at).toISOString(),
          String(n),
          `${Math.round(okRate * 100)} %`,
          String(p50FeeBps ?? '-'),
          String(p50Seconds ?? '-'),
          String(p95Seconds ?? '-'),
        ]),
      ]),
    );
  });
}

function clientOf({ url }: RestOptions): ReturnType<typeof questionClient> {
  return questionClient({ url, private: false });
}
