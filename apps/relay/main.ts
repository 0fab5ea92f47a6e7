import { parseArgs } from 'node:util';
import { startRelay } from './start-relay.ts';

const usage = `Usage: interline-relay --gateway https://service.example/api/ohttp/gateway [--port 8790] [--host 127.0.0.1] [--batch-ms 500]

Forwards sealed requests (Oblivious HTTP, RFC 9458) to one gateway, mixed, and writes nothing down.

  --gateway     where requests go; or RELAY_GATEWAY
  --port        8790 when left out; or PORT
  --host        127.0.0.1 when left out; or HOST
  --batch-ms    how long requests gather, 50 to 60000; 500 when left out; or RELAY_BATCH_MS
  --per-sender  most requests of one sender (IPv4 address or IPv6 /56) at once; 32 when left out
  --per-minute  what the gateway takes of this relay in a minute; a sender has a quarter of what is left; 4000 when left out
  --behind-proxy  a sender is who the last X-Forwarded-For says; nobody but your proxy may reach the port then
  --help        this text

SIGUSR2 makes it take requests and forward none, and once more makes it go on.`;

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      gateway: { type: 'string' },
      port: { type: 'string' },
      host: { type: 'string' },
      'batch-ms': { type: 'string' },
      'per-sender': { type: 'string' },
      'per-minute': { type: 'string' },
      'behind-proxy': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const { RELAY_GATEWAY, RELAY_BATCH_MS, PORT, HOST } = process.env;
  const gateway = readGateway(values.gateway ?? RELAY_GATEWAY);
  let isPaused = false;
  const relay = await startRelay({
    gateway: () => gateway,
    port: readNumber(values.port ?? PORT ?? '8790', '--port', [0, 65_535]),
    host: values.host ?? HOST ?? '127.0.0.1',
    batchMs: readNumber(values['batch-ms'] ?? RELAY_BATCH_MS ?? '500', '--batch-ms', [50, 60_000]),
    mostOfOneSender: readNumber(values['per-sender'] ?? '32', '--per-sender', [1, 2_048]),
    mostAMinute: readNumber(values['per-minute'] ?? '4000', '--per-minute', [4, 1_000_000]),
    isBehindProxy: values['behind-proxy'],
  });
  process.on('SIGUSR2', () => {
    isPaused = !isPaused;
    relay.pause(isPaused);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void relay.close());
  console.log(`the relay listens at ${relay.url} and forwards to ${gateway}`);
}

function readGateway(text: string | undefined): string {
  const url = URL.parse(text ?? '');
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error(
      '--gateway must be the http or https URL of a gateway, such as https://service.example/api/ohttp/gateway',
    );
  return url.href;
}

function readNumber(text: string, name: string, [least, most]: readonly [number, number]): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new Error(`${name} is ${text}; wanted a whole number from ${least} to ${most}`);
  return number;
}
