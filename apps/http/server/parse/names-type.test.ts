import { expect } from 'chai';
import { namesType } from './parse-shape.ts';

const type = 'text/event-stream';

describe('a media type in an Accept header', () => {
  it('is named alone, among others, with parameters and in any case', () => {
    for (const accept of [
      type,
      `application/json, ${type};q=0.1`,
      'Text/Event-Stream',
      `${type} ; charset=utf-8`,
    ])
      expect(namesType(accept, type), accept).to.equal(true);
  });

  it('is not named by wildcards, by q=0, by half its name or by nothing', () => {
    for (const accept of [
      '*/*',
      'text/*',
      `${type};q=0`,
      `${type}; q=0.000`,
      'text/event-streams',
      '',
      undefined,
    ])
      expect(namesType(accept, type), accept).to.equal(false);
  });
});
