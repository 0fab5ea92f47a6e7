import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { markOf, type ProcessMark } from './process-mark.ts';

/**
 * Who runs a devnet's nodes, kept outside the process so that its sudden death can be cleaned up
 * after.
 */
export type PidRecord = { supervisor: ProcessMark; anvils: readonly ProcessMark[] };

/** One folder per user: another user's processes could not be stopped anyway. */
const pidFolder = pidFolderIn(tmpdir());

export function pidFolderIn(temporary: string): string {
  return join(temporary, `interline-devnet-${userInfo().uid}`);
}

export function writePidRecord(instance: string, anvils: readonly ProcessMark[]): void {
  const supervisor = markOf(process.pid);
  if (supervisor === undefined) return;
  mkdirSync(pidFolder, { recursive: true, mode: 0o700 });
  const record: PidRecord = { supervisor, anvils };
  writeFileSync(fileOf(instance), JSON.stringify(record), { mode: 0o600 });
}

export function removePidRecord(instance: string): void {
  rmSync(fileOf(instance), { force: true });
}

/** By instance; a file that is not a record (half written, another version's) is left out. */
export function readPidRecords(folder = pidFolder): Map<string, PidRecord> {
  const found = new Map<string, PidRecord>();
  for (const name of namesIn(folder)) {
    const instance = /^([0-9a-f]{32})\.json$/.exec(name)?.[1];
    const record = instance === undefined ? undefined : readRecord(join(folder, name));
    if (instance !== undefined && record !== undefined) found.set(instance, record);
  }
  return found;
}

function readRecord(file: string): PidRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as PidRecord; // CAST: checked on the next lines.
    const marks: unknown[] = [record.supervisor, ...record.anvils];
    return marks.every(isMark) ? record : undefined;
  } catch {
    return undefined;
  }
}

function isMark(value: unknown): value is ProcessMark {
  const mark = value as Partial<ProcessMark> | undefined; // CAST: each member is checked here.
  return Number.isSafeInteger(mark?.pid) && typeof mark?.commandHash === 'string';
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function fileOf(instance: string): string {
  return join(pidFolder, `${instance}.json`);
}
