/** What a test asks of its anvil itself, past the adapter. Throws what the node refused. */
export type NodeRpc = (method: string, params?: readonly unknown[]) => Promise<unknown>;

export function nodeRpc(url: string): NodeRpc {
  return async (method, params = []) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as {
      result?: unknown;
      error?: { message: string };
    }; // CAST: anvil's own shape.
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
}
