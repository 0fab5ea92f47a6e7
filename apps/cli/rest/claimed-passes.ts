import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isRunningElsewhere } from './is-running-elsewhere.ts';
import { move, namesIn, writeEach } from './kept-files.ts';

/** A folder in the purse for what came of a draft; none of its passes is taken while it is filled. */
const ending = '.claimed';
/** The draft itself, once all its passes are there. */
const exchanged = 'exchanged';

/** What this process fills, by its paths. */
const filling = new Set<string>();

/**
 * Puts passes into the purse in exchange for the draft that they were claimed with: the rename that
 * takes the draft away sets all of them free. Cut off before it, the draft is sent again; after it,
 * a pass that was spent meanwhile does not come back. Where another process took the draft first,
 * it is that process's passes that are set free.
 */
export async function exchangeDraft(
  draft: string,
  passes: readonly (readonly [name: string, what: object])[],
  folder: string,
): Promise<void> {
  const name = `${basename(draft)}.${process.pid}.${randomBytes(6).toString('hex')}${ending}`;
  const filled = join(folder, name);
  filling.add(filled);
  try {
    await mkdir(filled, { mode: 0o700 });
    await writeEach(filled, passes);
    await move(draft, join(filled, exchanged));
    // Also where another process took the draft: it may have been killed before it came to this.
    await setClaimedFree(folder);
    await rm(filled, { recursive: true, force: true });
  } finally {
    filling.delete(filled);
  }
  await removeCutOff(draft, folder);
}

/** Earlier tries of a draft that is exchanged: no draft will come into their folders any more. */
async function removeCutOff(draft: string, folder: string): Promise<void> {
  for (const name of await namesIn(folder, ending)) {
    if (!name.startsWith(`${basename(draft)}.`)) continue;
    const filled = join(folder, name);
    const [pid] = name.slice(basename(draft).length + 1).split('.');
    // One that is still being filled is removed by its process, which would fail without it.
    if (filling.has(filled) || isRunningElsewhere(Number(pid))) continue;
    if (!existsSync(join(filled, exchanged))) await rm(filled, { recursive: true, force: true });
  }
}

/** Also of exchanges that were cut off. */
export async function setClaimedFree(folder: string): Promise<void> {
  for (const name of await namesIn(folder, ending)) {
    const filled = join(folder, name);
    if (!existsSync(join(filled, exchanged))) continue;
    for (const pass of await namesIn(filled, '.json'))
      await move(join(filled, pass), join(folder, pass));
    await rm(filled, { recursive: true, force: true });
  }
}
