import type { Next } from 'koa';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { title } from '../documents/guide.ts';
import type { HttpContext } from '../http-state.ts';
import { answerTagged } from '../present/answer-tagged.ts';
import { docsScript, docsStyle } from './docs-assets.ts';

/** No inline script, nothing from elsewhere; try-it-out may call this service and no other. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Names are relative, so the page works behind any path that leads to it. */
const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" type="image/png" href="docs/favicon.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/page.css">
</head>
<body>
<main id="interface"><p>The interface is described in <a href="openapi.json">openapi.json</a>.</p></main>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const guarded = { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' };

const icon = import.meta.resolve('swagger-ui-dist/favicon-32x32.png');

export const docsPages: readonly Page[] = [
  textPage('/docs', 'text/html; charset=utf-8', html, guarded),
  textPage('/docs/start.js', 'text/javascript; charset=utf-8', docsScript),
  textPage('/docs/page.css', 'text/css; charset=utf-8', docsStyle),
  asset(
    '/docs/swagger-ui-bundle.js',
    'text/javascript; charset=utf-8',
    import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  ),
  asset(
    '/docs/swagger-ui.css',
    'text/css; charset=utf-8',
    import.meta.resolve('swagger-ui-dist/swagger-ui.css'),
  ),
  asset('/docs/favicon.png', 'image/png', icon),
  // Browsers ask for it whatever page they show.
  asset('/favicon.ico', 'image/png', icon),
];

/** Read when it is first asked for, so that it takes no memory before. */
function asset(path: string, type: string, url: string): Page {
  let bytes: Promise<Buffer> | undefined;
  return {
    path,
    type,
    async read() {
      bytes ??= readFile(fileURLToPath(url));
      return bytes;
    },
  };
}

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

/**
 * Something a browser reads beside the interface; the same bytes for as long as the process runs.
 */
export interface Page {
  /** Below the base path. */
  readonly path: string;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  read(): Promise<Buffer>;
}

export function textPage(
  path: string,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Page {
  const bytes = Buffer.from(text);
  return { path, type, headers, read: async () => bytes };
}
