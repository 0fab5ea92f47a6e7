import { createClient } from '@interline/client';
import { draftClaim, type Pass, passText, takeTrial } from '@interline/client/passes';
import { type Devnet, startDevnet } from '@interline/devnet';
import { request } from 'node:http';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { fastFolder } from '../support/fast-folder.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { until } from '../support/until.ts';
import { type OverheardHarness, overheardHarness } from '../support/overheard-harness.ts';

/** No other client of the machine has it. */
const canary = '127.0.0.77';
const lane = { fromChain: 8453, toChain: 42161, token: 'USDC', amount: '1000000' };

describe('what is kept of passes, where the service says and writes all that it can,', () => {
  let devnet: Devnet;
  let harness: OverheardHarness;
  let dataDir: string;
  before(async () => {
    devnet = await startDevnet({ chainIds: [8453, 42161], port: 0 });
    dataDir = await mkdtemp(join(fastFolder, 'interline-apart-'));
    harness = await overheardHarness({ devnetUrl: devnet.url, dataDir, rpcUrls: {} });
  });
  after(async () => {
    await harness.stop();
    await devnet.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('contains no pass, no blinded value and no address, in no log line, in no file and, once it is answered, not in memory', async () => {
    const blinded: string[] = [];
    const signed: string[] = [];
    const client = createClient({
      baseUrl: harness.url,
      async fetch(url, { method = 'GET', body, headers }) {
        const answer = await askFrom(canary, url, { method, body, headers });
        if (url.endsWith('/api/plus/trial')) {
          blinded.push(
            ...(JSON.parse(typeof body === 'string' ? body : '') as { blinded: string[] }).blinded,
          ); // CAST: what the client just wrote.
          signed.push(...((await answer.clone().json()) as { blindSigs: string[] }).blindSigs); // CAST: as before.
        }
        return answer;
      },
    });
    const { passes } = await takeTrial(client, 5);
    const [header, body, redeemed, spentAgain, kept] = passes;
    if (!header || !body || !redeemed || !spentAgain || !kept) throw new Error('too few passes');
    const statuses = [
      await ask('POST', '/api/route/quote', lane, header),
      await ask('POST', '/api/agent/do', {
        ...lane,
        fromAddress: freshAddress(),
        toAddress: freshAddress(),
        pass: passText(body),
      }),
      await ask('POST', '/api/plus/redeem', redeemed),
      await ask('POST', '/api/route/compare', lane, spentAgain),
      await ask('POST', '/api/route/quote', lane, spentAgain),
      await ask('POST', '/api/route/quote', { ...lane, amount: 'x' }, kept),
      await ask('POST', '/api/route/quote', lane, { ...kept, sig: header.sig }),
    ];
    const [memory, files] = [await harness.memory(), await bytesUnder(dataDir)];

    expect(statuses).to.deep.equal([200, 200, 200, 200, 409, 400, 401]);
    const secrets = [...passes.flatMap(formsOf), ...[...blinded, ...signed].flatMap(spellings)];
    for (const [place, text] of [
      ['log', Buffer.from(harness.heard())],
      ['store', files],
      ['memory', memory],
    ] as const)
      expect(
        secrets.filter((secret) => text.includes(secret)),
        place,
      ).to.deep.equal([]);
    for (const [place, text] of [
      ['log', Buffer.from(harness.heard())],
      ['store', files],
    ] as const)
      expect(text.includes(canary), place).to.equal(false);
    expect(
      [harness.heard().length, files.length, memory.length].every((size) => size > 1_000),
    ).to.equal(true);
  });

  it('contains no id of an invoice in a log line, and no blinded value of it and no address in a file', async () => {
    const client = createClient({ baseUrl: harness.url, sendsRefusedOnce: true });
    const { id, payTo } = (await (
      await askFrom(canary, `${harness.url}/api/plus/invoice`, {
        method: 'POST',
        body: JSON.stringify({ bundle: 'starter', asset: 'usdc-8453' }),
      })
    ).json()) as { id: string; payTo: string }; // CAST: the endpoint's own shape.
    const usdc = devnet.chains
      .find(({ chainId }) => chainId === 8453)
      ?.tokens.find(({ symbol }) => symbol === 'USDC');
    const payment = { chainId: 8453, token: usdc?.address ?? '', to: payTo, amount: 1_000_000n };
    await devnet.faucet(payment);
    const state = await until('a paid invoice', async () => {
      const invoice = await askFrom(canary, `${harness.url}/api/plus/invoice/${id}`, {
        method: 'GET',
      });
      const seen = (await invoice.json()) as { state: string }; // CAST: the endpoint's own shape.
      return seen.state === 'paid' && seen.state;
    });
    const draft = await draftClaim(client, id, 4);
    const { blinded: value } = draft.values[0] ?? { blinded: '' };
    const claimed = await askFrom(canary, `${harness.url}/api/plus/claim`, {
      method: 'POST',
      body: JSON.stringify({
        invoiceId: id,
        blinded: draft.values.map(({ blinded }) => blinded),
      }),
    });

    const heard = harness.heard();
    const files = (await bytesUnder(dataDir)).toString('latin1');

    expect([state, claimed.status]).to.deep.equal(['paid', 200]);
    expect([id, canary, ...spellings(value)].filter((one) => heard.includes(one))).to.deep.equal(
      [],
    );
    expect([canary, ...spellings(value)].filter((one) => files.includes(one))).to.deep.equal([]);
    expect(files.includes(id)).to.equal(true);
  });

  async function ask(method: string, path: string, body: object, pass?: Pass): Promise<number> {
    const headers = pass === undefined ? {} : { 'x-svc-pass': passText(pass) };
    return (
      await askFrom(canary, `${harness.url}${path}`, {
        method,
        headers,
        body: JSON.stringify(body),
      })
    ).status;
  }
});

/** The pass as it is sent, and what of it would name it elsewhere. */
function formsOf(pass: Pass): readonly string[] {
  const message = Buffer.from(pass.preparedMsg, 'base64');
  return [
    passText(pass),
    message.subarray(44).toString('latin1'),
    ...spellings(pass.preparedMsg),
    ...spellings(pass.sig),
  ];
}

function spellings(base64: string): readonly string[] {
  const bytes = Buffer.from(base64, 'base64');
  return [base64, bytes.toString('base64url'), bytes.toString('hex')];
}

async function bytesUnder(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(
    await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name)))),
  );
}

interface Asked {
  readonly method: string;
  readonly headers?: RequestInit['headers'];
  readonly body?: unknown;
}

/** A request whose sender has that address of the machine. */
function askFrom(
  localAddress: string,
  url: string,
  { method, headers, body }: Asked,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const given = Object.fromEntries(new Headers(headers).entries());
    const asked = request(
      url,
      {
        method,
        localAddress,
        agent: false,
        headers: { ...given, 'content-type': 'application/json' },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 0 })),
        );
      },
    );
    asked.on('error', reject);
    asked.end(typeof body === 'string' ? body : undefined);
  });
}
