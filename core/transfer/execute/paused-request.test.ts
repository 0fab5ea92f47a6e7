import { asAmount, evmAddress, evmChain, isRelayError, RelayError } from '@interline/kernel';
import { expect } from 'chai';
import { RailsRefused } from '../quote/rails-refused.ts';
import type { ExecuteRequest } from '../execute-request.ts';
import { closesRequest, withPermit } from './paused-request.ts';

const nowMs = 1_800_000_000_000;
const paused = new RelayError('PAUSED', { scope: 'chain:8453', state: 'paused' }, 'chain:8453 is');

describe('an execute that a switch pauses', () => {
  it('keeps a permit that outlives the wait, and says until which second', () => {
    expect(permitFacts(1_800_000_031n)).to.deep.equal(['good', 1_800_000_031_000]);
    expect(permitFacts(1_800_000_030n)).to.deep.equal(['expiring', 1_800_000_030_000]);
  });

  it('does not mention a permit if none was sent, and leaves other refusals unchanged', () => {
    const other = new RelayError('NO_ROUTE');

    expect(withPermit(other, requestUntil(1_800_000_900n), nowMs)).to.equal(other);
    expect(withPermit(paused, { ...requestUntil(0n), permit: null }, nowMs)).to.equal(paused);
    expect(withPermit(paused, { ...requestUntil(0n), mode: 'self' }, nowMs)).to.equal(paused);
  });

  it('keeps the reason of each rail', () => {
    const refusals = [{ rail: 'lifi', code: 'PAUSED', reason: 'engine:lifi is paused' }] as const;
    const refused = new RailsRefused('PAUSED', refusals, 'lifi: engine:lifi is paused');

    const told = withPermit(refused, requestUntil(1_800_000_900n), nowMs);

    expect(told).to.be.instanceOf(RailsRefused);
    expect(told).to.deep.include({ code: 'PAUSED', refusals });
  });

  it('tries the other rails only if a rail or an engine is closed', () => {
    const closes = (scope: string): boolean => closesRequest(new RelayError('PAUSED', { scope }));

    expect(['service', 'chain:8453', 'token:8453/0xaa', 'lane:1-2'].map(closes)).to.deep.equal([
      true,
      true,
      true,
      true,
    ]);
    expect(['rail:stock', 'engine:lifi'].map(closes)).to.deep.equal([false, false]);
    expect(closesRequest(new RelayError('PERMIT_USED'))).to.equal(true);
    expect(closesRequest(new RelayError('INSUFFICIENT_FLOAT'))).to.equal(false);
  });
});

function permitFacts(deadline: bigint): readonly unknown[] {
  const told = withPermit(paused, requestUntil(deadline), nowMs);
  if (!isRelayError(told)) throw new Error('it is not a refusal');
  expect(told.details).to.include({ scope: 'chain:8453', state: 'paused' });
  return [told.details['permit'], told.details['permitGoodUntilMs']];
}

function requestUntil(deadline: bigint): ExecuteRequest {
  const owner = evmAddress('0x1000000000000000000000000000000000000abc');
  const permit = {
    chain: evmChain(8453),
    owner,
    token: owner,
    units: asAmount(1n),
    nonce: 1n,
    deadline,
    signature: '0x01',
  };
  // CAST: the only fields of a request that are read.
  return { mode: 'permit2', permit } as ExecuteRequest;
}
