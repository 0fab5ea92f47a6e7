import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { namesIn, writeEach } from './kept-files.ts';

/** A folder in the purse for what came of a draft; none of its passes is taken while it is filled. */
const ending = '.claimed';
/** The draft itself, once all its passes are there. */
const exchanged = 'exchanged';

/**
 * Puts passes into the purse in exchange for the draft that they were claimed with: the rename that
 * takes the draft away sets all of them free. Cut off before it, the draft is sent again; after it,
 * a pass that was spent meanwhile does not come back. Nothing where another process was first.
 */
export async function exchangeDraft(
  draft: string,
  passes: readonly (readonly [name: string, what: object])[],
  folder: string,
): Promise<void> {
  const filled = join(folder, `${basename(draft)}.${randomBytes(6).toString('hex')}${ending}`);
  await mkdir(filled, { mode: 0o700 });
  await writeEach(filled, passes);
  if (await move(draft, join(filled, exchanged))) await setClaimedFree(folder);
  // Its passes are there already, and so are those of earlier tries that were cut off.
  for (const name of await namesIn(folder, ending))
    if (name.startsWith(`${basename(draft)}.`))
      await rm(join(folder, name), { recursive: true, force: true });
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

/** False where it is not there any more. */
async function move(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false; // CAST: the platform's.
    throw error;
  }
}
