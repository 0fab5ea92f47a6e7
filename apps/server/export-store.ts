import { pinoLog } from '@interline/adapters/log';
import type { ExportPage, PagePlace } from '@interline/core/transfer';
import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream, createWriteStream, existsSync } from 'node:fs';
import { copyFile, link, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Deployment } from './deployment.ts';
import { openServiceStore } from './open-store.ts';

export interface ExportOrder {
  /** Only pages of the archive all of whose routes ended before. */
  readonly beforeMs: number;
  /** Compressed where it ends with `.gz`. */
  readonly file: string;
  /** Lets go of the receipts once the file was read back. */
  readonly letsGo: boolean;
  readonly stop: AbortSignal;
}

export interface Exported {
  readonly receipts: number;
  /** Of the lines, not compressed: sha256 in hex. */
  readonly digest: string;
  readonly letGo: number;
  readonly isStopped: boolean;
}

/**
 * Writes the archive's receipts to a file, a line each, syncs it, reads it back, and only then lets go
 * of what stands in it word for word. A run that was cut off goes on with `<file>.part`, up to the same
 * day; a file that is there already is only read and let go, never written over. A store in a file must not be in use.
 */
export async function exportStore(
  place: Pick<Deployment, 'database' | 'storeDir'>,
  { beforeMs, file, letsGo, stop }: ExportOrder,
): Promise<Exported> {
  const opened = await openServiceStore(place, pinoLog('warn'));
  try {
    const { transfers } = opened.store.reads;
    if (!existsSync(file)) {
      const part = `${file}.part`;
      const written = await writeLines({ part, beforeMs }, (after) => nextPage(after), stop);
      if (stop.aborted) return { ...written, letGo: 0, isStopped: true };
      await finish(part, file);
      const read = await readBack(file);
      if (read.receipts !== written.receipts || read.digest !== written.digest)
        throw new Error(`${file} does not read as it was written; nothing was let go`);
    }
    const read = await readBack(file);
    const letGo = letsGo ? await letGoOf(read.pages) : 0;
    const { receipts, digest } = read;
    return { receipts, digest, letGo, isStopped: stop.aborted };

    async function nextPage(after: PagePlace | null): Promise<ExportPage | null> {
      let page = await transfers.exportPage(after);
      while (page !== null && page.endedAtMs >= beforeMs) page = await transfers.exportPage(page);
      return page;
    }

    async function letGoOf(pages: ReadonlyMap<string, string>): Promise<number> {
      let [receipts, page] = [0, await nextPage(null)];
      while (page !== null && !stop.aborted) {
        const { id, mark, lines } = page;
        if (pages.get(id) === digestOf(lines)) {
          await opened.store.run('let-go', (tx) => tx.transfers.letGo({ id, mark }));
          receipts += lines.length;
        }
        page = await nextPage(page);
      }
      return receipts;
    }
  } finally {
    await opened.close();
  }
}

/** Appends to what an earlier run has written, whole pages of it. */
async function writeLines(
  { part, beforeMs }: { readonly part: string; readonly beforeMs: number },
  next: (after: PagePlace | null) => Promise<ExportPage | null>,
  stop: AbortSignal,
): Promise<Pick<Exported, 'receipts' | 'digest'>> {
  const isBegun = existsSync(part);
  if (isBegun) await checkBefore(part, beforeMs);
  let after = isBegun ? await cutToPages(part) : null;
  const out = await open(part, isBegun ? 'a' : 'ax', 0o600);
  try {
    if (after === null) await keepBefore(part, beforeMs);
    for (;;) {
      const page: ExportPage | null = stop.aborted ? null : await next(after);
      if (page === null) break;
      await out.writeFile(page.lines.map((line) => `${line}\n`).join(''));
      after = page;
    }
    await out.sync();
  } finally {
    await out.close();
  }
  const { receipts, digest } = await readBack(part);
  return { receipts, digest };
}

/** Beside the part: up to which day it was begun. */
const besideOf = (part: string): string => `${part}.before`;

async function keepBefore(part: string, beforeMs: number): Promise<void> {
  await writeFile(besideOf(part), `${new Date(beforeMs).toISOString()}\n`, {
    mode: 0o600,
    flush: true,
  });
}

/**
 * Pages that were too young for the run that began lie before the place where another one goes on: up to a
 * later day it would lack them, and up to an earlier one hold too many.
 */
async function checkBefore(part: string, beforeMs: number): Promise<void> {
  // A run that ended before it wrote anything has skipped nothing.
  if ((await stat(part)).size === 0) return;
  const beside = besideOf(part);
  const begun = existsSync(beside) ? (await readFile(beside, 'utf8')).trim() : '';
  if (Date.parse(begun) === beforeMs) return;
  const day = begun === '' ? `a day that is not known, for ${beside} is gone` : begun.slice(0, 10);
  throw new Error(
    `${part} was begun with --before ${day}; go on with that day, or delete ${part} to begin anew with another`,
  );
}

/** The last page may have been cut off: it is written again. Resolves to the place of the one before. */
async function cutToPages(part: string): Promise<PagePlace | null> {
  let [bytes, begins] = [0, 0];
  let [last, before]: (PagePlace | null)[] = [null, null];
  for await (const line of linesOf(part)) {
    const place = placeIn(line);
    if (place === null) break;
    if (place.id !== last?.id) [before, last, begins] = [last ?? null, place, bytes];
    bytes += Buffer.byteLength(line) + 1;
  }
  await truncate(part, begins);
  return before ?? null;
}

function placeIn(line: string): PagePlace | null {
  try {
    // CAST: compared below.
    const { page, archivedAtMs } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    return typeof page === 'string' && typeof archivedAtMs === 'number'
      ? { id: page, archivedAtMs }
      : null;
  } catch {
    return null;
  }
}

/**
 * In its place, synced with its folder, so that no crash leaves half of it there. Written to a copy that
 * only this run knows and linked: a run that comes second finds the name taken, and writes into nothing of the
 * first one's.
 */
async function finish(part: string, file: string): Promise<void> {
  const whole = `${part}.${randomUUID()}`;
  try {
    if (file.endsWith('.gz'))
      await pipeline(
        createReadStream(part),
        createGzip({ level: 9 }),
        createWriteStream(whole, { mode: 0o600, flags: 'wx' }),
      );
    else await copyFile(part, whole, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await sync(whole);
    await link(whole, file);
    await sync(dirname(file));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new Error(
      `${file} was finished by another run meanwhile and stays as it is; nothing was let go`,
      { cause: error },
    );
  } finally {
    await rm(whole, { force: true });
  }
  await rm(part, { force: true });
  await rm(besideOf(part), { force: true });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What the file holds: how many, their digest, and that of each page. */
async function readBack(file: string): Promise<{
  readonly receipts: number;
  readonly digest: string;
  readonly pages: ReadonlyMap<string, string>;
}> {
  const whole = createHash('sha256');
  const pages = new Map<string, string>();
  let receipts = 0;
  let [page, lines]: [string | null, string[]] = [null, []];
  const close = (): void => {
    if (page !== null) pages.set(page, digestOf(lines));
  };
  for await (const line of linesOf(file)) {
    const place = placeIn(line);
    if (place === null)
      throw new Error(`${file} has a line ${receipts + 1} that is no receipt; nothing was let go`);
    if (place.id !== page) {
      close();
      [page, lines] = [place.id, []];
    }
    lines.push(line);
    whole.update(`${line}\n`);
    receipts += 1;
  }
  close();
  return { receipts, digest: whole.digest('hex'), pages };
}

function digestOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Split at line feeds alone: JSON leaves U+2028 and U+2029 as they are, at which `readline` splits too. */
async function* linesOf(file: string): AsyncGenerator<string, void, undefined> {
  const bytes = createReadStream(file);
  const input = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
  input.setEncoding('utf8');
  let begun = '';
  // CAST: text, as its encoding is set.
  for await (const text of input as AsyncIterable<string>) {
    const [rest = '', ...others] = text.split('\n');
    begun += rest;
    for (const other of others) {
      yield begun;
      begun = other;
    }
  }
  if (begun !== '') yield begun;
}
