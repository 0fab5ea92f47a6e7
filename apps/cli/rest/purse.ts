import type { ClaimDraft, MintPin, MintPins, Pass } from '@interline/client/passes';
import type { KeptLane, KeptLanes, LanePin, LanePins } from '@interline/client/private';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { WrongStateError } from '../exit-codes.ts';
import { exchangeDraft, setClaimedFree } from './claimed-passes.ts';
import { isRunningElsewhere } from './is-running-elsewhere.ts';
import { move, namesIn, readKept, writeEach, writeWhole } from './kept-files.ts';
import { type InvoicesKept, invoicesIn } from './kept-invoices.ts';

/**
 * The caller's own passes for one service: a folder with a file for each. Two commands that take one
 * at once never take the same, for only one of them can rename a file. One that may have been shown to
 * the service is never shown with another request by itself: that would tie the two together.
 */
export interface Purse {
  readonly folder: string;
  /** What was seen of the mint that signed them. */
  readonly pins: MintPins;
  /** What was seen of the keys of its private lane. */
  readonly lanePins: LanePins;
  /** The keys of that lane for their week, and the relay. */
  readonly keptLanes: KeptLanes;
  readonly invoices: InvoicesKept;
  /** One that is there already stays as it is. */
  put(passes: readonly Pass[]): Promise<void>;
  /** Keeps what a claim needs to be sent again, until its passes are there. */
  keepDraft(draft: ClaimDraft): Promise<KeptDraft>;
  /** Of claims that were cut off. */
  drafts(): Promise<readonly KeptDraft[]>;
  count(): Promise<number>;
  /** Passes kept aside: what became of the request that showed them is not known. */
  countAside(): Promise<number>;
  /** Takes one out, until its request has ended. Throws where there is none. */
  take(): Promise<HeldPass>;
  /** Has those kept aside be taken again; how many there were. */
  putBackAside(): Promise<number>;
}

export interface HeldPass {
  readonly pass: Pass;
  /** The service has answered: it is gone. */
  spent(): Promise<void>;
  /** It was never sent. */
  putBack(): Promise<void>;
  /** It may have been spent. */
  setAside(): Promise<void>;
}

export interface KeptDraft {
  readonly draft: ClaimDraft;
  /** Puts its passes into the purse and forgets it, in one step. */
  exchange(passes: readonly Pass[]): Promise<void>;
  /** Nothing was charged for it. */
  forget(): Promise<void>;
  /** What it was charged for can no longer be signed: it is kept, where that is, as evidence. */
  setAside(): Promise<string>;
}

export function purseOf(url: string): Purse {
  const root = process.env['INTERLINE_PASSES'] ?? join(homedir(), '.interline', 'passes');
  const folder = join(root, new URL(url).host.replaceAll(':', '_'));
  const names = (): Promise<readonly string[]> => namesIn(folder, '.json');
  const keptAt = (path: string, draft: ClaimDraft): KeptDraft => ({
    draft,
    exchange: (passes) => exchangeDraft(path, passes.map(fileOf), folder),
    forget: () => rm(path, { force: true }),
    async setAside() {
      const aside = `${path}.charged`;
      await move(path, aside);
      return aside;
    },
  });
  return {
    folder,
    pins: pinsIn<MintPin>(join(folder, 'mint.pin')),
    lanePins: pinsIn<LanePin>(join(folder, 'lane.pin')),
    keptLanes: pinsIn<KeptLane>(join(folder, 'lane.kept')),
    invoices: invoicesIn(folder),
    async keepDraft(draft) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${hashOf(JSON.stringify(draft))}.draft`);
      await writeWhole(path, draft);
      return keptAt(path, draft);
    },
    async drafts() {
      const files = await namesIn(folder, '.draft');
      const kept = await Promise.all(
        files.map(async (name) => {
          const path = join(folder, name);
          const draft = await readKept<ClaimDraft>(path);
          return draft === null ? [] : [keptAt(path, draft)];
        }),
      );
      return kept.flat();
    },
    async put(passes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeEach(folder, passes.map(fileOf));
    },
    async count() {
      await setClaimedFree(folder);
      return (await names()).length;
    },
    async countAside() {
      await setCrashedAside(folder);
      return (await namesIn(folder, '.aside')).length;
    },
    async putBackAside() {
      await setCrashedAside(folder);
      let count = 0;
      for (const name of await namesIn(folder, '.aside'))
        if (await move(join(folder, name), join(folder, name.replace(/\.aside$/, '')))) count += 1;
      return count;
    },
    async take() {
      await setClaimedFree(folder);
      await setCrashedAside(folder);
      // Names are hashes, so passes are not spent in the order in which they were taken.
      for (const name of await names()) {
        const path = join(folder, name);
        const taken = `${path}.${process.pid}.taken`;
        held.add(taken);
        const isOurs = await rename(path, taken).then(
          () => true,
          () => false,
        );
        if (!isOurs) continue;
        const pass = JSON.parse(await readFile(taken, 'utf8')) as Pass; // CAST: a file of our own.
        return {
          pass,
          spent: () => rm(taken, { force: true }),
          putBack: () => rename(taken, path),
          setAside: () => rename(taken, `${path}.aside`),
        };
      }
      throw new WrongStateError(
        `${folder} has no pass left; "interline passes trial" takes some for nothing, "interline passes buy" for money`,
      );
    },
  };
}

/** What this process holds, by its paths. */
const held = new Set<string>();

/** What a process held that is no more: nobody knows whether the service has seen it. */
async function setCrashedAside(folder: string): Promise<void> {
  for (const name of await namesIn(folder, '.taken')) {
    const path = join(folder, name);
    const [, pass = '', pid = ''] = /^(.+\.json)(?:\.([0-9]+))?\.taken$/.exec(name) ?? [];
    if (pass === '' || held.has(path) || isRunningElsewhere(Number(pid))) continue;
    await move(path, join(folder, `${pass}.aside`));
  }
}

/** What was seen, in one file; passes are those that end in .json. */
function pinsIn<Pin extends MintPin | LanePin | KeptLane>(path: string) {
  return {
    read: () => readKept<Pin>(path),
    async write(pin: Pin): Promise<void> {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeWhole(path, pin);
    },
  };
}

function fileOf(pass: Pass): readonly [name: string, pass: Pass] {
  return [`${hashOf(pass.preparedMsg)}.json`, pass];
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
