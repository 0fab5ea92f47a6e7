import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * One process, told apart from a later one that got the same pid by the hash of its command line.
 */
export type ProcessMark = { pid: number; commandHash: string };

/** Undefined when no such process runs. */
export function markOf(pid: number): ProcessMark | undefined {
  const command = commandLineOf(pid);
  if (command === '') return undefined;
  return { pid, commandHash: createHash('sha256').update(command).digest('hex') };
}

/** True while the very process that was marked still runs. */
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
