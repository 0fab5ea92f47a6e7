// The process that startSurfpool starts, so that a crash of native code ends a child and not the
// devnet. It has its parent's lifetime. Not for import.
import { createRequire } from 'node:module';

type Surfnet = { rpcUrl: string; wsUrl: string; drainEvents: () => unknown[]; stop: () => void };

const drainMs = 200;

process.on('disconnect', () => process.exit());
process.on('SIGINT', () => undefined);

// A native module: only require loads one.
const require = createRequire(import.meta.url);
// CAST: the package has no types; the members are those its README names.
const { Surfnet } = require('@solana/surfpool-linux-x64-gnu') as {
  Surfnet: { startWithConfig: (config: object) => Surfnet };
};
// One slot per transaction, so that a payment is confirmed at once. The default clock ticks every
// millisecond, which used 4 % of a core for an idle chain instead of 0.3 %.
const surfnet = Surfnet.startWithConfig({
  offline: true,
  blockProductionMode: 'transaction',
  slotTimeMs: 400,
});
process.send?.({ rpcUrl: surfnet.rpcUrl, wsUrl: surfnet.wsUrl });
// It reports each transaction in a queue of about a thousand, and answers no more requests once
// that is full.
setInterval(() => surfnet.drainEvents(), drainMs);
// Nothing else keeps the process alive, and the runtime ends with its object.
process.channel?.ref();
process.on('exit', () => surfnet.stop());
