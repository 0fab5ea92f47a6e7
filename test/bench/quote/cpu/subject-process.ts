// One of the two servers whose processor time is compared, in a process of its own. Not for import.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bareKoa } from './bare-koa.ts';
import { scriptedApp } from './scripted-app.ts';

export type SubjectMessage =
  | { readonly kind: 'serving'; readonly url: string }
  | { readonly kind: 'used'; readonly allMs: number; readonly userMs: number };

const [rails = '0'] = process.argv.slice(2);
const handle = rails === '0' ? bareKoa().callback() : scriptedApp(Number(rails)).callback();
const server = createServer((request, response) => void handle(request, response));

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  tell({ kind: 'used', allMs: (user + system) / 1_000, userMs: user / 1_000 });
});
process.on('disconnect', () => process.exit());

server.listen(0, '127.0.0.1', () => {
  tell({ kind: 'serving', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }); // CAST: a TCP server's address.
});

function tell(message: SubjectMessage): void {
  process.send?.(message);
}
