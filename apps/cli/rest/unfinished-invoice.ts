import { type Client, ServiceError } from '@interline/client';
import { refundCommand } from '../show/deposit-words.ts';
import { urlWords } from './follow-accepted.ts';
import type { KeptInvoice } from './kept-invoices.ts';
import type { Purse } from './purse.ts';

/** What the service says of an invoice of the purse, or said when it was kept. */
export interface UnfinishedInvoice extends Pick<
  KeptInvoice,
  'id' | 'asset' | 'tokens' | 'payTo' | 'amount' | 'symbol' | 'chainId' | 'expiresAt'
> {
  /** `unknown` where the service does not know it, as after a backup was put back. */
  readonly state: KeptInvoice['state'] | 'unknown';
  /** Passes that can still be claimed. */
  readonly remaining: number;
  /** The command that goes on with it. */
  readonly follow: string;
  /** The command that names where its deposit goes back to, where none was named; null once that is of no use. */
  readonly refund: string | null;
}

/** A claim that was cut off: its passes are paid for, and perhaps signed. */
export interface UnfinishedClaim {
  readonly invoice: string;
  readonly passes: number;
  readonly follow: string;
}

/** The whole command that pays or claims on, from the same terminal. */
export function buyOnCommand(id: string, url: string): string {
  return `interline passes buy --invoice ${id}${urlWords(url)}`;
}

/** What the service says of an invoice, as far as it matters here. */
interface Said extends Pick<UnfinishedInvoice, 'state' | 'remaining'> {
  readonly refundTx: string | null;
}

/**
 * The whole command that names where the deposit of an invoice goes back to, from the same terminal. Null
 * where nothing was deposited for it, or its refund was sent: an address was named for that.
 */
export function refundOfInvoice(
  { routeId, refundClaim }: Pick<KeptInvoice, 'routeId' | 'refundClaim'>,
  refundTx: string | null,
  url: string,
): string | null {
  if (routeId === undefined || refundClaim === undefined || refundTx !== null) return null;
  return `${refundCommand(routeId).replace('<refundClaim>', refundClaim)}${urlWords(url)}`;
}

/** Read one after the other, for the service limits how often it is asked. */
const readAtMost = 50;
/** What came later than that is not looked for by the service unless somebody asks. */
const overAfterMs = 2_592_000_000;

/**
 * Invoices of the purse that can still be paid or claimed, the oldest first. Forgets those of which
 * nothing more is to be had.
 */
export async function unfinishedInvoices(
  client: Pick<Client, 'call'>,
  purse: Purse,
  url: string,
): Promise<readonly UnfinishedInvoice[]> {
  const found: UnfinishedInvoice[] = [];
  for (const kept of (await purse.invoices.all()).slice(0, readAtMost)) {
    const said = await readSaid(client, kept.id);
    if (await endWhereOver(purse, kept, said)) continue;
    found.push(shownAs(kept, said, url));
    // What is shown without asking, in the private lane, is as it was heard last.
    const { state, remaining, refundTx } = said;
    if (state !== 'unknown') await purse.invoices.keep({ ...kept, state, remaining, refundTx });
  }
  return found;
}

/**
 * The same, as they were kept when they were last shown or paid: in the private lane, where their ids
 * asked for together would say that one sender has them.
 */
export async function keptInvoices(
  purse: Purse,
  url: string,
): Promise<readonly UnfinishedInvoice[]> {
  return (await purse.invoices.all()).map((kept) => {
    const { state, remaining = 0, refundTx = null } = kept;
    return shownAs(kept, { state, remaining, refundTx }, url);
  });
}

function shownAs(
  kept: KeptInvoice,
  { state, remaining, refundTx }: Said,
  url: string,
): UnfinishedInvoice {
  const { id, asset, tokens, payTo, amount, symbol, chainId, expiresAt } = kept;
  const facts = { id, asset, tokens, payTo, amount, symbol, chainId, expiresAt };
  const refund = refundOfInvoice(kept, refundTx, url);
  return { ...facts, state, remaining, follow: buyOnCommand(id, url), refund };
}

/** Claims that were cut off, by their invoices. */
export async function unfinishedClaims(
  purse: Purse,
  url: string,
): Promise<readonly UnfinishedClaim[]> {
  const byInvoice = Map.groupBy(await purse.drafts(), ({ draft }) => draft.invoiceId);
  return [...byInvoice].map(([invoice, drafts]) => ({
    invoice,
    passes: drafts.reduce((sum, { draft }) => sum + draft.values.length, 0),
    follow: buyOnCommand(invoice, url),
  }));
}

async function readSaid(client: Pick<Client, 'call'>, id: string): Promise<Said> {
  try {
    return await client.call('GET /api/plus/invoice/{id}', { params: { id } });
  } catch (error) {
    if (error instanceof ServiceError && error.errorCode === 'UNKNOWN_RECORD')
      return { state: 'unknown', remaining: 0, refundTx: null };
    throw error;
  }
}

/**
 * Forgets an invoice of which nothing more is to be had; false where there is more. A claim of refunds is
 * told once, so what has one is set aside until a refund was sent: the service may be wrong, and what is
 * deposited later waits for its address.
 */
export async function endWhereOver(purse: Purse, kept: KeptInvoice, said: Said): Promise<boolean> {
  const mayWait = kept.refundClaim !== undefined && said.refundTx === null;
  if (!isOver(kept, said) || (said.state === 'refunded' && mayWait)) return false;
  await (mayWait ? purse.invoices.setAside(kept.id) : purse.invoices.forget(kept.id));
  return true;
}

function isOver({ expiresAt }: KeptInvoice, { state }: Said): boolean {
  if (state === 'exhausted' || state === 'refunded') return true;
  return state === 'expired' && Date.now() > expiresAt + overAfterMs;
}
