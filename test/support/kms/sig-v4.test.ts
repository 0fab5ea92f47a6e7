import { expect } from 'chai';
import { sigV4Refusal, type WireRequest } from './sig-v4.ts';

/** The request, the keys and the signature of AWS's own documentation of Signature Version 4. */
const documented: WireRequest = {
  method: 'GET',
  url: '/?Action=ListUsers&Version=2010-05-08',
  headers: {
    host: 'iam.amazonaws.com',
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    'x-amz-date': '20150830T123600Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
  },
  body: new Uint8Array(),
};
const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const nowMs = Date.UTC(2015, 7, 30, 12, 36);
const scope = { region: 'us-east-1', service: 'iam', nowMs };
const withHeader = (name: string, value: string): WireRequest => ({
  ...documented,
  headers: { ...documented.headers, [name]: value },
});

describe("AWS's Signature Version 4, as the stand-in of a KMS checks it", () => {
  it("takes the request of AWS's documentation", () => {
    expect(sigV4Refusal(documented, credentials, scope)).to.equal(null);
  });

  for (const [what, request, refusal] of [
    ['another body', { ...documented, body: Buffer.from('{}') }, 'InvalidSignatureException'],
    ['another query', { ...documented, url: '/?Action=ListRoles' }, 'InvalidSignatureException'],
    ['another method', { ...documented, method: 'POST' }, 'InvalidSignatureException'],
    [
      'a signed header that was changed',
      withHeader('host', 'other.amazonaws.com'),
      'InvalidSignatureException',
    ],
    [
      'a session token that it does not have',
      withHeader('x-amz-security-token', 'token'),
      'UnrecognizedClientException',
    ],
    ['no authorization', withHeader('authorization', ''), 'IncompleteSignatureException'],
  ] as const)
    it(`refuses ${what}`, () => {
      expect(sigV4Refusal(request, credentials, scope)).to.equal(refusal);
    });

  it('refuses another secret, another key id, another region or service, and one that is too old', () => {
    const refusals = [
      sigV4Refusal(documented, { ...credentials, secretAccessKey: 'another' }, scope),
      sigV4Refusal(documented, { ...credentials, accessKeyId: 'AKIDOTHER' }, scope),
      sigV4Refusal(documented, credentials, { ...scope, region: 'eu-central-1' }),
      sigV4Refusal(documented, credentials, { ...scope, service: 'kms' }),
      sigV4Refusal(documented, credentials, { ...scope, nowMs: nowMs + 301_000 }),
      sigV4Refusal(documented, credentials, { ...scope, nowMs: nowMs - 301_000 }),
    ];

    expect(refusals).to.deep.equal([
      'InvalidSignatureException',
      'UnrecognizedClientException',
      'InvalidSignatureException',
      'InvalidSignatureException',
      'InvalidSignatureException',
      'InvalidSignatureException',
    ]);
  });
});
