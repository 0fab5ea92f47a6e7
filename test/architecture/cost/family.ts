import type { Change } from './changes.ts';

/** A family that is composed and makes no payment. */
export const family: Change = {
  kind: 'a chain family',
  own: ['adapters/custody/scripted'],
  make(copy) {
    copy.write(
      'adapters/custody/scripted/family.ts',
      `import { asAddress, chainRef, nativeAddress } from '@interline/kernel';
import type { FamilyCustody } from '@interline/ports';
import { z } from 'zod';
import type { ChainFamily } from '../chain-family.ts';

const chain = chainRef('scripted:stage');
const settings = z.strictObject({ play: z.string() });

export const scriptedFamily: ChainFamily<z.output<typeof settings>> = {
  id: 'scripted',
  chain,
  settings,
  finality: { tiers: [], confirmations: 1, finalDepth: 1 },
  times: { holdSec: 1, pollMs: 1_000, bumpAfterMs: 60_000 },
  etherWorth: 1n,
  onDevnet: (node) => settings.parse(node),
  tokens: () => [{ chain, address: nativeAddress, symbol: 'ACT', decimals: 0, asset: 'ACT' }],
  open: ({ play }) => ({
    // CAST: the script is composed and makes no payment.
    custody: { chains: [chain], fundingAddress: () => asAddress(play) } as unknown as FamilyCustody,
    reader: {
      call: async () => null,
      gasCost: async () => 0n,
      headTimeMs: async () => 0,
      isUp: () => true,
    },
    close: async () => undefined,
  }),
};
`,
    );
    copy.write(
      'adapters/custody/scripted/index.ts',
      "export { scriptedFamily } from './family.ts';\n",
    );
    copy.insert(
      'apps/server/listed-families.ts',
      "export { bitcoinFamily } from '@interline/adapters/custody/bitcoin';\n",
      "export { scriptedFamily } from '@interline/adapters/custody/scripted';\n",
    );
  },
};

/** Shows, in the copy, that the line composes it: config, tokens and what is opened. */
export const familyTest = `import { finalityOf, productionFinality } from '@interline/kernel';
import { expect } from 'chai';
import {
  configuredFamilies,
  openFamilies,
  tokensOfFamilies,
  withFinalityOf,
} from './families.ts';

it('a family is composed by its line', () => {
  const families = configuredFamilies({ scripted: { play: 'hamlet' } }, {});
  const finality = withFinalityOf(families, productionFinality);
  const secrets = new Map([['scripted', new Uint8Array(32)]]);
  // CAST: it asks for none of its parts.
  const [opened] = openFamilies({ families, policy: { finality } } as never, secrets, {} as never);

  expect(tokensOfFamilies(families).map(({ symbol }) => symbol)).to.deep.equal(['ACT']);
  expect(finalityOf(finality, families[0]!.family.chain).finalDepth).to.equal(1);
  expect(opened?.custody.fundingAddress(families[0]!.family.chain)).to.equal('hamlet');
});
`;
