import type { Json } from '@interline/plugins';
import { expect } from 'chai';
import { readingOf, recordedAnswers } from '../testing/recorded-answers.ts';
import { upstreams } from './upstreams.ts';

interface SaidDuration {
  readonly file: string;
  readonly path: string;
  /** What holds it, where that holds nothing else that is read. */
  readonly part?: string;
}

/** A recorded quote of each engine, and where it says how long it takes. */
const places: Readonly<Record<string, SaidDuration>> = {
  lifi: { file: 'quote-erc20-zero-value', path: 'estimate.executionDuration' },
  relay: { file: 'quote-usdc-base-to-arb-approve-deposit', path: 'details.timeEstimate' },
  across: { file: 'quote-usdc-op-to-polygon-deposit', path: 'expectedFillTime' },
  socket: { file: 'quote-live-eth-relay-route', path: 'result.routes.0.estimatedTime' },
  debridge: {
    file: 'quote-live-order-usdc-bsc-to-eth',
    path: 'order.approximateFulfillmentDelay',
    part: 'order',
  },
  symbiosis: { file: 'swap-usdt-eth-to-usdc-arb', path: 'estimatedTime' },
  stargate: {
    file: 'quotes-taxi-usdc',
    path: 'quotes.0.duration.estimated',
    part: 'quotes.0.duration',
  },
  oneclick: { file: 'quote-dry-usdc-base-to-eth', path: 'quote.timeEstimate' },
};

for (const upstream of upstreams)
  describe(`a quote of ${upstream.title}`, () => {
    const { file, path, part } = places[upstream.name] ?? { file: '', path: '' };
    const recorded = recordedAnswers(upstream).get(file);
    for (const [what, at, said] of [
      ['that does not say how long it takes', path, undefined],
      ['that takes "soon"', path, 'soon'],
      ['that takes -1 s', path, -1],
      ...(part === undefined
        ? []
        : [['without the part that would say how long it takes', part, undefined] as const]),
    ] as const) {
      it(`is the same ${what}`, async () => {
        if (recorded === undefined) throw new Error(`${upstream.name} has no recorded ${file}`);
        const sound = await readingOf(upstream, recorded);

        const read = await readingOf(upstream, {
          ...recorded,
          body: changed(recorded.body, at.split('.'), said),
        });

        expect(sound).to.have.property('durationSec').that.is.a('number');
        expect(read).to.deep.equal({ ...sound, durationSec: null });
      });
    }
  });

function changed(body: Json, [key = '', ...rest]: readonly string[], said: Json | undefined): Json {
  // CAST: the path leads through objects and lists of the recorded file.
  const members = body as Readonly<Record<string, Json>>;
  const inner = rest.length === 0 ? said : changed(members[key] ?? null, rest, said);
  if (Array.isArray(body))
    return body.map((item: Json, at) => (String(at) === key ? (inner ?? null) : item));
  const { [key]: _old, ...others } = members;
  return inner === undefined ? others : { ...others, [key]: inner };
}
