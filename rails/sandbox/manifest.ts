import type { RailManifest } from '@interline/plugins';

export const sandboxManifest: RailManifest = {
  id: 'sandbox',
  api: '1.0.0',
  version: '0.1.0',
  title: 'The whole lifecycle on a timer; nothing moves',
  ways: ['sandbox'],
  lanes: [{ from: '*', to: '*', settles: 'firm' }],
  broadcast: 'by-default',
  minOut: 'enforced',
  effects: 'simulated',
  capabilities: [],
};
