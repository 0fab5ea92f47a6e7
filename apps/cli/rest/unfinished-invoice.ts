import { type Client, ServiceError } from '@interline/client';
import { urlWords } from './follow-accepted.ts';
import type { KeptInvoice } from './kept-invoices.ts';
import type { Purse } from './purse.ts';

/** What the service says of an invoice of the purse. */
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
    const { id, asset, tokens, payTo, amount, symbol, chainId, expiresAt } = kept;
    const { state, remaining } = await stateOf(client, id);
    if (isOver(state, expiresAt)) {
      await purse.invoices.forget(id);
      continue;
    }
    const facts = { id, asset, tokens, payTo, amount, symbol, chainId, expiresAt };
    found.push({ ...facts, state, remaining, follow: buyOnCommand(id, url) });
  }
  return found;
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

async function stateOf(
  client: Pick<Client, 'call'>,
  id: string,
): Promise<Pick<UnfinishedInvoice, 'state' | 'remaining'>> {
  try {
    const { state, remaining } = await client.call('GET /api/plus/invoice/{id}', {
      params: { id },
    });
    return { state, remaining };
  } catch (error) {
    if (error instanceof ServiceError && error.errorCode === 'UNKNOWN_RECORD')
      return { state: 'unknown', remaining: 0 };
    throw error;
  }
}

function isOver(state: UnfinishedInvoice['state'], expiresAtMs: number): boolean {
  if (state === 'exhausted' || state === 'refunded') return true;
  return state === 'expired' && Date.now() > expiresAtMs + overAfterMs;
}
