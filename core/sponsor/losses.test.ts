import { asUnits, evmAddress, evmChain, RelayError } from '@interline/kernel';
import { expect } from 'chai';
import { assertRoomToLose, type Risk } from './losses.ts';
import type { SponsorPorts } from './ports.ts';
import type { SponsorUnit } from './repository.ts';

const base = evmChain(8453);
const account = evmAddress(`0xaa${'0'.repeat(38)}`);

/** A chain whose failures may cost 1,000 in a day, and those of one client 400. */
async function accepted(
  cost: bigint,
  {
    spent = [0n, 0n],
    open = [0n, 0n],
    inFront = [],
  }: {
    readonly spent?: readonly [ofChain: bigint, ofClient: bigint];
    readonly open?: readonly [ofChain: bigint, ofClient: bigint];
    readonly inFront?: readonly Risk[];
  } = {},
): Promise<string> {
  const policy = { revertBudget: asUnits(1_000n), clientRevertBudget: asUnits(400n) };
  const ports = { policy, clock: { now: () => 0 } } as unknown as SponsorPorts; // CAST: all that it takes.
  const tx = {
    transactions: { spentOfEach: async () => spent },
    sponsor: { openSponsored: async () => ({ inAll: open[0], ofClient: open[1], ofPayer: 0n }) },
  } as unknown as SponsorUnit; // CAST: the same.
  const whose = { chain: base, account, client: 'c_1' };
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
});
