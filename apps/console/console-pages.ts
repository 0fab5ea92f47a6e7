import { readdirSync } from 'node:fs';

/** A file of the page, as the service hands it to browsers. */
export interface ConsolePage {
  /** Below the base path. */
  readonly path: string;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Shown only to who asks for this type; programs that open the service get its JSON. */
  readonly onlyFor?: string;
  readonly url: URL;
}

const folder = new URL('bundle/', import.meta.url);

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
};

/**
 * No inline script or style, nothing from elsewhere, and no way to make script of text. Icons of
 * wallets are data (EIP-6963). What is asked privately goes to a relay, which is another origin than
 * the service: no more than the origins of those that the deployment names are let through.
 */
function consolePolicy(relays: readonly string[]): string {
  const origins = [...new Set(relays.map((url) => new URL(url).origin))].sort();
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...origins].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/**
 * The page's files as `npm run console` wrote them: nothing is built where it is served. The relays are
 * the URLs that private requests go to.
 */
export function consolePages(relays: readonly string[] = []): readonly ConsolePage[] {
  return readdirSync(folder)
    .sort()
    .map((name): ConsolePage => {
      const type = types[name.split('.').at(-1) ?? ''];
      if (type === undefined)
        throw new Error(`${name} in the console's bundle is of no known type`);
      const url = new URL(name, folder);
      if (name === 'index.html')
        return {
          path: '/',
          type,
          url,
          onlyFor: 'text/html',
          // The names in it are new with each release, so it is asked for each time.
          headers: {
            'content-security-policy': consolePolicy(relays),
            'referrer-policy': 'no-referrer',
            'cross-origin-opener-policy': 'same-origin-allow-popups',
            'cache-control': 'no-cache',
          },
        };
      return {
        path: `/console/${name}`,
        type,
        url,
        headers: { 'cache-control': 'public, max-age=31536000, immutable' },
      };
    });
}
