import fc from 'fast-check';
import { errorBody } from '@interline/http';
import { baseUsdc, payer, recipient } from '@interline/http/testing';
import { expect } from 'chai';
import { type Service, startService } from './start-service.ts';

const posts = ['/api/route/quote', '/api/agent/do', '/api/route/execute', '/api/floatlane/execute'] as const;

const valid = JSON.stringify({
  fromChain: 8453, toChain: 42161, amount: '25000000', token: 'USDC', toAddress: recipient, fromAddress: payer, mode: 'permit2', minOut: '1', excludeRails: ['lifi'],
  permit2: { owner: payer, permitted: { token: baseUsdc.address, amount: '25000000' }, nonce: '7', deadline: '1800001800', signature: '0x01' },
});

/** Replaces, drops or doubles a run of bytes of the valid body. */
const bytesBroken = fc.tuple(fc.nat(valid.length), fc.nat(12), fc.uint8Array({ maxLength: 12 }), fc.boolean()).map(([at, run, insert, doubled]) => {
  const bytes = Buffer.from(valid);
  const kept = doubled ? bytes.subarray(at, at + run) : Buffer.alloc(0);
  return Buffer.concat([bytes.subarray(0, at), kept, insert, bytes.subarray(at + (doubled ? 0 : run))]);
});

/** Gives one field a value of another kind. */
const fieldBroken = fc.tuple(fc.constantFrom(...Object.keys(JSON.parse(valid) as object)), fc.jsonValue({ maxDepth: 4 })).map(([field, value]) => Buffer.from(JSON.stringify({ ...(JSON.parse(valid) as object), [field]: value })));

const anyJson = fc.json({ maxDepth: 6 }).map((text) => Buffer.from(text));

describe('two thousand hostile bodies', () => {
  let service: Service;
  before(async () => { service = await startService(); });
  after(async () => service.close());

  it('end in an answer or a refusal of the catalogue, never in a fault, and none takes long', async () => {
    const bodies = fc.sample(fc.oneof(bytesBroken, fieldBroken, anyJson), { numRuns: 2_000, seed: 20_260_729 });
    const counts = new Map<number, number>();
    let slowestMs = 0;

    for (const [index, body] of bodies.entries()) {
      const path = posts[index % posts.length] ?? posts[0];
      const startedAt = performance.now();
      const response = await fetch(`${service.url}${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
      const answer: unknown = await response.json();
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);

      counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
      if (response.status !== 200) expect(errorBody.parse(answer).retryable, body.toString()).to.equal(false);
    }

    expect([...counts.keys()].sort()).to.deep.equal([200, 400, 404]);
    expect(counts.get(400)).to.be.above(1_000);
    expect(slowestMs).to.be.below(1_000);
    expect(service.deps.log.lines.filter((line) => line.level === 'error')).to.deep.equal([]);
    expect(Object.prototype).not.to.have.property('live');
  });
});
