import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { getServers } from 'node:dns';
import { on, once } from 'node:events';
import { isIP, isIPv6 } from 'node:net';
import { httpsQuestion, readHttpsAnswer } from './dns-message.ts';

/** Asks for the HTTPS records of a name, and resolves to their data. Rejects where no answer came. */
export type AskHttpsRecords = (name: string) => Promise<readonly Buffer[]>;

interface Resolver {
  readonly host: string;
  readonly port: number;
}

/** The question goes to two of them, or twice to one. */
const mostAsked = 2;
const deadlineMs = 2_000;

/** Asks the resolver that is named, else those of the machine. Each has two seconds. */
export function askResolver(named: string | null, eachMs: number = deadlineMs): AskHttpsRecords {
  return async (name) => {
    const resolvers = (named === null ? getServers() : [named]).flatMap(
      (text) => readResolver(text) ?? [],
    );
    const faults: unknown[] = [];
    for (let at = 0; at < mostAsked; at += 1) {
      const resolver = resolvers[at] ?? resolvers[0];
      if (resolver === undefined) throw new Error('this machine names no resolver');
      try {
        return await askOne(resolver, name, AbortSignal.timeout(eachMs));
      } catch (error) {
        faults.push(error);
      }
    }
    throw new AggregateError(faults, 'no resolver answered');
  };
}

/** `192.0.2.1`, `192.0.2.1:53`, `2001:db8::1` or `[2001:db8::1]:53`; null for anything else. */
export function readResolver(text: string): Resolver | null {
  if (isIP(text) !== 0) return { host: text, port: 53 };
  const [, inBrackets, plain = '', digits = ''] =
    /^(?:\[([^\]]+)\]|([^:]+)):([1-9][0-9]{0,4})$/.exec(text) ?? [];
  const host = inBrackets ?? plain;
  const isFit = inBrackets === undefined ? isIP(host) === 4 : isIPv6(host);
  return isFit && Number(digits) <= 65_535 ? { host, port: Number(digits) } : null;
}

/** Only what comes from the resolver itself is read, and what does not answer the question passed over. */
async function askOne(
  { host, port }: Resolver,
  name: string,
  signal: AbortSignal,
): Promise<readonly Buffer[]> {
  const question = httpsQuestion(randomInt(65_536), name);
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  try {
    const received = on(socket, 'message', { signal });
    socket.connect(port, host);
    await once(socket, 'connect', { signal });
    socket.send(question.bytes);
    for await (const [bytes] of received as AsyncIterable<readonly [Buffer]>) {
      // CAST above: what a socket's messages are.
      const records = readHttpsAnswer(bytes, question);
      if (records !== null) return records;
    }
    throw new Error('the socket was closed');
  } finally {
    socket.close();
  }
}
