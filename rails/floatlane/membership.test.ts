import { asUnits, evmAddress, type Hex } from '@interline/plugins';
import { expect } from 'chai';
import { laneSetup } from './lane-setup.ts';
import { type Membership, readMembership } from './membership.ts';
import { floatlaneSettings } from './settings.ts';
import { laneContext, type LaneWorld } from './testing/lane-context.ts';
import { payer } from './testing/lane-request.ts';
import { arbitrum, base } from './testing/lane-tokens.ts';

const pass = '0x00000000000000000000000000000000000a5500';
const club = '0x00000000000000000000000000000000000c1b00';
const owner = payer.slice(2).padStart(64, '0');

const passBalance = `${base}/${pass}/0x70a08231${owner}`;
const passFirstToken = `${base}/${pass}/0x2f745c59${owner}${'0'.repeat(64)}`;
const clubBalance = `${arbitrum}/${club}/0x70a08231${owner}`;

const settings = floatlaneSettings.parse({
  members: [
    { chain: base, collection: pass, name: 'Pass', dailyFreeTransfers: 3 },
    { chain: arbitrum, collection: club, name: 'Club', dailyFreeTransfers: 1 },
  ],
});

function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`;
}

function read(
  calls: Readonly<Record<string, Hex | Error>>,
  world: LaneWorld = {},
  who: string | null = payer,
): Promise<Membership> {
  const setup = laneSetup(
    laneContext({
      ...world,
      chains: { calls: { [passBalance]: word(0n), [clubBalance]: word(0n), ...calls } },
    }),
    settings,
  );
  return readMembership(setup, who, new AbortController().signal);
}

describe('membership', () => {
  it('counts free transfers by the first token id of an enumerable collection', async () => {
    expect(await read({ [passBalance]: word(2n), [passFirstToken]: word(7n) })).to.deep.equal({
      kind: 'free-transfer',
      name: 'Pass',
      charge: {
        budget: `member:eip155:8453:${pass}:7`,
        units: 1n,
        limit: 3n,
        reason: 'the 3 free transfers a day of this Pass are spent',
      },
    });
  });

  it('counts them by a shorter form of an id that is a hash', async () => {
    const membership = await read({
      [passBalance]: word(1n),
      [passFirstToken]: word(2n ** 256n - 1n),
    });

    expect(membership).to.have.nested.property(
      'charge.budget',
      `member:eip155:8453:${pass}:b36-6dp5qcb22im238nr3wvp0ic7q99w035jmy2iw7i6n43d37jtof`,
    );
  });

  it('counts them by owner where the collection is not enumerable', async () => {
    expect(await read({ [passBalance]: word(1n) })).to.deep.equal({
      kind: 'free-transfer',
      name: 'Pass',
      charge: {
        budget: `member:eip155:8453:${pass}:${payer}`,
        units: 1n,
        limit: 3n,
        reason: 'the 3 free transfers a day of this Pass are spent',
      },
    });
  });

  it('gives the last free transfer of the day and none after it', async () => {
    const budget = `member:eip155:8453:${pass}:${payer}`;

    const last = await read({ [passBalance]: word(1n) }, { spent: { [budget]: 2n } });
    const after = await read({ [passBalance]: word(1n) }, { spent: { [budget]: 3n } });

    expect(last.kind).to.equal('free-transfer');
    expect(after).to.deep.equal({
      kind: 'budget-spent',
      name: 'Pass',
      reason: 'the 3 free transfers a day of this Pass are spent',
    });
  });

  it("falls back on a second NFT once the first one's day is spent", async () => {
    const membership = await read(
      { [passBalance]: word(1n), [clubBalance]: word(1n) },
      { spent: { [`member:eip155:8453:${pass}:${payer}`]: 3n } },
    );

    expect(membership).to.deep.equal({
      kind: 'free-transfer',
      name: 'Club',
      charge: {
        budget: `member:eip155:42161:${club}:${payer}`,
        units: asUnits(1n),
        limit: 1n,
        reason: 'the 1 free transfers a day of this Club are spent',
      },
    });
  });

  it('recognises no member without a token', async () => {
    expect(await read({})).to.deep.equal({
      kind: 'not-a-member',
      reason: 'the payer holds no recognised member NFT',
    });
  });

  it('recognises no member when the read fails, and says so', async () => {
    expect(await read({ [passBalance]: new Error('connect ECONNREFUSED') })).to.deep.equal({
      kind: 'not-a-member',
      reason: 'the payer holds no recognised member NFT; Pass cannot be read now',
    });
    expect(
      await read({ [passBalance]: new Error('down'), [clubBalance]: new Error('down') }),
    ).to.deep.equal({
      kind: 'not-a-member',
      reason:
        'the payer holds no recognised member NFT; Pass cannot be read now, and 1 more cannot',
    });
  });

  it('recognises no member when the contract is not a collection', async () => {
    expect(await read({ [passBalance]: '0x' })).to.deep.equal({
      kind: 'not-a-member',
      reason:
        'the payer holds no recognised member NFT; Pass does not answer as an ERC-721 collection',
    });
  });

  it('opens no second budget when the token id cannot be read', async () => {
    expect(
      await read({ [passBalance]: word(1n), [passFirstToken]: new Error('timeout') }),
    ).to.deep.equal({
      kind: 'not-a-member',
      reason: 'the payer holds no recognised member NFT; Pass cannot be read now',
    });
  });

  it('still recognises the NFT of a chain that answers', async () => {
    const membership = await read({ [passBalance]: new Error('down'), [clubBalance]: word(1n) });

    expect(membership.kind).to.equal('free-transfer');
  });

  it('needs a payer with an EVM address', async () => {
    expect(await read({}, {}, null)).to.deep.equal({
      kind: 'not-a-member',
      reason: 'no payer was named',
    });
    expect(
      await read({}, {}, 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'),
    ).to.deep.equal({ kind: 'not-a-member', reason: 'the payer is not an EVM address' });
  });

  it('ends when its caller goes away', async () => {
    const setup = laneSetup(laneContext(), settings);

    const failure = await readMembership(
      setup,
      evmAddress(payer),
      AbortSignal.abort(new Error('gone')),
    ).catch((cause: unknown) => cause);

    expect(failure).to.be.an('error').with.property('message', 'gone');
  });
});
