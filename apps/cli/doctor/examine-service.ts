import { isRecord, textField } from '../rest/read-field.ts';
import { serviceClient } from '../rest/service-client.ts';
import { type Finding, reasonOf } from './finding.ts';

/** A running service, by what it says of itself. */
export async function examineService(url: string): Promise<readonly Finding[]> {
  const client = serviceClient(url);
  try {
    const [status, terms] = await Promise.all([
      client.get('/api/status'),
      client.get('/api/gasless/info'),
    ]);
    const served = isRecord(terms['gaslessChains']) ? Object.keys(terms['gaslessChains']) : [];
    const text = textField(status, 'status');
    const nodes =
      isRecord(status['nodes']) && Array.isArray(status['nodes']['evm'])
        ? status['nodes']['evm']
            .filter(isRecord)
            .filter((node) => served.includes(String(node['chainId'])))
        : [];
    const rails = Array.isArray(status['rails']) ? status['rails'].filter(isRecord) : [];
    return [
      { part: 'service', ok: text === 'operational', says: `${text} at ${url}` },
      ...nodes
        .filter((node) => node['up'] !== true)
        .map((node) => ({
          part: 'chain',
          ok: false,
          says: `${String(node['chainId'])} ${String(node['name'])} does not answer`,
        })),
      {
        part: 'chains',
        ok: true,
        says: `${nodes.filter((node) => node['up'] === true).length} of the deployment's ${nodes.length} EVM chains answer`,
      },
      ...rails.map((rail) => ({
        part: 'rail',
        ok: rail['up'] === true,
        says: String(rail['name']),
      })),
    ];
  } catch (error) {
    return [{ part: 'service', ok: false, says: reasonOf(error) }];
  }
}
