import { expect } from 'chai';
import { consolePages } from './console-pages.ts';

describe("the console's policy", () => {
  it('lets the page connect only to its own service and to the origins of the relays', () => {
    expect(connectOf([])).to.equal("connect-src 'self'");
    expect(
      connectOf([
        'https://relay.example/of/this?one',
        'https://relay.example/another',
        'http://127.0.0.1:9000',
      ]),
    ).to.equal("connect-src 'self' http://127.0.0.1:9000 https://relay.example");
  });

  it('names no other origin, and allows no script of text', () => {
    const policy = policyOf(['https://relay.example']);

    expect(policy.replace(/connect-src [^;]*/, '')).not.to.match(/https?:|unsafe|\*/);
    expect(policy).to.match(/require-trusted-types-for 'script'; trusted-types 'none'$/);
  });
});

function policyOf(relays: readonly string[]): string {
  const page = consolePages(relays).find(({ path }) => path === '/');
  return page?.headers['content-security-policy'] ?? '';
}

function connectOf(relays: readonly string[]): string | undefined {
  return policyOf(relays)
    .split('; ')
    .find((part) => part.startsWith('connect-src'));
}
