import { title } from '../documents/guide.ts';
import { docsScript, docsStyle } from './docs-assets.ts';
import { filePage, type Page, textPage } from './page.ts';

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
  // Browsers ask for it on every page.
  asset('/favicon.ico', 'image/png', icon),
];

function asset(path: string, type: string, url: string): Page {
  return filePage({ path, type, url: new URL(url) });
}
