import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { HttpLink } from '../../load/http-link.ts';
import type { SubjectMessage } from './subject-process.ts';

/** A server that takes the same quote over and over. */
export interface Subject {
  ask(): Promise<void>;
  /**
   * Of its process until now: milliseconds of processor, in all and outside of the system's calls.
   */
  used(): Promise<CpuUsed>;
  stop(): Promise<void>;
}

export interface CpuUsed {
  readonly allMs: number;
  readonly userMs: number;
}

const question = JSON.stringify({
  fromChain: 8453,
  toChain: 42_161,
  token: 'USDC',
  amount: '25000000',
  fromAddress: `0x${'1a'.repeat(20)}`,
  toAddress: `0x${'2b'.repeat(20)}`,
});

/** A bare Koa for no rails. */
export async function startSubject(rails: number, clients: number): Promise<Subject> {
  const child = fork(fileURLToPath(new URL('./subject-process.ts', import.meta.url)), [
    String(rails),
  ]);
  const told = async <Kind extends SubjectMessage['kind']>(
    kind: Kind,
  ): Promise<Extract<SubjectMessage, { kind: Kind }>> => {
    // CAST: only the subject writes to this channel.
    const [message] = (await once(child, 'message')) as [SubjectMessage];
    if (message.kind !== kind)
      throw new Error(`the subject said ${message.kind}; ${kind} was expected`);
    return message as Extract<SubjectMessage, { kind: Kind }>; // CAST: its kind was just compared.
  };
  const link = new HttpLink((await told('serving')).url, clients);
  return {
    async ask() {
      const { status, body } = await link.post('/api/route/quote', question);
      if (status !== 200) throw new Error(`a subject answered ${status}: ${JSON.stringify(body)}`);
    },
    async used() {
      child.send('used');
      return told('used');
    },
    async stop() {
      await link.close();
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}
