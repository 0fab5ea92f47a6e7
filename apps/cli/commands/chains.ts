import { createClient, type Mesh } from '@interline/client';
import type { Command } from 'commander';
import { columns } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

export function chainsCommand(): Command {
  return restCommand('chains')
    .addHelpText(
      'after',
      '\nWhere a command takes a chain, it takes its number or its name, as much of it as only one chain begins with: base, arbitrum, op.',
    )
    .action(chains);
}

async function chains({ url, json }: RestOptions): Promise<void> {
  const client = createClient({ baseUrl: url });
  const [{ gaslessChains }, mesh] = await Promise.all([
    client.call('GET /api/gasless/info', {}),
    client.call('GET /api/route/chains', {}),
  ]);
  const rows = [
    ...Object.entries(gaslessChains).map(([id, { name, tokens }]) => ({
      id,
      name,
      does: `sends ${tokens.join(', ')}`,
    })),
    ...besideRows(mesh),
  ];
  terminal(json).result({ chains: rows }, () =>
    console.log(
      columns([['chain', 'name', 'here'], ...rows.map(({ id, name, does }) => [id, name, does])]),
    ),
  );
}

/** The chains beyond the EVM, and those that are only priced; one that stands in both lists is once. */
export function besideRows({
  nonEvmNodes,
  comparatorQuoteOnly,
}: Pick<Mesh, 'nonEvmNodes' | 'comparatorQuoteOnly'>) {
  const nodes = Object.entries(nonEvmNodes);
  const named = new Set(nodes.map(([id]) => id));
  return [
    ...nodes.map(([id, { name, asSource, asDestination }]) => ({
      id,
      name,
      does: waysOf(asSource, asDestination),
    })),
    ...Object.entries(comparatorQuoteOnly)
      .filter(([id]) => !named.has(id))
      .map(([id, { name }]) => ({ id, name, does: 'only priced' })),
  ];
}

type Side = Pick<Mesh['nonEvmNodes'][string]['asSource'], 'executeReady' | 'quotable' | 'reason'>;

function waysOf(from: Side, to: Side): string {
  if (from.executeReady && to.executeReady) return 'sends and receives';
  if (from.executeReady) return `sends; receives nothing: ${to.reason ?? ''}`;
  if (to.executeReady) return 'receives';
  return from.quotable || to.quotable ? 'only priced' : `not served: ${to.reason ?? ''}`;
}
