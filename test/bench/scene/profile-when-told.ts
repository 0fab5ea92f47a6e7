// Loaded into the service's process before its own code: profiles it on request.
// Not for import.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

const session = new Session();
const intervalMicros = 250;

// CAST: only the benchmark writes to this channel.
process.on('message', (message) => void obey(message as { kind: string; file: string }));
process.channel?.unref();
// Once the benchmark is gone, nothing else stops its service.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));

async function obey({ kind, file }: { kind: string; file: string }): Promise<void> {
  if (kind === 'profile') {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: intervalMicros });
    await session.post('Profiler.start');
  } else if (kind === 'enough') {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    writeFileSync(file, JSON.stringify(profile));
  } else return;
  process.send?.({ kind: 'obeyed' });
}
