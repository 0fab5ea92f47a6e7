import type { VerifiedPass } from '@interline/core/passes';
import { errorCatalogue, isRelayError, RelayError } from '@interline/kernel';
import { createHash } from 'node:crypto';
import { badPass, parsePass } from '../../passes/parse.ts';
import { parseJsonObject } from '../body/parse-json.ts';
import { type Endpoint, takesPasses } from '../endpoint.ts';
import type { HttpDeps } from '../http-deps.ts';
import type { HttpContext } from '../http-state.ts';
import { type BadPassesOf, badPassesOf } from './bad-passes-of.ts';
import { type Ended, KeptAnswers } from './kept-answers.ts';

/**
 * What a request shows to be admitted beyond its sender's limit. The request is counted neither
 * against the sender nor against a key.
 */
export interface PresentedPass {
  /** Spends it, the first time it is called. Throws `PASS_SPENT`, `STORE_DOWN`. */
  spend(): Promise<void>;
  /** The work spends it, or throws and leaves it as it was. */
  payWithin<T>(work: (pass: VerifiedPass) => Promise<T>): Promise<T>;
  /**
   * The answer to a request that spends it on the way. The same request has the same answer again
   * for ten minutes, and tries again where the service had failed or its client left: three times in all.
   */
  answer(make: () => Promise<unknown>): Promise<PaidAnswer>;
  /** A stream, which spends it with its first answer. It is not kept: each connection costs a pass. */
  open(begin: () => Promise<void>): Promise<void>;
}

/** A client that leaves early ends its request as a failure of ours does, so it may do so this often. */
const mostTries = 3;

interface PaidAnswer {
  readonly body: unknown;
  readonly isRepeat: boolean;
}

/**
 * The pass that a request shows; null where it shows none. Throws what is wrong with it, and
 * `RATE_LIMITED`, unseen, to a client whose passes are wrong too often.
 */
type PresentPass = (
  ctx: HttpContext,
  readBody: () => Promise<Buffer>,
) => Promise<PresentedPass | null>;

export function presentPass(endpoint: Endpoint, deps: HttpDeps): PresentPass {
  const kept = new KeptAnswers(deps.clock);
  return async (ctx, readBody) => {
    const { passes } = deps.useCases;
    const inHeader = ctx.req.headers['x-svc-pass'];
    const isSought = passes.isEnabled && endpoint.request.body !== undefined;
    const inBody = isSought ? await passIn(readBody) : undefined;
    if (inHeader === undefined && inBody === undefined) return null;

    passes.assertEnabled();
    const bad = badPassesOf(deps, ctx.state.network, ctx.req.headers);
    bad.assertFew();
    const verified = await verify().catch(async (error: unknown) => {
      await bad.countEnd(error);
      throw error;
    });
    return openPass({
      verified,
      hash: hashOf(ctx, await readBody()),
      kept,
      bad,
      spendPass: (pass) => passes.spendPass(pass),
    });

    async function verify(): Promise<VerifiedPass> {
      if (!takesPasses(endpoint)) throw badPass('no pass takes a request past the limit here');
      if (inHeader !== undefined && inBody !== undefined && inHeader !== inBody)
        throw badPass('the header x-svc-pass and pass in the body differ');
      return passes.verifyPass(parsePass(inHeader ?? inBody));
    }
  };
}

interface OpenPass {
  readonly verified: VerifiedPass;
  readonly hash: string;
  readonly kept: KeptAnswers;
  readonly spendPass: (pass: VerifiedPass) => Promise<void>;
  readonly bad: Pick<BadPassesOf, 'count' | 'countEnd'>;
}

function openPass({ verified, hash, kept, spendPass, bad }: OpenPass): PresentedPass {
  const { spendId } = verified;
  let spending: Promise<void> | null = null;
  let isSpent = false;
  return {
    spend: () =>
      (spending ??= spendPass(verified).then(() => {
        isSpent = true;
      })),

    async payWithin(work) {
      const done = await work(verified);
      isSpent = true;
      return done;
    },

    async answer(make) {
      if (kept.find(spendId) !== null) await bad.count();
      // Found again: while it was counted, others of the same pass were served. From here to the next
      // `keep` nothing waits, so that of those that try at once one does the work.
      const paid = kept.find(spendId);
      if (paid === null)
        return { body: await countedUnlessSpent(() => keep(make(), 1)), isRepeat: false };
      // What it pays for is another request: the store refuses it.
      if (paid.hash !== hash) return { body: await make(), isRepeat: false };
      if (paid.ended !== null) return { body: bodyOf(await paid.ended), isRepeat: true };
      if (paid.tries >= mostTries) return { body: await make(), isRepeat: false };
      // It was spent on this very request, which the service did not serve then.
      spending = Promise.resolve();
      isSpent = true;
      return { body: await keep(make(), paid.tries + 1), isRepeat: false };
    },

    open: countedUnlessSpent,
  };

  async function countedUnlessSpent<T>(pay: () => Promise<T>): Promise<T> {
    const paid = await pay().catch(async (error: unknown) => {
      if (!isSpent) await bad.countEnd(error);
      throw error;
    });
    if (!isSpent) await bad.count();
    return paid;
  }

  async function keep(answer: Promise<unknown>, tries: number): Promise<unknown> {
    const ended = answer.then((body): Ended => ({ kind: 'answer', body }), endOf);
    kept.put(spendId, { hash, ended, tries });
    const { kind } = await ended;
    if (!isSpent) kept.forget(spendId);
    else if (kind === 'failure') kept.put(spendId, { hash, ended: null, tries });
    return answer;
  }
}

/** A refusal counts as an answer, a failure of the service does not. */
function endOf(error: unknown): Ended {
  if (!isRelayError(error) || errorCatalogue[error.code].http >= 500) return { kind: 'failure' };
  const { code, details, message } = error;
  return { kind: 'refusal', code, details, message };
}

function bodyOf(ended: Ended): unknown {
  switch (ended.kind) {
    case 'answer':
      return ended.body;
    case 'refusal':
      throw new RelayError(ended.code, ended.details, ended.message);
    case 'failure':
      throw new RelayError('INTERNAL');
  }
}

/** A body that cannot be read shows no pass: what its sender hears of is the body. */
async function passIn(readBody: () => Promise<Buffer>): Promise<unknown> {
  try {
    const bytes = await readBody();
    return bytes.includes('"pass"') ? parseJsonObject(bytes)['pass'] : undefined;
  } catch (error) {
    if (isRelayError(error)) return undefined;
    throw error;
  }
}

function hashOf({ method, originalUrl }: HttpContext, body: Buffer): string {
  return createHash('sha256').update(`${method} ${originalUrl}\n`).update(body).digest('hex');
}
