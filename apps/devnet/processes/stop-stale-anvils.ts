import { readPidRecords, removePidRecord } from './pid-record.ts';
import { type ProcessMark, stillRuns } from './process-mark.ts';

/**
 * Stops the nodes of devnets whose supervisor died without a word; answers how many. Living devnets
 * are left alone.
 */
export function stopStaleAnvils(): number {
  let stopped = 0;
  for (const [instance, { supervisor, anvils }] of readPidRecords()) {
    if (stillRuns(supervisor)) continue;
    stopped += anvils.filter(stillRuns).filter(kill).length;
    removePidRecord(instance);
  }
  return stopped;
}

// Another devnet that starts now may have been quicker.
function kill({ pid }: ProcessMark): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
