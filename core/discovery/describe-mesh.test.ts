import {
  type ChainRef,
  evmAddress,
  evmNodes,
  type LanePattern,
  matchLane,
  nonEvmNodes,
} from '@interline/kernel';
import type { RailPort, RailRegistry } from '@interline/ports';
import { describeMesh, type MeshView } from './describe-mesh.ts';
import type { ServiceState } from './service-status.ts';
import { expect } from 'chai';

const spender = evmAddress('0x1000000000000000000000000000000000000abc');

describe('the mesh', () => {
  it('has 25 nodes: 22 EVM chains and three others', async () => {
    const mesh = await meshWith([{ from: '*', to: '*', settles: 'firm' }]);

    expect(mesh.nodes).to.equal(25);
    expect(mesh.evmChainIds).to.deep.equal([
      1, 10, 56, 100, 130, 137, 146, 480, 999, 1135, 1868, 4663, 5000, 8453, 33139, 34443, 42161,
      43114, 57073, 59144, 81457, 7777777,
    ]);
    expect(mesh.routableNonEvm).to.deep.equal(['stellar', 'solana', 'bitcoin']);
    expect(mesh.relayer).to.equal(spender);
    expect(mesh.permit2).to.equal('0x000000000022d473030f116ddee9f6b43ac78ba3');
  });

  it("gives the status's own count of lanes, and 0 while that is unknown", async () => {
    expect((await meshWith([], 462)).directedRoutes).to.equal(462);
    expect((await meshWith([], null)).directedRoutes).to.equal(0);
  });

  it('says that no rail serves a node without one', async () => {
    const bitcoin = (await meshWith([])).nonEvmNodes.find((node) => node.wire === 'bitcoin');

    const unserved = { isExecutable: false, isQuoted: false };
    expect(bitcoin).to.deep.equal({
      wire: 'bitcoin',
      name: 'Bitcoin',
      asSource: { ...unserved, reason: 'no rail of this deployment serves Bitcoin as a source' },
      asDestination: {
        ...unserved,
        reason: 'no rail of this deployment serves Bitcoin as a destination',
      },
    });
  });

  it('keeps the quote-only directions closed, whatever a rail claims, and opens the others', async () => {
    const mesh = await meshWith([{ from: '*', to: '*', settles: 'firm' }]);

    expect(
      mesh.nonEvmNodes.map(({ wire, asSource, asDestination }) => [
        wire,
        asSource.isExecutable,
        asDestination.isExecutable,
      ]),
    ).to.deep.equal([
      ['stellar', false, true],
      ['solana', false, false],
      ['bitcoin', true, true],
    ]);
    expect(mesh.nonEvmNodes[0]?.asSource).to.deep.equal({
      isExecutable: false,
      isQuoted: true,
      reason: 'the rails of this deployment price Stellar as a source but do not settle it',
    });
    expect(mesh.nonEvmNodes[0]?.asDestination.reason).to.equal(null);
  });

  it('says of a node that is only priced that it is only priced', async () => {
    const mesh = await meshWith([
      { from: 'bip122:*', to: 'eip155:*', settles: 'indicative', reason: 'prices only' },
    ]);

    expect(mesh.nonEvmNodes.find((node) => node.wire === 'bitcoin')?.asSource).to.deep.equal({
      isExecutable: false,
      isQuoted: true,
      reason: 'the rails of this deployment price Bitcoin as a source but do not settle it',
    });
  });

  it('does not say of a quote-only corridor that it can be priced if no rail here prices it', async () => {
    const solana = (await meshWith([])).nonEvmNodes.find((node) => node.wire === 'solana');

    expect(solana?.asSource).to.deep.equal({
      isExecutable: false,
      isQuoted: false,
      reason: 'no rail of this deployment serves Solana as a source',
    });
  });

  it('opens and routes no node on which this deployment has no account, whatever a rail claims', async () => {
    const evm = evmNodes.map(({ chain }) => chain);

    const mesh = await meshWith([{ from: '*', to: '*', settles: 'firm' }], 0, evm);

    expect(mesh.nonEvmNodes.find((node) => node.wire === 'bitcoin')?.asSource).to.deep.equal({
      isExecutable: false,
      isQuoted: false,
      reason: 'no rail of this deployment serves Bitcoin as a source',
    });
    expect(mesh.routableNonEvm).to.deep.equal([]);
  });

  it('keeps Tron and Sui apart, as nodes that only feed quotes', async () => {
    const mesh = await meshWith([]);

    expect(
      mesh.comparatorOnly.map((node) => [
        node.wire,
        node.asSource.isExecutable,
        node.asDestination.isExecutable,
      ]),
    ).to.deep.equal([
      ['tron', false, false],
      ['sui', false, false],
      ['80094', false, false],
    ]);
  });

  it('routes no node without a rail, and then prices nothing outside the mesh', async () => {
    const mesh = await meshWith([]);

    expect([mesh.routableNonEvm, mesh.pricedOnly]).to.deep.equal([[], []]);
  });

  it('prices outside the mesh exactly the lanes that rails declare, by the names of requests', async () => {
    const prices = (from: string, to: string): LanePattern => ({
      from,
      to,
      settles: 'indicative',
      reason: 'prices only',
    });
    const mesh = await meshWith([
      prices('eip155:*', 'sui:*'),
      prices('eip155:80094', 'eip155:*'),
      prices('bip122:*', 'stellar:*'),
      prices('solana:*', 'bip122:*'),
    ]);

    expect(mesh.pricedOnly).to.deep.equal([
      { wire: 'sui', name: 'Sui', lanes: ['*->sui'], reason: 'Sui is priced and never settled' },
      {
        wire: '80094',
        name: 'Berachain',
        lanes: ['80094->*'],
        reason: 'Berachain is priced and never settled',
      },
      {
        wire: 'bitcoin',
        name: 'Bitcoin',
        lanes: ['bitcoin->stellar', 'solana->bitcoin'],
        reason: 'Bitcoin to and from other nodes beyond the EVM is priced and never settled',
      },
    ]);
    expect(mesh.routableNonEvm).to.deep.equal([]);
  });

  it('does not take the wide lane of a firm rail for a price of the chain outside the mesh', async () => {
    const mesh = await meshWith([{ from: 'eip155:*', to: 'eip155:*', settles: 'firm' }]);

    expect(mesh.pricedOnly).to.deep.equal([]);
  });

  it('names the ways of its rails in the description of the engine', async () => {
    expect((await meshWith([{ from: '*', to: '*', settles: 'firm' }])).engine).to.contain(
      'rails: one, two',
    );
    expect((await meshWith([])).engine).to.contain('rails: none');
  });
});

async function meshWith(
  lanes: readonly LanePattern[],
  routes: number | null = 0,
  chains: readonly ChainRef[] = [...evmNodes, ...nonEvmNodes].map(({ chain }) => chain),
): Promise<MeshView> {
  const rails = lanes.length === 0 ? [] : [railOn(lanes)];
  const registry: RailRegistry = {
    rails,
    onLane: (lane) => rails.filter((rail) => matchLane(rail.manifest.lanes, lane) !== null),
    byId: () => undefined,
    sandbox: undefined,
  };
  const state: ServiceState = {
    switches: [],
    reasons: [],
    status: 'operational',
    atMs: 0,
    evm: [],
    nonEvm: [],
    rails: [],
    routes,
  };
  return describeMesh({ registry, serviceStatus: async () => state, spender, chains })();
}

function railOn(lanes: readonly LanePattern[]): RailPort {
  return {
    manifest: {
      id: 'one',
      api: '1.0.0',
      version: '1.0.0',
      title: 'one',
      ways: ['one', 'two'],
      lanes,
      broadcast: 'by-default',
      minOut: 'enforced',
      effects: 'real',
      capabilities: [],
    },
    offers: async () => [],
    plan: async () => ({ ok: false, code: 'NO_ROUTE', reason: 'a double plans nothing' }),
    track: async () => ({ status: 'WAITING', stage: '' }),
    health: async () => ({ isUp: true }),
  };
}
