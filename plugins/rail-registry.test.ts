import { expect } from 'chai';
import { railRegistry } from './rail-registry.ts';
import { scriptedRail } from './testing/scripted-rail.ts';
import { arbitrum, base, bnb } from './testing/test-tokens.ts';

const everywhere = scriptedRail({ manifest: { id: 'everywhere' } });
const toBnb = scriptedRail({
  manifest: {
    id: 'to-bnb',
    lanes: [{ from: 'eip155:*', to: 'eip155:56', settles: 'indicative', reason: 'priced only' }],
  },
});
const box = scriptedRail({
  manifest: { id: 'box', effects: 'simulated', lanes: [{ from: '*', to: '*', settles: 'firm' }] },
});

describe('the rail registry', () => {
  it('looks rails up by the lanes they declare, the simulated one never', () => {
    const registry = railRegistry([everywhere, toBnb, box]);

    expect(registry.onLane({ from: base, to: arbitrum })).to.deep.equal([everywhere]);
    expect(registry.onLane({ from: base, to: bnb })).to.deep.equal([everywhere, toBnb]);
    expect(registry.onLane({ from: base, to: base })).to.deep.equal([]);
  });

  it('knows each rail by its id, and the sandbox apart', () => {
    const registry = railRegistry([everywhere, toBnb, box]);

    expect(registry.byId('to-bnb')).to.equal(toBnb);
    expect(registry.byId('nobody')).to.equal(undefined);
    expect(registry.sandbox).to.equal(box);
    expect(registry.rails).to.have.lengthOf(3);
  });

  it('does without a sandbox', () => {
    expect(railRegistry([everywhere]).sandbox).to.equal(undefined);
  });
});
