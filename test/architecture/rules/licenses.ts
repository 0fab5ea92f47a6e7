/** Licences (SPDX) that a package which is installed for production may have. */
export const allowedLicenses: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
];

/**
 * Packages that report from the machine they are installed on; a name that ends in `/` is a scope.
 */
export const telemetryPackages: readonly string[] = [
  '@amplitude/',
  '@bugsnag/',
  '@datadog/',
  '@posthog/',
  '@scarf/',
  '@segment/',
  '@sentry/',
  '@vercel/analytics',
  'analytics-node',
  'applicationinsights',
  'dd-trace',
  'elastic-apm-node',
  'insight',
  'mixpanel',
  'newrelic',
  'posthog-node',
  'universal-analytics',
];

/**
 * Packages of production that the list does not cover, with why each may stay. The first two state
 * their licence in a file alone. The third is loaded unmodified, as its own module, by
 * @solana/web3.js.
 */
export const licenseExceptions: Readonly<Record<string, string>> = {
  eyes: 'MIT, in its LICENSE',
  'text-encoding-utf-8': 'Unlicense, in its LICENSE.md',
  'rpc-websockets': 'LGPL-3.0-only',
};
