import {
  asUnits,
  type EvmAddress,
  evmAddress,
  evmChain,
  productionFinality,
} from '@interline/kernel';
import { expect } from 'chai';
import type { ShallowPull } from '../../transactions/index.ts';
import { confirmationsTogether } from './await-pull.ts';

const base = evmChain(8453);
const token = evmAddress(`0x70${'0'.repeat(38)}`);
const unpriced = evmAddress(`0x71${'0'.repeat(38)}`);
const payer = evmAddress(`0xaa${'0'.repeat(38)}`);
const otherPayer = evmAddress(`0xbb${'0'.repeat(38)}`);

describe('the confirmations that a pull of 400 dollars on Base needs', () => {
  it('are two beside 600 dollars of the same payer and client, and twelve beside a millionth more', async () => {
    expect(await needed([{ units: 600_000_000n }])).to.equal(2);
    expect(await needed([{ units: 600_000_001n }])).to.equal(12);
  });

  it('count all pulls of one payer, from all clients', async () => {
    const parts = [
      { units: 300_000_000n, client: 'c_2' },
      { units: 300_000_001n, client: 'c_3' },
    ];

    expect(await needed(parts)).to.equal(12);
  });

  it('count all pulls of one client, for all payers', async () => {
    expect(await needed([{ units: 600_000_001n, by: otherPayer }])).to.equal(12);
  });

  it("are two for any pulls of others, up to the chain's limit of pending pulls", async () => {
    const others = { by: otherPayer, client: 'c_2' };

    expect(await needed([{ ...others, units: 99_600_000_000n }])).to.equal(2);
    expect(await needed([{ ...others, units: 99_600_000_001n }])).to.equal(12);
  });

  it('are twelve beside a pull whose token no longer has a price', async () => {
    expect(await needed([{ units: 1n, of: unpriced }])).to.equal(12);
  });

  it('do not count a pull that was mined and reverted', async () => {
    expect(await needed([{ units: 600_000_001n, isReverted: true }])).to.equal(2);
  });

  it('do not count that pull itself twice', async () => {
    expect(await needed([{ units: 400_000_000n, id: 'ef_own' }, { units: 600_000_000n }])).to.equal(
      2,
    );
  });

  it('read pulls with eleven confirmations, and none with twelve', async () => {
    const asked: unknown[] = [];

    await needed([], (...of) => asked.push(of));

    // At block 1,000 a pull of block 990 has eleven, and one of block 989 twelve.
    expect(asked).to.deep.equal([[base, 989]]);
  });
});

interface Beside {
  readonly units: bigint;
  readonly id?: string;
  readonly by?: EvmAddress;
  readonly client?: string;
  readonly of?: EvmAddress;
  readonly isReverted?: boolean;
}

/** At block 1,000, with at most 100,000 dollars pending; a unit is a millionth of a dollar. */
function needed(
  beside: readonly Beside[],
  asked: (chain: string, block: number) => void = () => undefined,
): Promise<number> {
  const pulls = beside.map(
    ({
      units,
      id = 'ef_other',
      by = payer,
      client = 'c_1',
      of = token,
      isReverted = false,
    }): ShallowPull => ({
      transactionId: id,
      token: of,
      payer: by,
      client,
      units: asUnits(units),
      isReverted,
    }),
  );
  return confirmationsTogether(
    {
      store: {
        reads: {
          transactions: {
            async pullsAfter(chain, block) {
              asked(chain, block);
              return pulls;
            },
          },
        },
      },
      policy: { finality: productionFinality, maxOpenPullsUsd: 100_000 },
    },
    { id: 'ef_own', chain: base, payer, client: 'c_1', worth: 400_000_000n },
    1_000,
    (pull) => (pull.token === token ? pull.units : null),
  );
}
