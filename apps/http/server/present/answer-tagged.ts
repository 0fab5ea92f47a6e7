import { createHash } from 'node:crypto';
import type { HttpContext } from '../http-state.ts';

/**
 * A page is the same buffer whenever it is asked for, and to hash a large one takes longer than all
 * the rest of its answer.
 */
const tags = new WeakMap<Buffer, string>();

/** Answers with an ETag of the bytes, or with 304 where the client has them already. */
export function answerTagged(ctx: HttpContext, bytes: string | Buffer, type: string): void {
  const tag = typeof bytes === 'string' ? tagOf(bytes) : (tags.get(bytes) ?? tagOf(bytes));
  if (typeof bytes !== 'string') tags.set(bytes, tag);
  answerUnder(ctx, bytes, type, tag);
}

/** The same with a strong tag that is known; as weak, where equal tags do not mean equal bytes. */
export function answerUnder(
  ctx: HttpContext,
  bytes: string | Buffer,
  type: string,
  tag: string,
  isWeak = false,
): void {
  ctx.set('etag', isWeak ? `W/${tag}` : tag);
  ctx.body = bytes;
  ctx.type = type;
  // A browser adds no-cache to a script's own If-None-Match, which passes the caches and reaches
  // us, who know the tag.
  if (shownTags(ctx.req.headers['if-none-match']).includes(tag)) ctx.status = 304;
}

function tagOf(bytes: string | Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** Weak and strong tags mean the same here. */
export function shownTags(header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .filter((tag) => tag !== '');
}
