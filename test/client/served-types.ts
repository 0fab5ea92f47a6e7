import { startService } from '../http/start-service.ts';
import { clientTypes, type OpenApiDocument } from './client-types.ts';

/** The generated files as they should be: made from the document that is served now. */
export async function servedTypes(): Promise<ReadonlyMap<string, string>> {
  const service = await startService();
  try {
    const { body } = await service.get('/openapi.json');
    // CAST: other tests hold the document against its own specification.
    return clientTypes(body as unknown as OpenApiDocument);
  } finally {
    await service.close();
  }
}
