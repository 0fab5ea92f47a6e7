import type { RailManifest } from '@interline/ports';

/** A third-party rail of one way between all EVM chains, but for what the script says. */
export function scriptedManifest(script: Partial<RailManifest> = {}): RailManifest {
  const id = script.id ?? 'scripted';
  return {
    id,
    api: '2.0.0',
    version: '0.1.0',
    title: 'A rail that answers by script',
    ways: [id],
    lanes: [{ from: 'eip155:*', to: 'eip155:*', settles: 'firm' }],
    broadcast: 'by-default',
    minOut: 'enforced',
    effects: 'real',
    capabilities: [],
    ...script,
  };
}
