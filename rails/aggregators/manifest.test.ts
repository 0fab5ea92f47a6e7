import { expect } from 'chai';
import { rail } from './rail.ts';

describe('the manifest of the aggregators', () => {
  it('has one way for each engine, in the order of the list', () => {
    expect(rail.manifest).to.deep.equal({
      id: 'aggregators',
      api: '1.2.0',
      version: '0.1.0',
      title: 'Third-party bridge engines, one way each',
      ways: ['lifi', 'relay', 'across', 'socket', 'debridge', 'symbiosis', 'stargate', 'oneclick'],
      lanes: [{ from: 'eip155:*', to: 'eip155:*', settles: 'firm' }],
      broadcast: 'by-default',
      minOut: 'passed-on',
      effects: 'real',
      capabilities: [],
    });
  });
});
