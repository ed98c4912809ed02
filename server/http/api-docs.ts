/** The API documentation as HTML and as OpenAPI. Loads nothing from other servers. */
import type { FastifyInstance } from 'fastify';
import { createOpenApi, type JsonSchema, type OpenApi, type Operation } from './openapi.ts';
import { escapeHtml } from './pages/page-head.ts';
import { sendFile } from './pages/serve-web.ts';
import { webFile } from './pages/web-files.ts';

const STYLE_PATH = '/api/docs/style.css';
/** The routes of this file, as keys of the contract. */
export const DOC_ROUTES = {
  'GET /api/docs': true,
  'GET /api/docs/openapi.json': true,
  [`GET ${STYLE_PATH}`]: true,
};

const POLICY = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";

export function serveApiDocs(app: FastifyInstance): void {
  const document = createOpenApi();
  const texts: [path: string, name: string, text: string][] = [
    ['/api/docs', 'index.html', toHtml(document)],
    ['/api/docs/openapi.json', 'openapi.json', JSON.stringify(document)],
    [STYLE_PATH, 'style.css', STYLE],
  ];
  for (const [path, name, text] of texts) {
    const file = { ...webFile(`/${name}`, Buffer.from(text)), cacheControl: 'no-cache' };
    app.get(path, (request, reply) => {
      reply.header('content-security-policy', POLICY);
      return sendFile(file, request, reply);
    });
  }
}

function toHtml(document: OpenApi): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const contents = operations.map(
    ({ method, path, operation }) =>
      `<li><a href="#${escapeHtml(operation.operationId)}"><b>${escapeHtml(method.toUpperCase())}</b> ${escapeHtml(path)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API of ${escapeHtml(document.info.title)}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main>
<h1>API of ${escapeHtml(document.info.title)}</h1>
<p>${escapeHtml(document.info.description)}</p>
<p>For programs: <a href="/api/docs/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p>
<nav aria-label="Calls"><ul>${contents.join('\n')}</ul></nav>
${operations.map((one) => toSection(one.method, one.path, one.operation)).join('\n')}
</main>
</body>
</html>
`;
}

function toSection(method: string, path: string, operation: Operation): string {
  const inputs = operation.parameters.map(
    ({ name, in: place, required, schema }) =>
      `<li><code>${escapeHtml(name)}</code> in the ${place}${required ? '' : ', optional'}: ${schemaWords(schema)}</li>`,
  );
  const body = operation.requestBody?.content['application/json']?.schema;
  const answers = Object.entries(operation.responses).map(
    ([status, { description, content }]) =>
      `<dt>${escapeHtml(status)}</dt><dd>${escapeHtml(description).replaceAll('\n', '<br>')}${
        status.startsWith('2') && content?.['application/json']
          ? schemaBlock('Answer', content['application/json'].schema)
          : ''
      }</dd>`,
  );
  return `<section id="${escapeHtml(operation.operationId)}">
<h2><b>${escapeHtml(method.toUpperCase())}</b> ${escapeHtml(path)}</h2>
<p>${escapeHtml(operation.summary)} ${escapeHtml(operation.description)}</p>
${inputs.length > 0 ? `<ul>${inputs.join('')}</ul>` : ''}
${body ? schemaBlock('Body', body) : ''}
<dl>${answers.join('\n')}</dl>
</section>`;
}

function schemaWords(schema: JsonSchema): string {
  const { type, description } = schema as { type?: string; description?: string };
  return escapeHtml([type ?? 'any', description].filter(Boolean).join('. '));
}

function schemaBlock(title: string, schema: JsonSchema): string {
  return `<details open><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`;
}

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
section { border-top: 1px solid GrayText; margin-top: 2rem; }
h2 { font: 600 1.15rem ui-monospace, monospace; overflow-wrap: anywhere; }
h2 b, nav b { display: inline-block; min-width: 4.5rem; }
nav ul { list-style: none; padding: 0; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
dt { font-weight: 600; }
dd { margin: 0 0 0.75rem 1rem; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid GrayText; font-size: 0.85rem; }
`;
