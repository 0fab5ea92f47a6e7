import { expect } from 'chai';
import { RecordingLog } from '../testing/recording-log.ts';
import { scriptedManifest } from '../testing/scripted-manifest.ts';
import { testContext } from '../testing/test-context.ts';
import { testInventory } from '../testing/test-inventory.ts';
import { base, usdcOnBase } from '../testing/test-tokens.ts';
import { narrowContext } from './narrow-context.ts';

describe('the context a rail gets', () => {
  it("shows the ports' own members and nothing of the adapters behind them", () => {
    const chains = { ...testContext().chains, broadcast: () => 'sent' };

    const context = narrowContext(scriptedManifest(), {
      ...testContext({ chains }),
      ...{ container: {}, custody: {} },
    });

    expect(Object.keys(context).sort()).to.deep.equal([
      'chains',
      'clock',
      'http',
      'log',
      'members',
      'parBandBps',
      'price',
      'relayer',
      'standardFeeBps',
      'tokens',
    ]);
    expect(Object.keys(context.chains).sort()).to.deep.equal(['call', 'gasCost', 'isUp']);
    expect(Object.isFrozen(context) && Object.isFrozen(context.chains)).to.equal(true);
  });

  it('keeps the adapters working', async () => {
    const log = new RecordingLog();
    const context = narrowContext(scriptedManifest({ id: 'foo' }), testContext({ log }));

    context.log.child({ step: 'plan' }).info('planned', { fee: 8 });

    expect(log.lines).to.deep.equal([
      { level: 'info', event: 'planned', fields: { rail: 'foo', step: 'plan', fee: 8 } },
    ]);
    expect(context.clock.now()).to.equal(1_780_000_000_000);
    expect(context.tokens.on(base).map(({ symbol }) => symbol)).to.deep.equal(['USDC', 'ETH']);
    expect(await context.chains.gasCost(base, 21_000n, new AbortController().signal)).to.equal(
      21_000_000_000n,
    );
  });

  it('has inventory only where the manifest claims it', async () => {
    const given = testContext({ inventory: testInventory() });

    const plain = narrowContext(scriptedManifest(), given);
    const claiming = narrowContext(scriptedManifest({ capabilities: ['inventory'] }), given);

    expect(plain.inventory).to.equal(undefined);
    expect(await claiming.inventory?.free(usdcOnBase, new AbortController().signal)).to.equal(
      1_000_000_000_000n,
    );
  });
});
