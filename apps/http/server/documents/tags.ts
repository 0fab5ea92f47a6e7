import type { oas31 } from 'zod-openapi';

interface Area extends oas31.TagObject {
  readonly paths: RegExp;
}

/** The areas of the interface, the first that fits a path. */
const areas: readonly Area[] = [
  {
    name: 'Execution',
    description: 'Moves value: one signed permit in, a receipt out.',
    paths: /^\/api\/(route\/(execute|status|by-transaction|by-wallet)|floatlane)/,
  },
  {
    name: 'Primitives',
    description: 'Batches, schedules and conditional transfers.',
    paths: /^\/api\/route\/(batch|schedule|conditional)/,
  },
  {
    name: 'Explorer',
    description: 'What the service did lately, without names.',
    paths: /^\/api\/routes\//,
  },
  {
    name: 'Best execution',
    description: 'Every rail side by side, and what to do with it.',
    paths: /^\/api\/(route\/(compare|preflight)|intent|agent|rails)/,
  },
  {
    name: 'Account',
    description: 'A wallet that signs in sees its own routes, and no other client does.',
    paths: /^\/api\/account/,
  },
  {
    name: 'Membership',
    description: 'Who moves small amounts for nothing, by an NFT that they or their vault hold.',
    paths: /^\/api\/membership/,
  },
  {
    name: 'Planning',
    description: 'Which of several balances bring an amount, and what lanes cost lately.',
    paths: /^\/api\/plan/,
  },
  {
    name: 'Evidence',
    description: 'Signed receipts, the public log that they stand in, reserves and reports.',
    paths: /^\/(api\/(verify|transparency)|\.well-known\/jwks)/,
  },
  {
    name: 'Agents',
    description:
      'Rows of this interface as tools of the Model Context Protocol and as skills of A2A.',
    paths: /^\/(api\/(mcp|a2a)|\.well-known\/agent-)/,
  },
  {
    name: 'Sponsored transactions',
    description:
      "Calls of an account's own at our cost, for a fee out of the same batch (EIP-7702).",
    paths: /^\/api\/sponsor/,
  },
  {
    name: 'Payments',
    description:
      'A facilitator of x402: payments that buyers signed to sellers, settled at our cost on every EVM chain.',
    paths: /^\/api\/payments/,
  },
  {
    name: 'Keys and hooks',
    description: 'Optional keys with their usage, and webhooks for the end of a route.',
    paths: /^\/api\/(keys|hooks)/,
  },
  {
    name: 'Privacy',
    description:
      'Requests that do not say who sends them (RFC 9458), and how private all of it is.',
    paths: /^\/(api\/(ohttp|privacy)|\.well-known\/ohttp)/,
  },
  {
    name: 'Messages',
    description: 'Rows of one size, encrypted by clients and paid with passes.',
    paths: /^\/api\/(messages|receipt)/,
  },
  { name: 'Routing', description: 'The mesh and its prices.', paths: /^\/api\/route\// },
  {
    name: 'Operation',
    description: 'For the operator of the service.',
    paths: /^\/(operator|healthz|readyz)/,
  },
  { name: 'Discovery', description: 'What the service is, takes and answers.', paths: /^/ },
];

export function tagOf(path: string): string {
  return areas.find(({ paths }) => paths.test(path))?.name ?? 'Discovery';
}

export function tagsOf(paths: readonly string[]): oas31.TagObject[] {
  const used = new Set(paths.map(tagOf));
  return areas
    .filter(({ name }) => used.has(name))
    .map(({ name, description }) => ({
      name,
      ...(description === undefined ? {} : { description }),
    }));
}
