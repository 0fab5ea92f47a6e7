import { BenchKey } from '../scene/bench-key.ts';
import { benchScene } from '../scene/bench-scene.ts';
import { runX402 } from '../peers/run-x402.ts';
import { busyShare, timeByPart } from '../cpu/time-by-part.ts';
import { routeWork } from '../count/route-work.ts';
const scene = await benchScene(256);
try {
  const payTo = new BenchKey().address;
  const { key } = (await (await fetch(`${scene.service.url}/api/keys/create`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"label":"b"}' })).json()) as any;
  const ours = { url: scene.service.url, pid: scene.service.pid, path: '/api/payments/settle', headers: { 'x-svc-key': key } };
  await runX402(scene, ours, payTo, { settles: 96, concurrency: 32 });
  const tally = await scene.service.counted(async () => { await runX402(scene, ours, payTo, { settles: 128, concurrency: 32 }); }, true);
  console.log(JSON.stringify(routeWork(tally, 128), null, 1).slice(0, 9000));
  const profile = await scene.service.profiled(async () => { const r = await runX402(scene, ours, payTo, { settles: 256, concurrency: 32 }); console.log(r.tookMs, r.cpu); });
  console.log(busyShare(profile), timeByPart(profile));
} finally { await scene.stop(); }
