import { expect } from 'chai';
import { refusalOf } from '../testing/refusal-of.ts';
import { readSandbox } from './read-sandbox.ts';

describe('the sandbox header', () => {
  it('is on with 1 and off when left out', () => {
    expect(readSandbox({})).to.equal(null);
    expect(readSandbox({ 'x-svc-sandbox': '1' })).to.equal('done');
  });

  it('takes the scripted outcomes', () => {
    for (const outcome of ['failed', 'funds-required', 'awaiting-deposit']) {
      expect(readSandbox({ 'x-svc-sandbox': '1', 'x-svc-sandbox-outcome': outcome })).to.equal(
        outcome,
      );
    }
  });

  it('is refused with any other value, never taken for live', () => {
    for (const value of ['0', 'true', 'yes', '', '01', '1, 1', ' 1']) {
      expect(refusalOf(() => readSandbox({ 'x-svc-sandbox': value })).code, value).to.equal(
        'BAD_REQUEST',
      );
    }
    expect(
      refusalOf(() => readSandbox({ 'x-svc-sandbox': '1', 'x-svc-sandbox-outcome': 'done' })).code,
    ).to.equal('BAD_REQUEST');
  });

  it('is missed when only an outcome is given: whoever scripts one does not mean to go live', () => {
    expect(refusalOf(() => readSandbox({ 'x-svc-sandbox-outcome': 'failed' })).message).to.equal(
      'x-svc-sandbox-outcome is given without x-svc-sandbox: 1',
    );
  });
});
