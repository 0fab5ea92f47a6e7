import { loadService, type ServiceProcess } from './service-process.ts';

/** Keeps processes that have loaded their code, so that a run does not wait for it. */
export interface ServicePool {
  take(): ServiceProcess;
  close(): Promise<void>;
}

export function servicePool(size = 2): ServicePool {
  const loaded = Array.from({ length: size }, loadService);
  const taken = new Set<ServiceProcess>();
  return {
    take() {
      const service = loaded.shift() ?? loadService();
      taken.add(service);
      void service.death.then(() => taken.delete(service));
      loaded.push(loadService());
      return service;
    },
    async close() {
      await Promise.all([...loaded.splice(0), ...taken].map((service) => service.kill()));
    },
  };
}
