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

/**
 * Corrections of swagger-ui's own sheet. Our colours have a contrast of 4.5 or more with their
 * background. The document has no links between operations, so the column that says so is hidden.
 */
export const docsStyle = `html { color-scheme: light }
html.dark-mode { color-scheme: dark }
body { margin: 0 }
.swagger-ui .response-col_links { display: none }
.swagger-ui .opblock .opblock-summary .copy-to-clipboard { flex: none }
.swagger-ui :focus-visible { outline: 2px solid #1b62b5; outline-offset: 2px }
html.dark-mode .swagger-ui :focus-visible { outline-color: #8cc4ff }
.swagger-ui table.headers td { color: inherit; font-weight: 400; padding-right: 12px; vertical-align: top }
.swagger-ui table.headers .header-col:first-child { white-space: nowrap }

html:not(.dark-mode) .swagger-ui {
  .info a, .info__license a { color: #1b62b5 }
  .info .title small { background: #5b6270 }
  .info .title small.version-stamp { background: #446a00 }
  .btn.authorize { border-color: #12704a; color: #12704a }
  .btn.authorize svg { fill: #12704a }
  .btn.execute { background: #1b62b5; border-color: #1b62b5 }
  .btn.cancel, .parameter__name.required span, .parameter__name.required::after { border-color: #b42318; color: #b42318 }
  .parameter__in, .parameter__deprecated { color: #5b6270 }
  .opblock-get .opblock-summary-method { background: #1b62b5 }
  .opblock-post .opblock-summary-method { background: #12704a }
  .opblock-delete .opblock-summary-method { background: #b42318 }
}

@media (max-width: 640px) {
  .swagger-ui .wrapper, .swagger-ui .table-container, .swagger-ui .responses-inner { padding-inline: 10px }
  .swagger-ui .info { margin-block: 20px }
  .swagger-ui .info .title { font-size: 26px }
  .swagger-ui .info ul, .swagger-ui .info ol { padding-inline-start: 20px }
  .swagger-ui .opblock .opblock-summary { padding-block: 8px }
  .swagger-ui .opblock .opblock-summary-method { font-size: 12px; min-width: 56px; padding-inline: 4px }
  .swagger-ui .opblock .opblock-summary .copy-to-clipboard { display: none }
  .swagger-ui .responses-table, .swagger-ui .responses-table > tbody, .swagger-ui .responses-table > tbody > tr, .swagger-ui .responses-table > tbody > tr > td:not(.response-col_links) { display: block; padding-inline: 0; width: auto }
  .swagger-ui .responses-table > thead, .swagger-ui table.headers thead { display: none }
  .swagger-ui .responses-table > tbody > tr { border-top: 1px solid; padding-block: 8px }
  .swagger-ui .responses-table > tbody > tr > .response-col_status { font-weight: 700 }
  .swagger-ui table.headers .header-col:first-child { white-space: normal }
  .swagger-ui .parameters-col_description input { box-sizing: border-box; min-width: 0; width: 100% }
}
`;
