import { expect } from 'chai';
import type { RailTerms } from '@interline/ports';
import { RecordingLog } from '../testing/recording-log.ts';
import { scriptedRail } from '../testing/scripted-rail.ts';
import { readTerms } from './read-terms.ts';

const terms = {
  microTier: {
    leastMicroUsd: 100_000n,
    mostMicroUsd: 25_000_000n,
    destinations: ['eip155:8453'],
    subsidy: { perTransferMicroUsd: 20_000n, perDayMicroUsd: 5_000_000n },
  },
};

describe("a rail's terms", () => {
  it('are what it says, and nothing where it says none', () => {
    expect(readFrom(() => terms)).to.deep.equal([terms, []]);
    expect(readFrom(undefined)).to.deep.equal([{}, []]);
    expect(readFrom(() => ({}))).to.deep.equal([{}, []]);
  });

  it('are left out, with a line in the log, where they are badly shaped or cannot be had', () => {
    const wrong = { microTier: { ...terms.microTier, destinations: ['the moon'] } };

    expect(readFrom(() => wrong)).to.deep.equal([{}, ['rail.terms']]);
    expect(
      readFrom(() => {
        throw new Error('not now');
      }),
    ).to.deep.equal([{}, ['rail.terms']]);
  });
});

function readFrom(says: (() => unknown) | undefined): readonly [RailTerms, readonly string[]] {
  const log = new RecordingLog();
  const rail = scriptedRail();
  // CAST: what an outsider's rail might say.
  const read = readTerms(says === undefined ? rail : { ...rail, terms: says as never }, log);
  return [read, log.lines.map(({ event }) => event)];
}
