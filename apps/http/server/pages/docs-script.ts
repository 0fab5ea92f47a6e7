/**
 * Starts swagger-ui on the service's own document. Its resolver for OpenAPI 3.1 goes through the
 * whole document again for each operation that is unfolded, a second of a visitor's time each, and
 * it reads JSON as YAML; ours does what this document needs: every reference in it leads to a
 * component of its own.
 */
export const docsScript = `const known = new WeakMap();

/** A copy without references; one that leads back to itself stays. */
function resolved(value, components, open = []) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => resolved(one, components, open));
  const { $ref, ...beside } = value;
  const own = Object.fromEntries(Object.entries(beside).map(([name, member]) => [name, resolved(member, components, open)]));
  if ($ref === undefined) return own;
  return open.includes($ref) ? value : { ...component($ref, components, open), ...own };
}

function component($ref, components, open) {
  const parts = known.get(components) ?? new Map();
  known.set(components, parts);
  if (!parts.has($ref)) {
    const [kind, name] = $ref.slice('#/components/'.length).split('/');
    parts.set($ref, resolved(components[kind][name], components, [...open, $ref]));
  }
  return parts.get($ref);
}

const localDocument = () => ({
  fn: { resolveSubtree: async (document, path) => ({ spec: resolved(path.reduce((at, name) => at?.[name], document), document.components), errors: [] }) },
  statePlugins: { spec: { wrapActions: { parseToJson: (_yaml, { specActions }) => (text) => specActions.updateJsonSpec(JSON.parse(text)) } } },
});

const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();

SwaggerUIBundle({ url: 'openapi.json', dom_id: '#interface', plugins: [localDocument], deepLinking: true, validatorUrl: null, docExpansion: 'list', defaultModelsExpandDepth: 0, tryItOutEnabled: true });
`;
