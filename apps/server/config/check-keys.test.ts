import { expect } from 'chai';
import { readConfig } from './read-config.ts';

const region = 'eu-central-1';
const arnIn = (place: string) =>
  `arn:aws:kms:${place}:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab`;
const kms = (change: object = {}) => ({
  kms: { region, key: 'alias/interline-spender', ...change },
});

const local = { env: 'FORMER' };

function problemOf(keys: object): string {
  try {
    readConfig({
      profile: 'mainnet',
      dataDir: '/var/interline',
      chains: [{ chainId: 8453, rpcUrls: ['https://node.example'] }],
      tokens: [{ chainId: 8453, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' }],
      keys: { float: { env: 'FLOAT' }, privacy: { env: 'PRIVACY' }, ...keys },
    });
    return 'none';
  } catch (error) {
    return String(error);
  }
}

describe('keys in a KMS, in a config', () => {
  it('may be one or both, by alias, ARN or id, next to secrets by reference', () => {
    for (const keys of [
      { spender: kms() },
      { spender: kms(), float: kms({ key: 'alias/interline-float' }) },
      { spender: { env: 'SPENDER' }, float: kms({ key: arnIn(region) }), privacy: undefined },
      { spender: kms({ key: '1234abcd-12ab-34cd-56ef-1234567890ab' }) },
      { spender: kms({ key: 'mrk-1234abcd12ab34cd56ef1234567890ab' }) },
      { spender: kms({ endpoint: 'https://vpce-1.kms.eu-central-1.vpce.amazonaws.com' }) },
      { spender: kms({ endpoint: 'http://127.0.0.1:4566' }) },
      { spender: local, former: [{ spender: kms(), float: local }] },
      {
        spender: local,
        former: [
          { spender: kms(), float: local },
          { spender: local, float: local },
        ],
        privacy: undefined,
      },
    ])
      expect(problemOf(keys)).to.equal('none');
  });

  for (const [what, keys, says] of [
    [
      'without the secret that nothing can be derived for',
      { spender: kms(), privacy: undefined },
      "keys.privacy: the spender's key stays in a KMS, so no other secret can be derived from it; wanted where one of 64 hex digits is, { env: NAME } or { file: PATH }",
    ],
    [
      'twice the same',
      { spender: kms(), float: kms() },
      'keys.float: it is the key of the spender; wanted another one, for another account',
    ],
    [
      'of another region than the ARN',
      { spender: kms({ key: arnIn('us-east-1') }) },
      `keys.spender: its ARN is of us-east-1, and its region is ${region}`,
    ],
    [
      'without that secret, where the oldest former one is what the deployment began with',
      {
        spender: local,
        former: [
          { spender: local, float: local },
          { spender: kms(), float: local },
        ],
        privacy: undefined,
      },
      "keys.privacy: the oldest former spender's key stays in a KMS, so no other secret can be derived from it; wanted where one of 64 hex digits is, { env: NAME } or { file: PATH }",
    ],
    [
      'twice the same, formerly',
      { spender: local, former: [{ spender: kms(), float: kms() }] },
      'keys.former.0.float: it is the key of the spender; wanted another one, for another account',
    ],
    [
      'formerly of another region than the ARN',
      {
        spender: local,
        former: [
          { spender: local, float: local },
          { spender: local, float: kms({ key: arnIn('us-east-1') }) },
        ],
      },
      `keys.former.1.float: its ARN is of us-east-1, and its region is ${region}`,
    ],
    [
      'in no region',
      { spender: kms({ region: 'Frankfurt' }) },
      'keys.spender.kms.region: wanted the name of a region of AWS, such as eu-central-1',
    ],
    [
      'of no shape',
      { spender: kms({ key: '0x01' }) },
      'keys.spender.kms.key: wanted the ARN of a key of AWS KMS, its id, or an alias such as alias/interline-spender',
    ],
    [
      'behind an endpoint that all may read',
      { spender: kms({ endpoint: 'http://kms.example' }) },
      'keys.spender.kms.endpoint: wanted an https URL, or http on this machine',
    ],
    [
      'with credentials in it',
      { spender: kms({ secretAccessKey: 'canary' }) },
      'keys.spender.kms: Unrecognized key: "secretAccessKey"',
    ],
  ] as const)
    it(`are refused ${what}`, () => {
      expect(problemOf(keys)).to.contain(says).and.not.to.contain('canary');
    });
});
