/**
 * Whether another process runs that has this number. Never this one: what it holds it knows, and in
 * a container an earlier process had the same number.
 */
export function isRunningElsewhere(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // CAST: the platform's.
  }
}
