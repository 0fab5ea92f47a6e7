import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/**
 * User and system time of a process with all its threads, in milliseconds; null where the system
 * keeps no /proc.
 */
export function cpuMsOf(pid: number): number | null {
  const fields = statOf(pid);
  return fields === null
    ? null
    : (Number(fields.utime) + Number(fields.stime)) * (1_000 / ticksPerSecond);
}

/** Processes of that name below this one, however deep. */
export function descendantsNamed(name: string, root = process.pid): readonly number[] {
  const all = processes();
  const below = new Set([root]);
  for (let size = 0; size !== below.size;) {
    size = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  return all.filter((one) => one.name === name && below.has(one.pid)).map((one) => one.pid);
}

interface ProcessStat {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  readonly utime: string;
  readonly stime: string;
}

function processes(): readonly ProcessStat[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => statOf(Number(name)))
      .filter((one) => one !== null);
  } catch {
    return [];
  }
}

// The name stands in parentheses and may hold anything, so fields are counted from the last one.
function statOf(pid: number): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [name, rest] = [
      text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')),
      text.slice(text.lastIndexOf(')') + 2).split(' '),
    ];
    return { pid, name, parent: Number(rest[1]), utime: rest[11] ?? '0', stime: rest[12] ?? '0' };
  } catch {
    return null;
  }
}
