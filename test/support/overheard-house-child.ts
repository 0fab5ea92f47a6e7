import { attachDevnet } from '@interline/devnet';
import { startHouse } from './house.ts';
import type { OverheardOrder } from './overheard-house.ts';

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
  const house = await startHouse({ devnet, dataDir, rpcUrls });
  process.send?.({
    url: house.url,
    metricsUrl: house.service.metricsUrl ?? '',
    operatorToken: house.operatorToken,
  });
  process.once('message', () => {
    void house.stop().then(() => process.disconnect());
  });
}
