import { asUnits, evmAddress, evmChain } from '@interline/kernel';
import type { HeldNfts, Log } from '@interline/ports';
import { expect } from 'chai';
import type { MemberCollection } from './member-token.ts';
import { membershipOf, readMember, type ReadPorts, readUse } from './read-members.ts';

const payer = `0x${'aa'.repeat(20)}`;
const collection = (chain: number): MemberCollection => ({
  chain: evmChain(chain),
  address: evmAddress(`0x${'5a'.repeat(20)}`),
  name: `Pass ${chain}`,
  budgetPerDay: 3,
  minHeldSec: 3_600,
});

/** `rings`: as soon as it is waited for. */
function membership(
  heldOn: (chain: string) => Promise<HeldNfts | null>,
  { spent = 0n, rings = false, isContract = async () => false } = {},
) {
  const warned: unknown[] = [];
  const log = {
    warn: (event: string) => void warned.push(event),
  } as unknown as Log; // CAST: only warnings are logged here.
  const never = new Promise<void>(() => undefined);
  const ports: ReadPorts = {
    store: {
      reads: {
        membership: { linksTo: async () => [] },
        transactions: { spentOfEach: async (budgets) => budgets.map(() => asUnits(spent)) },
      },
      run: async () => {
        throw new Error('nothing is written here');
      },
    },
    holdings: { chains: [], heldFor: ({ chain }) => heldOn(chain) },
    clock: {
      now: () => 1_800_000_000_000,
      alarm: () => ({ rang: rings ? Promise.resolve() : never, cancel: () => undefined }),
    },
    log,
    collections: [collection(1), collection(10)],
  };
  const read = readMember(ports);
  const wallets = { isContract };
  return membershipOf({ ...ports, wallets }, read, readUse(ports, read))(
    payer,
    evmChain(10),
    new AbortController().signal,
  );
}

const held = async (): Promise<HeldNfts> => ({ block: 7, held: [1n], tooNew: 0 });
const none = async (): Promise<HeldNfts> => ({ block: 7, held: [], tooNew: 0 });

describe('what the NFTs of a payer are worth', () => {
  it('is a free transfer of the first that has one left', async () => {
    const found = await membership(held, { spent: 2n });
    expect(found).to.include({ kind: 'free-transfer', name: 'Pass 1' });
    expect(await membership(held, { spent: 3n })).to.include({ kind: 'budget-spent' });
  });

  it('is what a contract holds on the chain that it pays from, whatever its address holds elsewhere', async () => {
    const onlyOnOne = (chain: string) => (chain === 'eip155:1' ? held() : none());
    const isContract = async () => true;

    expect(await membership(held, { isContract })).to.include({ name: 'Pass 10' });
    expect(await membership(onlyOnOne, { isContract })).to.include({ kind: 'not-a-member' });
    expect(await membership(onlyOnOne)).to.include({ name: 'Pass 1' });
  });

  it('is that of a contract if it is unknown whether the payer is one', async () => {
    const away = async (): Promise<never> => {
      throw new Error('the node is away');
    };

    expect(await membership(held, { isContract: away })).to.include({ name: 'Pass 10' });
  });

  it('does not wait for the nodes of a chain that hangs', async () => {
    const hanging = (chain: string) =>
      chain === 'eip155:1' ? new Promise<never>(() => undefined) : none();

    expect(await membership(hanging, { rings: true })).to.deep.include({ kind: 'not-a-member' });
    expect(await membership(hanging, { rings: true }))
      .to.have.property('reason')
      .that.includes('Pass 1 cannot be read now');
  });

  it('is nothing if a chain cannot be read, with that reason', async () => {
    const failing = async (): Promise<never> => {
      throw new Error('the node is away');
    };

    expect(await membership(failing)).to.deep.equal({
      kind: 'not-a-member',
      reason:
        'the payer holds no recognised member NFT; Pass 1 cannot be read now; Pass 10 cannot be read now',
    });
  });

  it("is nothing if the contract does not list an owner's tokens", async () => {
    expect(await membership(async () => null)).to.have.property(
      'reason',
      "the payer holds no recognised member NFT; Pass 1 does not list an owner's tokens; Pass 10 does not list an owner's tokens",
    );
  });
});
