import { writeHeapSnapshot } from 'node:v8';
import { attachDevnet } from '@interline/devnet';
import { startHarness } from './harness.ts';
import type { OverheardOrder } from './overheard-harness.ts';

process.once('message', (order: OverheardOrder) => {
  void run(order);
});
process.once('disconnect', () => process.exit());

async function run({ devnetUrl, dataDir, rpcUrls }: OverheardOrder): Promise<void> {
  const attached = await attachDevnet(devnetUrl);
  const devnet = {
    ...attached,
    faucet: () => Promise.reject(new Error('ask the devnet itself')),
    stop: () => Promise.resolve(),
  };
  const harness = await startHarness({ devnet, dataDir, rpcUrls });
  process.send?.({
    url: harness.url,
    metricsUrl: harness.service.metricsUrl ?? '',
    operatorToken: harness.operatorToken,
  });
  process.on('message', (asked: 'stop' | { readonly memoryTo: string }) => {
    if (asked === 'stop') void harness.stop().then(() => process.disconnect());
    else {
      writeHeapSnapshot(asked.memoryTo);
      process.send?.('written');
    }
  });
}
