import { isRecord } from '@interline/kernel';
import type { AnchoredRow } from '@interline/client/messages';
import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { UsageError } from '../exit-codes.ts';

/** A row that was sent or read, and its proof once it is anchored. */
export interface KeptRow extends Pick<AnchoredRow, 'id' | 'row'> {
  /** Where it was sent or read; null in a file of an older version. */
  readonly service: string | null;
  readonly anchor: Pick<AnchoredRow, 'mint' | 'proof'> | null;
}

/** Whole or not at all, whenever it is cut off. */
export async function writeKeptRow(
  file: string,
  kept: { readonly service: string } & (Pick<AnchoredRow, 'id' | 'row'> | AnchoredRow),
): Promise<void> {
  const fresh = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(fresh, `${JSON.stringify(kept, null, 2)}\n`);
  await rename(fresh, file);
}

/** Throws where the file is not there, or is none that was written here. */
export async function readKeptRow(file: string): Promise<KeptRow> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`${file} cannot be read`);
  });
  const { id, row, service: named, mint, proof } = fieldsOf(text);
  const { origin, sigPub } = isRecord(mint) ? mint : {};
  const service = serviceIn(named);
  if (typeof id === 'string' && typeof row === 'string' && service !== undefined) {
    if (mint === undefined && proof === undefined) return { id, row, service, anchor: null };
    if (typeof origin === 'string' && typeof sigPub === 'string' && typeof proof === 'string')
      return { id, row, service, anchor: { mint: { origin, sigPub }, proof } };
  }
  throw new Error(`${file} is not a row as "message send --keep" writes it`);
}

/** Null where the file names none, undefined where it names what is none; the terminal shows it. */
function serviceIn(field: unknown): string | null | undefined {
  if (field === undefined) return null;
  return typeof field === 'string' && /^https?:\/\/[\x21-\x7e]+$/.test(field) && URL.canParse(field)
    ? field
    : undefined;
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const fields: unknown = JSON.parse(text);
    return isRecord(fields) ? fields : {};
  } catch {
    return {};
  }
}
