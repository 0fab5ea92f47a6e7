import { ServiceError } from '@interline/client';
import { endOfPass, passText } from '@interline/client/passes';
import type { Spending } from '../state/privacy.ts';
import type { HeldPass, Purse } from './purse.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Sends a question, with a pass where its owner has chosen that: at once, or again with one where a limit
 * refused it. Where no pass is left it goes without.
 */
export async function showPass<T>(
  purse: Pick<Purse, 'take'>,
  spending: Spending,
  send: (headers: Headers) => Promise<T>,
): Promise<T> {
  const first = spending === 'each' ? await purse.take() : null;
  if (first !== null) return sendWith(first, send);
  try {
    return await send({});
  } catch (error) {
    const isLimit = error instanceof ServiceError && error.errorCode === 'RATE_LIMITED';
    const held = isLimit && spending === 'at-limit' ? await purse.take() : null;
    if (held === null) throw error;
    return sendWith(held, send);
  }
}

async function sendWith<T>(held: HeldPass, send: (headers: Headers) => Promise<T>): Promise<T> {
  try {
    const answer = await send({ 'x-svc-pass': passText(held.pass) });
    await held.end('spent');
    return answer;
  } catch (error) {
    await held.end(endOfPass(error));
    throw error;
  }
}
