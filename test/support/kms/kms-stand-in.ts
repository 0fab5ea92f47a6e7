import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { type AwsCredentials, sigV4Refusal } from './sig-v4.ts';

/**
 * How it answers, until told otherwise:
 * - signs: as AWS KMS does
 * - throttles: with ThrottlingException
 * - hangs: not at all; it signs nothing
 * - signs-unheard: it signs, and its answer is lost
 * - other-key: with a signature of another key
 * - garbage: with bytes that are not a signature
 * - faults: with KMSInternalException
 */
export type KmsManner =
  'signs' | 'throttles' | 'hangs' | 'signs-unheard' | 'other-key' | 'garbage' | 'faults';

export interface KmsCall {
  readonly target: string;
  readonly keyId: string;
  /** Of Sign: what was to be signed, in hex. */
  readonly digest: string | null;
}

/** A key that stays in the stand-in. */
export interface KmsStandInKey {
  readonly arn: string;
  readonly alias: string;
}

/** A local server that stands in for AWS KMS: its wire format, its signatures and its errors; nothing else of it. */
export interface KmsStandIn {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: AwsCredentials & { readonly sessionToken: string };
  /** What a process gets to know who it is. */
  readonly env: Readonly<Record<string, string>>;
  /** Every request that was let in, in order. */
  readonly calls: readonly KmsCall[];
  createKey(change?: KeyChange): KmsStandInKey;
  behave(manner: KmsManner): void;
  stop(): Promise<void>;
}

interface KeyChange {
  /** Shown by GetPublicKey; a key of another kind signs nothing. */
  readonly spec?: string;
  /** What the key's policy allows; both calls where left out. */
  readonly allows?: readonly string[];
}

interface HeldKey extends KmsStandInKey {
  readonly id: string;
  readonly secret: Uint8Array;
  readonly spec: string;
  readonly allows: readonly string[];
}

const region = 'eu-central-1';
const account = '111122223333';

export async function startKmsStandIn(): Promise<KmsStandIn> {
  const credentials = {
    accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64'),
    sessionToken: randomBytes(60).toString('base64'),
  };
  const keys: HeldKey[] = [];
  const calls: KmsCall[] = [];
  let manner: KmsManner = 'signs';

  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const answer = answerTo(request, body);
      if (answer === 'silence') return;
      response.writeHead(answer.status, {
        'content-type': 'application/x-amz-json-1.1',
        'x-amzn-requestid': randomUUID(),
      });
      response.end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // CAST: it listens on a port.

  function answerTo(request: IncomingMessage, body: Buffer): Answer | 'silence' {
    const { method = '', url = '', headers } = request;
    const refusal = sigV4Refusal({ method, url, headers, body }, credentials, {
      region,
      service: 'kms',
      nowMs: Date.now(),
    });
    if (refusal !== null) return failed(refusal);
    const target = String(headers['x-amz-target'] ?? '');
    if (method !== 'POST' || headers['content-type'] !== 'application/x-amz-json-1.1')
      return failed('UnknownOperationException');
    // CAST: the caller's own JSON; what is missing is refused below.
    const asked = JSON.parse(body.toString()) as Readonly<Record<string, string | undefined>>;
    const keyId = asked['KeyId'] ?? '';
    const message = Buffer.from(asked['Message'] ?? '', 'base64');
    const isSign = target === 'TrentService.Sign';
    calls.push({ target, keyId, digest: isSign ? message.toString('hex') : null });

    if (manner === 'hangs') return 'silence';
    if (manner === 'throttles')
      return failed('ThrottlingException', 'You have exceeded the rate at which you may call KMS.');
    if (manner === 'faults') return failed('KMSInternalException', undefined, 500);
    const key = keys.find(({ arn, id, alias }) => [arn, id, alias].includes(keyId));
    if (key === undefined) return failed('NotFoundException', `Key '${keyId}' does not exist`);
    const operation = target.replace('TrentService.', 'kms:');
    if (!key.allows.includes(operation)) return failed('AccessDeniedException');
    if (target === 'TrentService.GetPublicKey') return { status: 200, body: publicKey(key) };
    if (!isSign) return failed('UnknownOperationException');
    if (asked['SigningAlgorithm'] !== 'ECDSA_SHA_256' || key.spec !== secpSpec)
      return failed('InvalidKeyUsageException');
    const digest = digestOf(asked['MessageType'], message);
    if (digest === null) return failed('ValidationException');
    const signature = signed(manner === 'other-key' ? randomBytes(32) : key.secret, digest);
    if (manner === 'signs-unheard') return 'silence';
    return {
      status: 200,
      body: {
        KeyId: key.arn,
        Signature: (manner === 'garbage' ? randomBytes(70) : signature).toString('base64'),
        SigningAlgorithm: 'ECDSA_SHA_256',
      },
    };
  }

  return {
    endpoint: `http://127.0.0.1:${port}`,
    region,
    credentials,
    env: {
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_SESSION_TOKEN: credentials.sessionToken,
    },
    calls,
    createKey({ spec = secpSpec, allows = ['kms:GetPublicKey', 'kms:Sign'] } = {}) {
      const id = randomUUID();
      const held: HeldKey = {
        id,
        arn: `arn:aws:kms:${region}:${account}:key/${id}`,
        alias: `alias/interline-${id}`,
        secret: secp256k1.utils.randomSecretKey(),
        spec,
        allows,
      };
      keys.push(held);
      return { arn: held.arn, alias: held.alias };
    },
    behave(next) {
      manner = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const secpSpec = 'ECC_SECG_P256K1';

interface Answer {
  readonly status: number;
  readonly body: object;
}

function failed(name: string, message?: string, status = 400): Answer {
  return { status, body: { __type: name, ...(message === undefined ? {} : { message }) } };
}

function publicKey({ arn, secret, spec }: HeldKey): object {
  const head = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex');
  return {
    KeyId: arn,
    PublicKey: Buffer.concat([head, secp256k1.getPublicKey(secret, false)]).toString('base64'),
    KeySpec: spec,
    CustomerMasterKeySpec: spec,
    KeyUsage: 'SIGN_VERIFY',
    SigningAlgorithms: ['ECDSA_SHA_256'],
  };
}

/** Null where the KMS would refuse it. */
function digestOf(type: string | undefined, message: Buffer): Buffer | null {
  if (type === 'DIGEST') return message.length === 32 ? message : null;
  return createHash('sha256').update(message).digest();
}

/** As a KMS signs: another signature each time, in DER, s high as often as low. */
function signed(secret: Uint8Array, digest: Uint8Array): Buffer {
  return Buffer.from(
    secp256k1.sign(digest, secret, {
      prehash: false,
      format: 'der',
      lowS: false,
      extraEntropy: randomBytes(32),
    }),
  );
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // CAST: no encoding is set.
  return Buffer.concat(chunks);
}
