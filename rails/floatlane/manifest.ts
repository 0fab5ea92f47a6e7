import type { RailManifest } from '@interline/plugins';

export const floatlaneManifest: RailManifest = {
  id: 'floatlane',
  api: '1.0.0',
  version: '0.1.0',
  title: 'Own inventory on both chains, no bridge in the path',
  ways: ['floatlane'],
  lanes: [{ from: 'eip155:*', to: 'eip155:*', settles: 'firm' }],
  broadcast: 'opt-in',
  minOut: 'enforced',
  effects: 'real',
  capabilities: ['inventory'],
};
