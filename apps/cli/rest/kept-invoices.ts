import type { PassInvoice, PassInvoiceStatus } from '@interline/client';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { move, namesIn, readKept, writeWhole } from './kept-files.ts';

/** What an invoice takes to be paid and claimed by anybody who has it, and what the service told once. */
export type KeptInvoice = Omit<ToldInvoice, 'signRequest' | 'execute'>;

/** An invoice as it was made, or as it was read again. */
type ToldInvoice = PassInvoice & Partial<Pick<PassInvoiceStatus, 'remaining' | 'refundTx'>>;

/** The caller's own invoices that are not done with: whoever knows an id may claim what was paid for. */
export interface InvoicesKept {
  /**
   * Before anything is signed or shown: what is paid after that can be claimed after any crash. Answers it
   * with what was told earlier.
   */
  keep(invoice: ToldInvoice): Promise<KeptInvoice>;
  /** The oldest first. */
  all(): Promise<readonly KeptInvoice[]>;
  /** Nothing more is to be had of it. */
  forget(id: string): Promise<void>;
  /** It is done with, but what it has may be needed: its file stays, with another ending. */
  setAside(id: string): Promise<void>;
}

export function invoicesIn(folder: string): InvoicesKept {
  const pathOf = (id: string): string => join(folder, `${readId(id)}.invoice`);
  return {
    async keep({ signRequest: _signed, execute: _sent, ...told }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = pathOf(told.id);
      // The service tells a claim of refunds once.
      const before =
        (await readKept<KeptInvoice>(path)) ?? (await readKept<KeptInvoice>(`${path}.over`));
      const kept = { ...before, ...told };
      await writeWhole(path, kept);
      return kept;
    },
    async all() {
      const names = await namesIn(folder, '.invoice');
      const kept = await Promise.all(
        names.map((name) => readKept<KeptInvoice>(join(folder, name))),
      );
      // Another command may have forgotten one meanwhile.
      return kept
        .filter((one) => one !== null)
        .toSorted((one, other) => one.expiresAt - other.expiresAt);
    },
    forget: (id) => rm(pathOf(id), { force: true }),
    async setAside(id) {
      await move(pathOf(id), `${pathOf(id)}.over`);
    },
  };
}

/** The service names it, so only what looks like its names becomes a file's. */
function readId(id: string): string {
  if (/^inv_[0-9a-f]{32}$/.test(id)) return id;
  throw new Error(
    `the service named an invoice "${id.slice(0, 40)}"; wanted inv_ and 32 hex digits`,
  );
}
