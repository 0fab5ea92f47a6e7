import { judgeOutage } from './judge-outage.ts';

describe('a thousand hooks whose endpoint fails', () => {
  it('for 12 hours are all delivered, each once under its one id, though the worker is killed in between', () =>
    judgeOutage(1_000));
});
