import { createHash } from 'node:crypto';
import type { HttpContext } from '../http-state.ts';

/** Answers with an ETag of the bytes, or with 304 where the client has them already. */
export function answerTagged(ctx: HttpContext, bytes: string | Buffer, type: string): void {
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  ctx.set('etag', tag);
  ctx.body = bytes;
  ctx.type = type;
  // A browser sends no-cache beside a script's own If-None-Match: past the caches, to us, who know.
  if (shownTags(ctx.req.headers['if-none-match']).includes(tag)) ctx.status = 304;
}

/** Weak and strong tags mean the same here. */
function shownTags(header: string | undefined): readonly string[] {
  return (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}
