import { asUnits } from '@interline/plugins';
import { conformance, type WorldParts } from '@interline/plugins/conformance';
import { floatLane } from './rail.ts';
import { floatlaneSettings } from './settings.ts';
import { laneContext } from './testing/lane-context.ts';
import { laneRequest } from './testing/lane-request.ts';
import {
  base,
  daiOnBase,
  ethOnBase,
  usdcOnArbitrum,
  usdcOnBase,
  wethOnArbitrum,
} from './testing/lane-tokens.ts';

const pass = '0x00000000000000000000000000000000000a5500';
const settings = floatlaneSettings.parse({
  competitors: [{ from: 'eip155:*', to: 'eip155:42161', bps: 5 }],
});

/** Floats on both chains, and one member NFT that the payer owns. */
function world(): WorldParts {
  const {
    clock: _clock,
    log: _log,
    ...parts
  } = laneContext({
    floats: [
      { token: usdcOnArbitrum, free: 1_000_000_000n },
      { token: usdcOnBase, free: 500_000_000n, target: 1_000_000_000n },
      { token: daiOnBase, free: 1_000_000_000_000_000_000_000n },
      { token: ethOnBase, free: 1_000_000_000_000_000_000n },
    ],
    recognised: [{ chain: base, address: pass, name: 'Pass' }],
    membership: {
      kind: 'free-transfer',
      name: 'Pass',
      charge: {
        budget: `member:${base}:${pass}:7`,
        units: asUnits(1n),
        limit: asUnits(10n),
        reason: 'the 10 free transfers a day of this Pass are spent',
      },
    },
  });
  return parts;
}

conformance('the float lane', (context) => floatLane(context, settings), {
  requests: [
    laneRequest(usdcOnArbitrum, usdcOnBase, 10_000_000n),
    laneRequest(usdcOnArbitrum, usdcOnBase, 10_000_001n, { payer: null }),
    laneRequest(usdcOnArbitrum, usdcOnBase, 100_000_000n),
    laneRequest(usdcOnArbitrum, daiOnBase, 250_000_000n),
    laneRequest(daiOnBase, usdcOnArbitrum, 100_000_000_000_000_000_001n),
    laneRequest(usdcOnBase, usdcOnArbitrum, 100_000_000n),
    laneRequest(wethOnArbitrum, ethOnBase, 10_000_000_000_000_000n),
  ],
  world,
});
