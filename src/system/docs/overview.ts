import { html } from 'hono/html'
import { SERVICE_GUIDES } from '../../docs/site/addresses.ts'
import type { Html } from '../../docs/site/layout.ts'
import { type Document, operationsOf, type Tag } from './document.ts'
import { prose, sectionPath } from './layout.ts'

/** Renders the first page: how to call the service, sign in, and handle errors. */
export function overview(document: Document, origin: string): Html {
  const collections = document.tags.filter((tag) => tag['x-kind'] === 'collection')
  const first = collections[0]?.name ?? 'content'
  return html`<section class="hero">
<h1>${document.info.title}</h1>
<p class="lead">A content API over HTTP and JSON. This reference is generated from the same description that programs read:
<a href="/api/">the OpenAPI document</a>.</p>
<dl class="facts"><div><dt>Address</dt><dd><code>${origin}</code></dd></div>
<div><dt>Program</dt><dd><code>${document.info.version}</code></dd></div></dl>
<pre tabindex="0"><code>curl '${origin}/api/${first}?limit=2'</code></pre>
<p><a href="${SERVICE_GUIDES}">The guides</a> explain how to build with Lintel. Language models read <a href="/llms.txt">llms.txt</a>.</p>
</section>
${collections.length === 0 ? '' : cards(document, collections)}
${signingIn(origin)}
${lists(origin, first)}
${errors(document)}`
}

function cards(document: Document, collections: readonly Tag[]): Html {
  return html`<section aria-labelledby="collections"><h2 id="collections">Collections</h2>
<ul class="cards">${collections.map((tag) => card(document, tag))}</ul></section>`
}

function card(document: Document, tag: Tag): Html {
  const fields = Object.values(document.components.schemas[tag.name]?.properties ?? {}).filter(
    (schema) => schema['x-field-type'] !== undefined,
  )
  const { length } = operationsOf(document, tag.name)
  return html`<li><a href="${sectionPath(tag.name)}"><strong>${tag['x-label']}</strong>
<span>${tag.description ?? ''}</span><small>${fields.length} fields · ${length} endpoints</small></a></li>`
}

function signingIn(origin: string): Html {
  const call = `curl -X POST '${origin}/api/auth/login' \\
  -H 'Content-Type: application/json' \\
  -d '{ "email": "name@example.com", "password": "<password>" }'`
  return html`<section aria-labelledby="signing-in"><h2 id="signing-in">Signing in</h2>
<p>${prose('Published documents can be read without an account. Most other requests need an access token, which signing in returns:')}</p>
<pre tabindex="0"><code>${call}</code></pre>
<p>${prose('Send `token` as `Authorization: Bearer <token>`. When it expires, exchange `refreshToken` for new ones at `POST /api/auth/refresh`: each works once, and a second use ends the session. Browsers get both as HttpOnly cookies and need no header.')}</p>
</section>`
}

function lists(origin: string, first: string): Html {
  return html`<section aria-labelledby="lists"><h2 id="lists">Lists</h2>
<p>${prose('Lists come in pages: `page` from 1, `limit` from 1 to 100. `sort` takes field names, and a leading `-` sorts in descending order; `fields` selects properties; `<field>=<value>` filters. Unknown parameters are refused with `invalid_query`; the error names the valid ones.')}</p>
<pre tabindex="0"><code>curl '${origin}/api/${first}?sort=-updatedAt&amp;limit=5&amp;fields=id,updatedAt'</code></pre>
<p>${prose('Responses have an `ETag`. Send it as `If-None-Match` to get 304 instead of a body, or as `If-Match` with a change, which is refused if the document has changed since.')}</p>
</section>`
}

function errors(document: Document): Html {
  const rows = Object.values(document.components.responses ?? {})
    .flatMap((response) => [...response.description.matchAll(/`(\w+)`: ((?:[^`]|`(?!\w+`: ))+)/g)])
    .map(([, code = '', words = '']) => [code, words.trim()] as const)
  const unique = [...new Map(rows)].sort(([a], [b]) => (a < b ? -1 : 1))
  return html`<section aria-labelledby="errors"><h2 id="errors">Errors</h2>
<p>${prose('Every error is a problem document (RFC 9457) with a permanent `code` and the `requestId`, with which you can find it in the log.')}</p>
<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">code</th><th scope="col">when</th></tr></thead>
<tbody>${unique.map(([code, words]) => html`<tr><td><code>${code}</code></td><td>${prose(words)}</td></tr>`)}</tbody></table></div>
</section>`
}
