/** What may stand in the root folder beside dotfiles. */
export const topLevel: readonly string[] = [
  'core',
  'ports',
  'plugins',
  'rails',
  'adapters',
  'apps',
  'test',
  'README.md',
  'LICENSE',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'eslint.config.js',
];

/** File and folder names that say nothing about what is inside. */
export const emptyNames: readonly string[] = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'types',
];

/** Written by tools out of sources that are read themselves. */
export const bundles: readonly string[] = ['apps/console/bundle'];
