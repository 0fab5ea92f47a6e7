import { asUnits, evmAddress, evmChain, laneClient, RelayError } from '@interline/kernel';
import { expect } from 'chai';
import { assertMayLose, assertRoomToLose, chargeSpoiler, type Risk } from './losses.ts';
import type { SponsorPorts } from './ports.ts';
import type { SponsorUnit } from './repository.ts';

const base = evmChain(8453);
const account = evmAddress(`0xaa${'0'.repeat(38)}`);
const policy = {
  revertBudget: asUnits(1_000n),
  clientRevertBudget: asUnits(400n),
  payerRevertBudget: asUnits(400n),
};
const ports = { policy, clock: { now: () => 0 } } as unknown as SponsorPorts; // CAST: all that it takes.

/** A chain whose failures may cost 1,000 in a day, and those of one client 400. Of the lane, where it is said. */
async function accepted(
  cost: bigint,
  {
    spent = [0n, 0n],
    open = [0n, 0n],
    inFront = [],
    client = 'c_1',
    ofLane = 0n,
  }: {
    readonly spent?: readonly [ofChain: bigint, ofClient: bigint];
    readonly open?: readonly [ofChain: bigint, ofClient: bigint];
    readonly inFront?: readonly Risk[];
    readonly client?: string;
    readonly ofLane?: bigint;
  } = {},
): Promise<string> {
  const tx = {
    transactions: { spentOfEach: async () => [...spent, 0n, ofLane] },
    sponsor: { openSponsored: async () => ({ inAll: open[0], ofClient: open[1], ofPayer: 0n }) },
  } as unknown as SponsorUnit; // CAST: the same.
  const whose = { chain: base, account, client };
  try {
    await assertRoomToLose(ports, tx, whose, { cost, inFront });
    return 'accepted';
  } catch (error) {
    if (!(error instanceof RelayError)) throw error;
    return error.code;
  }
}

describe('room for sponsored calls that may fail', () => {
  it('is there while all that is under way could fail within the budgets of chain and client', async () => {
    expect(await accepted(100n, { open: [900n, 300n] })).to.equal('accepted');
    expect(await accepted(101n, { open: [900n, 0n] })).to.equal('BUDGET_SPENT');
    expect(await accepted(101n, { open: [300n, 300n] })).to.equal('BUDGET_SPENT');
  });

  it('is less by what failed today', async () => {
    expect(await accepted(100n, { spent: [600n, 0n], open: [300n, 1n] })).to.equal('accepted');
    expect(await accepted(100n, { spent: [601n, 0n], open: [300n, 1n] })).to.equal('BUDGET_SPENT');
  });

  it('is taken by what the same transaction carries in front of it', async () => {
    const inFront = [
      { client: 'c_1', cost: 300n },
      { client: 'c_2', cost: 600n },
    ];

    expect(await accepted(100n, { inFront })).to.equal('accepted');
    expect(await accepted(101n, { inFront })).to.equal('BUDGET_SPENT');
  });

  it('is there for one alone at any cost, or nothing would go at high fees', async () => {
    expect(await accepted(5_000n, { spent: [999n, 399n] })).to.equal('accepted');
    expect(await accepted(5_000n, { open: [1n, 1n] })).to.equal('BUDGET_SPENT');
  });

  it("is for passes of the private lane in half of the chain's budget, the other half stays for everybody else", async () => {
    const pass = { client: laneClient('a pass') };

    expect(await accepted(100n, { ...pass, open: [400n, 0n] })).to.equal('accepted');
    expect(await accepted(101n, { ...pass, open: [400n, 0n] })).to.equal('BUDGET_SPENT');
    expect(await accepted(101n, { open: [400n, 0n] })).to.equal('accepted');
  });

  it('is for one pass a quarter of what others in the lane have left', async () => {
    const pass = { client: laneClient('a pass'), open: [25n, 25n] as const };

    expect(await accepted(100n, pass)).to.equal('accepted');
    expect(await accepted(101n, pass)).to.equal('BUDGET_SPENT');
    expect(await accepted(50n, { ...pass, spent: [200n, 0n], ofLane: 200n })).to.equal('accepted');
    expect(await accepted(51n, { ...pass, spent: [200n, 0n], ofLane: 200n })).to.equal(
      'BUDGET_SPENT',
    );
  });

  it('is none for a pass once the lane has spent its half, and is for everybody else', async () => {
    const half = [500n, 0n, 0n, 500n].map(asUnits);
    const spentOfEach = async (budgets: readonly string[]) =>
      budgets.length === 1 ? [asUnits(0n)] : half;
    const outcomeOf = (client: string) =>
      assertMayLose(
        ports,
        { transactions: { spentOfEach } },
        { chain: base, account, client },
      ).then(
        () => 'accepted',
        ({ code }: RelayError) => code,
      );

    expect(await outcomeOf(laneClient('a pass'))).to.equal('BUDGET_SPENT');
    expect(await outcomeOf('c_1')).to.equal('accepted');
  });

  it("is taken out of the lane's half by a pass that made a transaction of several revert", async () => {
    const charged: string[] = [];
    const tx = {
      transactions: {
        charge: async (charges: readonly { budget: string }[]) => {
          charged.push(...charges.map(({ budget }) => budget));
          return null;
        },
      },
    } as unknown as SponsorUnit; // CAST: the same.

    await chargeSpoiler(ports, tx, { chain: base, account, client: laneClient('a pass') }, 7n);

    expect(charged).to.include('sponsor-revert:eip155:8453:lane');
  });
});
