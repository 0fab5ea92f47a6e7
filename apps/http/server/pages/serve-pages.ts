import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Next } from 'koa';
import type { HttpContext } from '../http-state.ts';
import { answerTagged } from '../present/answer-tagged.ts';
import type { Page } from './page.ts';

const zip = promisify(gzip);
const smallestZipped = 1_024;

/** Answers GET and HEAD of these paths; everything else goes on. */
export function servePages(
  pages: readonly Page[],
  basePath: string,
): (ctx: HttpContext, next: Next) => Promise<void> {
  const byPath = new Map(pages.map((page) => [`${basePath}${page.path}`, page]));
  const zipped = new Map<Page, Promise<Buffer>>();

  async function bytesOf(page: Page, ctx: HttpContext): Promise<Buffer> {
    const plain = await page.read();
    if (page.type.startsWith('image/') || plain.length < smallestZipped) return plain;
    ctx.vary('accept-encoding');
    if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') return plain;
    const small = zipped.get(page) ?? zip(plain);
    zipped.set(page, small);
    ctx.set('content-encoding', 'gzip');
    return small;
  }

  async function answer(page: Page, ctx: HttpContext): Promise<void> {
    const bytes = await bytesOf(page, ctx);
    ctx.set({ ...page.headers, 'cache-control': 'public, max-age=3600' });
    answerTagged(ctx, bytes, page.type);
  }

  return (ctx, next) => {
    const page = byPath.get(ctx.path);
    return page !== undefined && (ctx.method === 'GET' || ctx.method === 'HEAD')
      ? answer(page, ctx)
      : next();
  };
}
