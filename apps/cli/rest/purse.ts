import type { MintPin, MintPins, Pass } from '@interline/client/passes';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { WrongStateError } from '../exit-codes.ts';

/**
 * The caller's own passes for one service: a folder with a file for each. Two commands that take one
 * at once never take the same, for only one of them can rename a file.
 */
export interface Purse {
  readonly folder: string;
  /** What was seen of the mint that signed them. */
  readonly pins: MintPins;
  put(passes: readonly Pass[]): Promise<void>;
  count(): Promise<number>;
  /** Takes one out, for good. Throws where there is none. */
  take(): Promise<Pass>;
}

export function purseOf(url: string): Purse {
  const root = process.env['INTERLINE_PASSES'] ?? join(homedir(), '.interline', 'passes');
  const folder = join(root, new URL(url).host.replaceAll(':', '_'));
  const names = async (): Promise<readonly string[]> =>
    (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  return {
    folder,
    pins: {
      async read() {
        const text = await readFile(join(folder, pinFile), 'utf8').catch(() => null);
        return text === null ? null : (JSON.parse(text) as MintPin); // CAST: a file of our own.
      },
      async write(pin) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const fresh = join(folder, `${pinFile}.${randomBytes(6).toString('hex')}`);
        await write(fresh, pin);
        await rename(fresh, join(folder, pinFile));
      },
    },
    async put(passes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const pass of passes) await write(join(folder, `${nameOf(pass)}.json`), pass);
    },
    count: async () => (await names()).length,
    async take() {
      // Names are hashes, so passes are not spent in the order in which they were taken.
      for (const name of await names()) {
        const taken = join(folder, `${name}.taken`);
        const isOurs = await rename(join(folder, name), taken).then(
          () => true,
          () => false,
        );
        if (!isOurs) continue;
        const pass = JSON.parse(await readFile(taken, 'utf8')) as Pass; // CAST: a file of our own.
        await rm(taken);
        return pass;
      }
      throw new WrongStateError(
        `${folder} has no pass left; "interline passes trial" takes some for nothing`,
      );
    },
  };
}

/** No pass: those end in .json. */
const pinFile = 'mint.pin';

async function write(path: string, pass: Pass | MintPin): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify(pass));
    await file.sync();
  } finally {
    await file.close();
  }
}

function nameOf({ preparedMsg }: Pass): string {
  return createHash('sha256').update(preparedMsg).digest('hex').slice(0, 32);
}
