import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * One process; the hash of its command line distinguishes it from a later process with the same
 * pid.
 */
export type ProcessMark = { pid: number; commandHash: string };

/** The processes of one devnet, kept in a file so that its nodes can be stopped after a crash. */
export type PidRecord = { supervisor: ProcessMark; nodes: readonly ProcessMark[] };

/** One folder per user, because a user cannot stop another user's processes. */
const pidFolder = pidFolderIn(tmpdir());

export function pidFolderIn(temporary: string): string {
  return join(temporary, `interline-devnet-${userInfo().uid}`);
}

/**
 * Stops the nodes of devnets whose supervisor was killed, and returns how many. Running devnets are
 * not touched.
 */
export function stopStaleNodes(): number {
  let stopped = 0;
  for (const [instance, { supervisor, nodes }] of readPidRecords()) {
    if (stillRuns(supervisor)) continue;
    stopped += nodes.filter(stillRuns).filter(kill).length;
    removePidRecord(instance);
  }
  return stopped;
}

// Another devnet that starts at the same time may have killed it first.
function kill({ pid }: ProcessMark): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

export function writePidRecord(instance: string, nodes: readonly ProcessMark[]): void {
  const supervisor = markOf(process.pid);
  if (supervisor === undefined) return;
  mkdirSync(pidFolder, { recursive: true, mode: 0o700 });
  const record: PidRecord = { supervisor, nodes };
  writeFileSync(fileOf(instance), JSON.stringify(record), { mode: 0o600 });
}

/** Folder for the files of one devnet's nodes; deleted with its record. */
export function filesOf(instance: string): string {
  return join(pidFolder, `${instance}.files`);
}

export function removePidRecord(instance: string): void {
  rmSync(filesOf(instance), { recursive: true, force: true });
  rmSync(fileOf(instance), { force: true });
}

/** The records by instance, without files that are not records (half written, other versions). */
export function readPidRecords(folder = pidFolder): Map<string, PidRecord> {
  const found = new Map<string, PidRecord>();
  for (const name of namesIn(folder)) {
    const instance = /^([0-9a-f]{32})\.json$/.exec(name)?.[1];
    const record = instance === undefined ? undefined : readRecord(join(folder, name));
    if (instance !== undefined && record !== undefined) found.set(instance, record);
  }
  return found;
}

/** In older records, from before other nodes existed, the nodes are called anvils. */
type OldRecord = Partial<PidRecord> & {
  supervisor: ProcessMark;
  anvils?: readonly ProcessMark[];
};

function readRecord(file: string): PidRecord | undefined {
  try {
    // CAST: checked on the next lines.
    const { supervisor, ...record } = JSON.parse(readFileSync(file, 'utf8')) as OldRecord;
    // A devnet of an older version may have left its nodes behind too.
    const nodes = record.nodes ?? record.anvils ?? [];
    return [supervisor, ...nodes].every(isMark) ? { supervisor, nodes } : undefined;
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

/** Undefined when no such process runs. */
export function markOf(pid: number): ProcessMark | undefined {
  const command = commandLineOf(pid);
  if (command === '') return undefined;
  return { pid, commandHash: createHash('sha256').update(command).digest('hex') };
}

/** True while exactly the marked process still runs. */
export function stillRuns(mark: ProcessMark): boolean {
  return markOf(mark.pid)?.commandHash === mark.commandHash;
}

// A zombie has an empty command line on Linux: it counts as gone.
function commandLineOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim();
  } catch {
    return '';
  }
}
