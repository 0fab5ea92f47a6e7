// A leaked socket or timer must fail the run loudly instead of hanging CI.
const graceMs = 5_000;

export const mochaHooks = {
  afterAll(): void {
    const alarm = setTimeout(() => {
      console.error('the run is over but something still holds the process:', process.getActiveResourcesInfo());
      // mocha's own exit listener sets the code to 0, so ours is registered after it.
      process.on('exit', () => { process.exitCode = 1; });
      process.exit(1);
    }, graceMs);
    alarm.unref();
  },
};
