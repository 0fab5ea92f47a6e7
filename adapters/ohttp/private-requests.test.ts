import { expect } from 'chai';
import { privateRequests } from './private-requests.ts';

describe('the keys that private requests are opened with', () => {
  it('are in memory for a minute at a time, and gone if the store has destroyed them', () => {
    const due: { readonly run: () => void; readonly ms: number }[] = [];
    const own = privateRequests(Buffer.alloc(32, 7), (run, ms) => due.push({ run, ms }));
    const keys = own.createKeys(2);
    const destroyed = { ...keys, sealed: '' };
    const asked = { method: 'GET', path: '/api/status', fields: {}, content: new Uint8Array() };
    const open = (of: typeof keys) =>
      own.open(of, own.sealProbe(keys.document, asked, 16_384).bytes)?.request?.path;

    const first = [open(keys), open(keys)];
    const held = due.splice(0);
    for (const { run } of held) run();

    expect([first, held.map(({ ms }) => ms)]).to.deep.equal([
      ['/api/status', '/api/status'],
      [60_000],
    ]);
    expect(() => open(destroyed)).to.throw();
    expect(open(keys)).to.equal('/api/status');
  });
});
