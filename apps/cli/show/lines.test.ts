import { stripVTControlCharacters } from 'node:util';
import type { RouteReceipt } from '@interline/client';
import { expect } from 'chai';
import { inChainOrder, onChain, showProgress, showReceipt } from './lines.ts';
import { inTokens } from './terminal.ts';

/** What a person reads of it, a line each, without the columns. */
function shown(change: object): readonly string[] {
  const lines: string[] = [];
  const receipt = {
    id: 'rt_1',
    svcFee: '190000',
    bridged: '49810000',
    quoted: { svcFee: '190000', bridged: '49810000' },
    from: { chain: 8453, token: '0xa' },
    to: { chain: 42161, token: '0xb', delivered: null },
    ...change,
  } as unknown as RouteReceipt; // CAST: all that is shown.
  showReceipt(
    {
      isJson: false,
      line: () => undefined,
      notice: () => undefined,
      result: () => undefined,
      step: (label, text) => void lines.push(`${label}: ${text}`),
    },
    receipt,
    { of: (units) => inTokens(units, 6, 'USDC'), coin: (wei) => wei, chain: String },
  );
  return lines;
}

describe('a receipt on the command line', () => {
  it('shows the fee and what was bridged if the money went on', () => {
    expect(shown({})).to.deep.equal(['id: rt_1', 'our charge: 0.19 USDC', 'bridged: 49.81 USDC']);
  });

  it('shows the fee as quoted, and nothing bridged, while what pays for it is awaited', () => {
    for (const status of ['AWAITING_DEPOSIT', 'FUNDS_REQUIRED'])
      expect(shown({ status })).to.deep.equal(['id: rt_1', 'our charge: quoted: 0.19 USDC']);
  });

  it('says of a route that waits for our account why, and no fee: it has no price yet', () => {
    const waiting = {
      status: 'FUNDS_REQUIRED',
      fund: { chain: 42161, amount: '1', address: null },
      refusals: [{ rail: 'bitcoin', code: 'A', reason: 'eip155:42161 is not funded' }],
    };

    expect(shown(waiting)).to.deep.equal([
      'id: rt_1',
      "waits: for the service's own account on 42161 to be funded; it then goes on by itself, and fails where that comes too late. Nothing was taken: chain 42161 is not funded",
    ]);
  });

  it('says a stage that is called as its status once', () => {
    const steps: string[] = [];
    const out = {
      isJson: false,
      line: () => undefined,
      notice: () => undefined,
      result: () => undefined,
    };
    // CAST: all that is shown.
    const at = (status: string, stage: string) =>
      showProgress(
        { ...out, step: (_label, text) => void steps.push(stripVTControlCharacters(text)) },
        { status, stage, elapsedSec: 1 } as RouteReceipt,
      );

    at('FUNDS_REQUIRED', 'FUNDS_REQUIRED');
    at('DONE', 'DELIVERED');

    expect(steps).to.deep.equal(['FUNDS_REQUIRED', 'DONE DELIVERED']);
  });

  it('shows no fee and nothing bridged if all went back, and what was quoted as quoted', () => {
    const back = {
      svcFee: '0',
      bridged: '0',
      refunded: '50000000',
      failure: { error: 'it failed' },
    };

    expect(shown(back)).to.deep.equal([
      'id: rt_1',
      'our charge: 0 USDC; quoted: 0.19 USDC',
      'refunded: 50 USDC',
      'reason: it failed',
    ]);
  });

  it('says of a held refund why it waits, what is owed and what to do', () => {
    const refundHeld = {
      reason: 'refused',
      error: 'The token refuses it.',
      owed: '50000000',
      suggestedAction: 'Have that lifted.',
    };

    expect(shown({ svcFee: '0', bridged: '0', refundHeld }).slice(2)).to.deep.equal([
      'reason: The token refuses it.',
      'owed: 50 USDC',
      'what to do: Have that lifted.',
    ]);
  });
});

describe('rows of several chains', () => {
  it('are sorted by the numbers of their chains, 10 before 100, and then by name', () => {
    const rows = ['stellar', 8453, 100, 1135, 10, 130].map((chain) => ({ chain }));

    expect(inChainOrder(rows).map(({ chain }) => chain)).to.deep.equal([
      10,
      100,
      130,
      1135,
      8453,
      'stellar',
    ]);
  });

  it('are picked by chain, none if only other rows have it, and refused if no row has it', () => {
    const tokens = [{ chain: 8453 }, { chain: 'stellar' }];
    const coins = [...tokens, { chain: 'bitcoin' }];

    expect(onChain(tokens, '8453')).to.deep.equal([{ chain: 8453 }]);
    expect(onChain(tokens, undefined)).to.deep.equal(tokens);
    expect(onChain(tokens, 'bitcoin', coins)).to.deep.equal([]);
    expect(onChain(coins, 'bitcoin', tokens)).to.deep.equal([{ chain: 'bitcoin' }]);
    expect(() => onChain(tokens, '10', coins)).to.throw(
      'there is nothing on chain "10"; wanted one of 8453, bitcoin, stellar',
    );
  });
});
