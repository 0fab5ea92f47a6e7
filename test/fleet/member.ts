import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { MemberStart, MemberWord } from './fleet-words.ts';

/** An instance in a process of its own, ready. */
export interface Member {
  /** Of its HTTP; null for a worker. */
  readonly url: string | null;
  readonly accounts: { readonly spender: string; readonly float: string };
  /** SIGSTOP: it does nothing until it is thawed, and then goes on where it was. */
  freeze(): void;
  /** SIGCONT. */
  thaw(): void;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
}

const main = fileURLToPath(new URL('./member-main.ts', import.meta.url));

/** Rejects when the process dies first, or says why it cannot start. */
export async function startMember(order: MemberStart): Promise<Member> {
  const child = fork(main, [], {
    execArgv: ['--conditions=interline-source'],
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const gone = once(child, 'exit');
  child.send(order);
  const [word] = (await Promise.race([
    once(child, 'message'),
    gone.then(() => [{ kind: 'failed', reason: 'the process ended' }]),
  ])) as [MemberWord]; // CAST: what the child sends.
  if (word.kind === 'failed') {
    child.kill('SIGKILL');
    throw new Error(`an instance did not start: ${word.reason}`);
  }
  return {
    url: word.url,
    accounts: word.accounts,
    freeze: () => {
      child.kill('SIGSTOP');
    },
    thaw: () => {
      child.kill('SIGCONT');
    },
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
