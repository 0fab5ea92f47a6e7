import { expect } from 'chai';
import { nodeUrls } from '../deploy-mainnet.ts';

describe("the URLs of a chain's nodes", () => {
  it('are as the config says, or what the environment holds under the name it says', () => {
    const urls = nodeUrls(
      { chainId: 8453, rpcUrls: ['https://one.example', { env: 'BASE_NODE' }] },
      { BASE_NODE: 'https://two.example/key' },
    );

    expect(urls).to.deep.equal(['https://one.example', 'https://two.example/key']);
  });

  it('are refused if the secret is not a URL, without repeating it', () => {
    for (const text of ['not-a-url', 'ftp://two.example', 'two.example/key']) {
      expect(
        () => nodeUrls({ chainId: 8453, rpcUrls: [{ env: 'BASE_NODE' }] }, { BASE_NODE: text }),
        text,
      ).to.throw('chains: the secret of node 1 of chain 8453 is not an http or https URL');
    }
    expect(() => nodeUrls({ chainId: 8453, rpcUrls: [{ env: 'BASE_NODE' }] }, {})).to.throw(
      'BASE_NODE, which is not set',
    );
  });
});
