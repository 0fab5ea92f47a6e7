import { expect } from 'chai';
import type { HttpContext } from '../http-state.ts';
import { answerTagged } from './answer-tagged.ts';

describe('an answer with an ETag', () => {
  it('costs the hash of a large page once, not whenever it is asked for, for nothing limits that', () => {
    const page = Buffer.alloc(67_108_864, 'a');
    const answer = (): { readonly micros: number; readonly tag: unknown } => {
      const headers = new Map<string, string>();
      // CAST: all that is touched.
      const ctx = {
        req: { headers: {} },
        set: (name: string, value: string) => {
          headers.set(name, value);
        },
      } as Partial<HttpContext> as HttpContext;
      const startedAt = process.cpuUsage();
      answerTagged(ctx, page, 'text/plain');
      return { micros: process.cpuUsage(startedAt).user, tag: headers.get('etag') };
    };

    const [first, second] = [answer(), answer()];

    expect(first.tag).to.be.a('string').and.to.equal(second.tag);
    expect(second.micros).to.be.below(first.micros / 4);
  });
});
