import { agentFetch, type Client, createClient, type RouteExecuteBody } from '@interline/client';
import { presentMandate } from '@interline/client/mandates';
import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { UsageError } from '../exit-codes.ts';
import { chainCalled } from '../rest/chain-called.ts';
import { readAgentKeyFile } from '../rest/kept-agent-key.ts';
import { tokenFacts } from '../rest/sign-and-send.ts';
import { dollars } from '../show/dollars.ts';
import { showProgress, showReceipt } from '../show/lines.ts';
import { sayingToPayer } from '../show/say-to-payer.ts';
import { terminal, toUnits } from '../show/terminal.ts';
import { readTokenAmounts } from '../show/token-amounts.ts';
import { transactionLinks } from '../show/transaction-links.ts';
import { readDestination } from './destination.ts';
import type { KeptMandate } from './mandate-make.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

interface PayOptions extends RestOptions {
  readonly key: string;
  readonly to: string;
  readonly amount: string;
  readonly atLeast?: string;
  readonly dryRun?: boolean;
  readonly origin?: string;
}

export function payMandateCommand(): Command {
  return restCommand('pay', 'as the agent: pay under a mandate, and follow the route')
    .argument('<file>', 'what "mandate make --out" wrote')
    .requiredOption('--key <file>', "the agent's key, as a JWK")
    .requiredOption('--to <chain:address>', 'who is paid, and where, e.g. 42161:0x...')
    .requiredOption('--amount <amount>', 'how much, in whole tokens, e.g. 5 or 5.25')
    .option('--at-least <amount>', 'the least that must arrive; what the owner approves needs it')
    .option('--dry-run', 'only ask whether the mandate allows it as things stand')
    .option('--origin <origin>', "the service's own public address, if that is not --url")
    .addHelpText(
      'after',
      `
The agent's policy ("interline agent show") applies beside the mandate; --dry-run does not ask it. A payment above the
policy's --approve-above waits for the owner's approval ("interline agent approve"). Give --at-least with it, so that the
owner sees what arrives, and once it is approved run the same command again.`,
    )
    .action(pay);
}

async function pay(file: string, options: PayOptions): Promise<void> {
  const { url, json, dryRun = false, origin } = options;
  const kept = readMandate(file);
  const key = await readAgentKeyFile(options.key);
  const client = createClient({
    baseUrl: url,
    sendsRefusedOnce: true,
    fetch: agentFetch(key, origin === undefined ? {} : { origin }),
  });
  const body = await bodyOf(client, kept, options);
  const units = BigInt(body.amount);
  const cent = 10n ** BigInt(kept.decimals - 2);
  const presented = await presentMandate(client, key, {
    id: kept.id,
    mandate: kept.mandate,
    token: kept.token,
    body,
    cents: ((units + cent - 1n) / cent).toString(),
  });
  const out = terminal(json);
  if (dryRun) {
    const { presentation } = presented.mandate;
    const verdict = await client.call('POST /api/mandates/evaluate', {
      body: { presentation, execute: body },
    });
    out.result(verdict, () => {
      out.line(verdict.ok ? 'The mandate allows it.' : 'The mandate does not allow it.');
      for (const { constraint, reason } of verdict.failing) out.step(constraint, reason);
      if (verdict.left.cents !== null) out.step('left', dollars(verdict.left.cents));
    });
    if (!verdict.ok) process.exitCode = 3;
    return;
  }
  const accepted = await sayingToPayer(json, { decimals: kept.decimals, symbol: 'USDC' }, () =>
    client.execute(presented),
  );
  if (!('id' in accepted)) throw new Error(`the service only rehearsed it: ${accepted.note}`);
  out.step('accepted', accepted.id);
  const last = await client.waitForRoute(accepted.id, {
    onChange: (change) => showProgress(out, change),
  });
  const amounts = await readTokenAmounts(client);
  out.result(last, () => showReceipt(out, last, amounts, transactionLinks(url)));
  if (last.status !== 'DONE') process.exitCode = 1;
}

async function bodyOf(
  client: Client,
  { chainId, token, decimals }: KeptMandate,
  { to, amount, atLeast }: PayOptions,
): Promise<RouteExecuteBody> {
  const { chain, address } = readDestination(to);
  if (address === null)
    throw new UsageError(`--to "${to}" names no recipient; write 42161:<address>`);
  const toChain = Number(await chainCalled(client, chain));
  const body = {
    fromChain: chainId,
    toChain,
    fromToken: token,
    toToken: 'USDC',
    amount: toUnits(amount, decimals),
    toAddress: address,
    live: true,
  };
  if (atLeast === undefined) return body;
  const there = await tokenFacts(client, String(toChain), body.toToken);
  return { ...body, minOut: toUnits(atLeast, there.decimals) };
}

function readMandate(file: string): KeptMandate {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Partial<KeptMandate>; // CAST: checked below.
    if (typeof kept.id === 'string' && typeof kept.mandate === 'string') return kept as KeptMandate; // CAST: as `mandate make` wrote it.
  } catch (error) {
    throw new UsageError(`${file} cannot be read as a mandate; "mandate make --out" writes one`, {
      cause: error,
    });
  }
  throw new UsageError(`${file} holds no mandate; "mandate make --out" writes one`);
}
