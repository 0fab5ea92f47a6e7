import type { AttachedDevnet } from './attach-devnet.ts';

/**
 * What a person needs to use a devnet: where it is, one line a chain, the addresses all chains
 * share, and the upstream stand-ins.
 */
export function devnetTable({ url, instance, chains, upstreams }: AttachedDevnet): string {
  const [first] = chains;
  const shared = [
    ...(first?.tokens ?? []).map(({ symbol, address }) => [symbol, address] as const),
    ['member pass', first?.memberNft ?? ''] as const,
    ['bridge', first?.bridge ?? ''] as const,
  ];
  const widest = Math.max(
    ...[...chains.map(({ name }) => name), ...shared.map(([name]) => name)].map(
      (name) => name.length,
    ),
  );

  return [
    `devnet ${instance} at ${url}/devnet`,
    '',
    ...chains.map(
      ({ name, chainId, rpcUrl }) =>
        `  ${name.padEnd(widest)}  ${String(chainId).padStart(7)}  ${rpcUrl}`,
    ),
    '',
    ...shared.map(([name, address]) => `  ${name.padEnd(widest)}  ${address}`),
    '',
    ...upstreams.map((upstream) => `  ${upstream.engine.padEnd(widest)}  ${upstream.url}`),
  ].join('\n');
}
