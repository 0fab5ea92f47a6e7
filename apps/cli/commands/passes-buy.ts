import { type Client, createClient, type PassInvoice, ServiceError } from '@interline/client';
import { claimDrafted, draftClaim, mostClaimedPasses, payInvoice } from '@interline/client/passes';
import { inDecimals } from '@interline/kernel';
import { type Command, Option } from 'commander';
import type { Wallet } from 'ethers';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError, WrongStateError } from '../exit-codes.ts';
import { isOnThisMachine } from '../rest/known-contract.ts';
import { nodeMlDsa } from '../rest/node-ml-dsa.ts';
import { type KeptDraft, type Purse, purseOf } from '../rest/purse.ts';
import {
  buyOnCommand,
  endWhereOver,
  refundOfInvoice,
  unfinishedClaims,
  unfinishedInvoices,
} from '../rest/unfinished-invoice.ts';
import { UnfinishedPurchase } from '../rest/unfinished-purchase.ts';
import type { KeptInvoice } from '../rest/kept-invoices.ts';
import { type Terminal, terminal, toUnits } from '../show/terminal.ts';
import { keyEnvOption, keyFileOption, type KeyOptions, readKey } from './payers-key.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

type Bundle = 'starter' | 'bundle' | 'bulk';

interface BuyOptions extends RestOptions, KeyOptions {
  readonly bundle: Bundle;
  readonly bundles: number;
  readonly asset?: string;
  readonly payWith?: 'eip3009' | 'permit2';
  readonly from?: string;
  /** In dollars. */
  readonly most?: string;
  readonly refundAddress?: string;
  readonly invoice?: string;
  readonly count: number;
  readonly wait: boolean;
}

const looksEveryMs = 3_000;

export function buyCommand(): Command {
  return restCommand('buy', 'buy some: shows what to pay and where, waits for it, and claims them')
    .addOption(
      new Option(
        '--bundle <name>',
        'starter: 1,000 for 1 USD; bundle: 5,000 for 3; bulk: 25,000 for 10',
      )
        .choices(['starter', 'bundle', 'bulk'])
        .default('starter'),
    )
    .addOption(
      new Option('--bundles <count>', 'how many bundles').default(1).argParser(countUpTo(50)),
    )
    .option('--asset <name>', 'what to pay in, such as usdc-8453; left out, it lists what there is')
    .addOption(
      new Option(
        '--pay-with <signature>',
        'sign for it with a local key, without gas: eip3009 pays USDC of the same chain, permit2 USDC of the chain in --from',
      ).choices(['eip3009', 'permit2']),
    )
    .option('--from <chain>', 'the chain to pay from, with --pay-with permit2')
    .option(
      '--most <dollars>',
      'the most to sign for; the price of the bundles, and half more with --pay-with permit2',
    )
    .addOption(keyEnvOption())
    .addOption(keyFileOption())
    .option('--refund-address <address>', 'with --asset btc: where a deposit goes back to')
    .option('--invoice <id>', 'go on with an invoice that was made before')
    .addOption(
      new Option('-n, --count <passes>', 'how many of them to claim now')
        .default(mostClaimedPasses)
        .argParser(countUpTo(1_250_000)),
    )
    .option('--no-wait', 'show the invoice, and do not wait until it is paid')
    .addHelpText(
      'after',
      `
Anyone who knows the id of an invoice can claim its passes. What is left unclaimed is claimed later. An
invoice is written into the purse before anything is shown or signed; "passes balance" lists those that
are not done with, and how to go on with each. With --json the invoice is one line to standard error,
{"invoice": {...}, "follow": "..."}, before anything is paid; what was claimed is the result.

Examples:
  npx interline passes buy --asset usdc-8453
  npx interline passes buy --asset btc --bundle bulk --bundles 10 --refund-address <bitcoin address>
  INTERLINE_KEY=0x... npx interline passes buy --bundle bundle --asset usdc-8453 --pay-with eip3009
  INTERLINE_KEY=0x... npx interline passes buy --asset usdc-8453 --pay-with permit2 --from 42161
  npx interline passes buy --invoice inv_... --count 500`,
    )
    .action(buy);
}

async function buy(options: BuyOptions): Promise<void> {
  const out = terminal(options.json);
  const client = createClient({ baseUrl: options.url });
  const purse = purseOf(options.url);
  const wallet = options.payWith === undefined ? null : readKey(options);
  const invoice = await invoiceOf(client, purse, options, wallet?.address);
  const follow = buyOnCommand(invoice.id, options.url);
  await followBought(invoice.id, follow, async () => {
    const kept = await purse.invoices.keep(invoice);
    const refund = refundOfInvoice(kept, invoice.refundTx ?? null, options.url);
    const isSigned = wallet !== null && options.invoice === undefined;
    out.notice({ invoice: shown(invoice), follow }, () => {
      if (isSigned) showId(out, invoice);
      else showInvoice(out, invoice, refund);
    });
    if (isSigned) await sign(client, out, { wallet, invoice, options });
    if (options.wait) await claimPaid(client, out, purse, { kept, refund, wanted: options.count });
    else out.result({ ...invoice, follow });
  });
}

/** Where it fails, the error names the invoice: it may have been paid, or may yet be. */
async function followBought(id: string, follow: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw new UnfinishedPurchase(id, follow, error);
  }
}

interface ToClaim {
  readonly kept: KeptInvoice;
  /** The command that names where its deposit goes back to. */
  readonly refund: string | null;
  readonly wanted: number;
}

async function claimPaid(
  client: Client,
  out: Terminal,
  purse: Purse,
  { kept, refund, wanted }: ToClaim,
): Promise<void> {
  const { id } = await untilPaid(client, out, kept.id, refund);
  const claimed = await claim(client, out, purse, { id, wanted });
  const said = await read(client, kept.id);
  const { issued, remaining, state } = said;
  await endWhereOver(purse, kept, said);
  const left = await purse.count();
  const { folder } = purse;
  out.result({ invoice: kept.id, state, claimed, issued, remaining, left, folder }, () => {
    out.step('claimed', `${claimed} passes; ${remaining} of the invoice are left`);
    out.step('left', `${left} in ${folder}`);
  });
}

type Invoice = Awaited<ReturnType<typeof read>>;
type Made = PassInvoice & Partial<Invoice>;

function read(client: Client, id: string) {
  return client.call('GET /api/plus/invoice/{id}', { params: { id } });
}

async function invoiceOf(
  client: Client,
  purse: Purse,
  { url, invoice, asset, bundle, bundles, payWith, from, refundAddress }: BuyOptions,
  fromAddress: string | undefined,
): Promise<Made> {
  if (invoice !== undefined) return read(client, invoice);
  const { assets } = await client.call('GET /api/plus/info', {});
  const known = Object.keys(assets);
  if (asset === undefined || !known.includes(asset)) {
    const begun = await begunWords(client, purse, url);
    throw new UsageError(
      `--asset is ${asset ?? 'missing'}; this service takes ${known.join(', ') || 'none now'}${begun}`,
    );
  }
  return client.call('POST /api/plus/invoice', {
    body: {
      bundle,
      bundles,
      asset: asset as 'usdc-8453', // CAST: the service has just named it.
      ...(payWith === undefined ? {} : { payWith }),
      ...(fromAddress === undefined ? {} : { fromAddress }),
      ...(from === undefined ? {} : { fromChain: from }),
      ...(refundAddress === undefined ? {} : { refundAddress }),
    },
  });
}

/** Who asks for no invoice may look for one that was begun. */
async function begunWords(client: Client, purse: Purse, url: string): Promise<string> {
  const begun = await unfinishedInvoices(client, purse, url);
  const claims = await unfinishedClaims(purse, url);
  const follows = new Set([...begun, ...claims].map(({ follow }) => follow));
  return follows.size === 0 ? '' : `; to go on with what was begun: ${[...follows].join('; ')}`;
}

/** What is paid and by when, without what is signed for it. */
function shown({ signRequest: _signed, execute: _sent, ...invoice }: Made) {
  return invoice;
}

function showInvoice(out: Terminal, invoice: Made, refund: string | null): void {
  const { amount, symbol, payTo, chainId, uri, expiresAt } = invoice;
  showId(out, invoice);
  if ((invoice.received ?? '0') !== '0' || (invoice.remaining ?? 0) > 0) return;
  const units = inDecimals(BigInt(amount), decimalsOf[symbol] ?? 0);
  out.step('pay', `exactly ${units} ${symbol} to ${payTo} on chain ${chainId}`);
  out.step('', uri);
  out.step('until', new Date(expiresAt).toISOString());
  // The service says its claim only once, so it is shown where it may be needed.
  if (refund !== null)
    out.step('refunds', `go to --refund-address; without one, name it later: ${refund}`);
}

function showId(out: Terminal, { id, tokens, usd }: Made): void {
  out.step('invoice', `${id}: ${tokens} passes for ${usd} USD; keep the id to yourself`);
}

const usdcDecimals = 6;
const decimalsOf: Readonly<Record<string, number>> = { USDC: usdcDecimals, ETH: 18, BTC: 8 };

interface ToSign {
  readonly wallet: Wallet;
  readonly invoice: Made;
  readonly options: BuyOptions;
}

async function sign(client: Client, out: Terminal, { wallet, invoice, options }: ToSign) {
  const { signRequest } = invoice;
  if (signRequest === undefined) throw new Error('the invoice comes without what is to be signed');
  const { chainId, tokenAddress } = signRequest;
  const units = inDecimals(BigInt(signRequest.amount), usdcDecimals);
  const { most, bundle, bundles, from, url } = options;
  out.step(
    'signs',
    `${units} USDC, ${signRequest.amount} units of ${tokenAddress} on chain ${chainId}`,
  );
  await payInvoice(client, wallet, invoice, {
    bundle,
    bundles,
    asset: options.asset as 'usdc-8453', // CAST: the service knew it.
    ...(from === undefined ? {} : { fromChain: from }),
    most: {
      ...(isOnThisMachine(url) ? { token: tokenAddress } : {}),
      ...(most === undefined ? {} : { units: toUnits(most, usdcDecimals) }),
    },
  });
  out.step('signed', `${units} USDC on chain ${chainId}`);
}

async function untilPaid(
  client: Client,
  out: Terminal,
  id: string,
  refund: string | null,
): Promise<Invoice> {
  for (let last = ''; ;) {
    const invoice = await read(client, id);
    const { state, received, amount } = invoice;
    if (state === 'paid' || state === 'exhausted') return invoice;
    if (state === 'refunded')
      throw new WrongStateError(
        `what was deposited for ${id} goes back: it was too little, or came too late${invoice.refundTx === null && refund !== null ? `; where no address was named for that, name it: ${refund}` : ''}; make a new invoice`,
      );
    if (state === 'expired')
      throw new WrongStateError(`nothing came in time for ${id}; make a new invoice`);
    if (state !== last)
      out.step(state, state === 'underpaid' ? `${received} of ${amount} came` : 'waiting');
    last = state;
    await sleep(looksEveryMs);
  }
}

/** First what was cut off before, then as many as are wanted and left. */
async function claim(
  client: Client,
  out: Terminal,
  purse: Purse,
  { id, wanted }: { readonly id: string; readonly wanted: number },
): Promise<number> {
  let claimed = 0;
  for (const kept of await purse.drafts())
    if (kept.draft.invoiceId === id) claimed += await finish(client, out, kept);
  while (claimed < wanted) {
    const { remaining } = await read(client, id);
    const count = Math.min(wanted - claimed, remaining, mostClaimedPasses);
    if (count === 0) return claimed;
    claimed += await finish(
      client,
      out,
      await purse.keepDraft(
        await draftClaim(client, id, count, { pins: purse.pins, mlDsa: nodeMlDsa() }),
      ),
    );
  }
  return claimed;
}

/**
 * Nothing was charged for a draft whose key had ended before it came, or for more than is left. One that
 * was counted and whose key is destroyed by now was charged for, and one of an invoice with nothing left
 * may have been: it is kept, and its owner is told.
 */
async function finish(client: Client, out: Terminal, kept: KeptDraft): Promise<number> {
  try {
    const { passes } = await claimDrafted(client, kept.draft);
    await kept.exchange(passes);
    return passes.length;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { errorCode } = error;
    if (errorCode !== 'KEY_ROTATED' && errorCode !== 'QUOTA_EXCEEDED') throw error;
    const reason = chargedBy(kept, error);
    if (reason === null) await kept.forget();
    else await tellCharged(out, kept, reason);
    return 0;
  }
}

/** Null where nothing was charged. Services before `counted` say it in their text alone. */
function chargedBy(
  { draft: { values, seq } }: KeptDraft,
  { body, message, errorCode }: ServiceError,
): string | null {
  // CAST: any object has members.
  const { details } = body as { details?: { counted?: unknown; remaining?: unknown } };
  const passes = `${values.length} passes`;
  if (details?.counted === true || message.includes('has been destroyed'))
    return `${passes} were paid for and never came: key ${seq}, which signed them, is destroyed`;
  if (errorCode === 'QUOTA_EXCEEDED' && details?.remaining === 0)
    return `${passes} never came, and nothing is left: they were signed and cannot be repeated, unless all was claimed elsewhere`;
  return null;
}

async function tellCharged(out: Terminal, kept: KeptDraft, reason: string): Promise<void> {
  const { invoiceId, seq, values } = kept.draft;
  const file = await kept.setAside();
  out.notice({ charged: { invoice: invoiceId, passes: values.length, seq, file } }, () =>
    out.step(
      'lost',
      `of ${invoiceId} ${reason}. Show the operator ${file}; it has what was claimed`,
    ),
  );
}

function countUpTo(most: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (!/^[0-9]{1,7}$/.test(text) || count < 1 || count > most)
      throw new UsageError(`${text} is not a whole number from 1 to ${most}`);
    return count;
  };
}
