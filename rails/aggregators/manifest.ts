import type { RailManifest } from '@interline/plugins';
import type { Upstream } from './upstream/upstream.ts';

export function manifestOf(upstreams: readonly Upstream[]): RailManifest {
  return {
    id: 'aggregators',
    api: '1.1.0',
    version: '0.1.0',
    title: 'Third-party bridge engines, one way each',
    ways: upstreams.map(({ name }) => name),
    lanes: [{ from: 'eip155:*', to: 'eip155:*', settles: 'firm' }],
    broadcast: 'by-default',
    minOut: 'passed-on',
    effects: 'real',
    capabilities: [],
  };
}
