import { enableCompileCache } from 'node:module';

// Hundreds of processes load the same sources: what the first of them compiled spares the others half their start.
const { directory } = enableCompileCache();
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] = directory;

// A leaked socket or timer must fail the run loudly instead of hanging CI. Files that run side by side share a process
// with the next file, so there is no end to wait for: `npx mocha` without `--parallel` looks for leaks.
const graceMs = 5_000;

export const mochaHooks = {
  afterAll(): void {
    if (process.env['MOCHA_WORKER_ID'] !== undefined) return;
    const alarm = setTimeout(() => {
      console.error('the run is over but something still holds the process:', process.getActiveResourcesInfo());
      // mocha's own exit listener sets the code to 0, so ours is registered after it.
      process.on('exit', () => { process.exitCode = 1; });
      process.exit(1);
    }, graceMs);
    alarm.unref();
  },
};
