import type { Next } from 'koa';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { HttpContext } from '../http-state.ts';
import { namesType } from '../parse/parse-shape.ts';
import { answerTagged } from '../present/answer-tagged.ts';
import type { Page } from './page.ts';

const zip = promisify(gzip);
const smallestZipped = 1_024;

/**
 * Answers GET and HEAD of these paths; passes everything else on. Where several pages have one
 * path, `Accept` decides.
 */
export function servePages(
  pages: readonly Page[],
  basePath: string,
): (ctx: HttpContext, next: Next) => Promise<void> {
  const byPath = Map.groupBy(pages, (page) => `${basePath}${page.path}`);
  const isChosen = pages.some(({ path, onlyFor }) => path === '/' && onlyFor !== undefined);
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
    ctx.set({ 'cache-control': 'public, max-age=3600', ...page.headers });
    answerTagged(ctx, bytes, page.type);
  }

  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      await next();
      return;
    }
    const here = byPath.get(ctx.path) ?? [];
    const { accept } = ctx.req.headers;
    const page = pageFor(here, accept);
    if (here.some(({ onlyFor }) => onlyFor !== undefined)) ctx.vary('accept');
    if (page !== undefined) {
      await answer(page, ctx);
      return;
    }
    // The names in a page are relative, so without the slash they would be looked for a folder higher.
    if (isChosen && basePath !== '' && ctx.path === basePath && namesType(accept, 'text/html')) {
      ctx.vary('accept');
      ctx.redirect(`${basePath.slice(basePath.lastIndexOf('/') + 1)}/${ctx.search}`);
      ctx.status = 308;
      return;
    }
    await next();
  };
}

/** A program that takes anything, as most do, gets what it always got: the type is to be said outright. */
function pageFor(pages: readonly Page[], accept: string | undefined): Page | undefined {
  const chosen = pages.find(({ onlyFor }) => onlyFor !== undefined && namesType(accept, onlyFor));
  return chosen ?? pages.find(({ onlyFor }) => onlyFor === undefined);
}
