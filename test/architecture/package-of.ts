/** The package a specifier names, without its subpath: `@koa/router` of `@koa/router/types`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
