import { pinoLog } from '@interline/adapters/log';
import type { ExportPage, PagePlace } from '@interline/core/transfer';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm, truncate } from 'node:fs/promises';
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
 * of what stands in it word for word. A run that was cut off goes on with `<file>.part`; a file that is there
 * already is only read and let go. A store in a file must not be in use.
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
      const written = await writeLines(part, (after) => nextPage(after), stop);
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
  part: string,
  next: (after: PagePlace | null) => Promise<ExportPage | null>,
  stop: AbortSignal,
): Promise<Pick<Exported, 'receipts' | 'digest'>> {
  let after = existsSync(part) ? await cutToPages(part) : null;
  const out = await open(part, 'a', 0o600);
  try {
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

/** In its place, synced with its folder, so that no crash leaves half of it there. */
async function finish(part: string, file: string): Promise<void> {
  let whole = part;
  if (file.endsWith('.gz')) {
    whole = `${part}.gz`;
    await pipeline(
      createReadStream(part),
      createGzip({ level: 9 }),
      createWriteStream(whole, { mode: 0o600 }),
    );
  }
  await sync(whole);
  await rename(whole, file);
  await sync(dirname(file));
  if (whole !== part) await rm(part);
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
