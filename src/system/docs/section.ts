import { html } from 'hono/html'
import type { Html } from '../../docs/site/layout.ts'
import { type Document, operationsOf, type Schema, type Tag } from './document.ts'
import { prose } from './layout.ts'
import { operationBlock } from './operation.ts'
import { describeLimits, describeType, sentences } from './words.ts'

/** Renders the page of a collection or a plugin: the properties of its documents, then its endpoints. */
export function section(document: Document, tag: Tag, origin: string): Html {
  const operations = operationsOf(document, tag.name)
  return html`<section class="hero"><h1>${tag['x-label']}</h1>
${tag.description === undefined ? '' : html`<p class="lead">${tag.description}</p>`}
<ul class="contents">${operations.map(
    ({ method, path, operation }) =>
      html`<li><a href="#${operation.operationId}"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></a></li>`,
  )}</ul></section>
${tag['x-kind'] === 'collection' ? fieldsTable(document, tag.name) : ''}
${operations.map((placed) => operationBlock(document, placed, origin))}`
}

function fieldsTable(document: Document, collection: string): Html {
  const { properties = {} } = document.components.schemas[collection] ?? {}
  const input = document.components.schemas[`${collection}.input`]
  const rows = Object.entries(properties).map(([name, schema]) => fieldRow(document, name, schema, input))
  return html`<section aria-labelledby="fields"><h2 id="fields">A document</h2>
<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">property</th><th scope="col">type</th><th scope="col">notes</th></tr></thead>
<tbody>${rows}</tbody></table></div></section>`
}

function fieldRow(document: Document, name: string, schema: Schema, input: Schema | undefined): Html {
  const written = input?.properties?.[name]
  const marks = [
    ...(input?.required?.includes(name) ? ['required'] : []),
    ...(written === undefined ? ['read only'] : []),
    ...(written?.default === undefined ? [] : [`default ${JSON.stringify(written.default)}`]),
  ]
  const notes = [schema.description ?? '', written?.description ?? '']
  return html`<tr><td><code>${name}</code></td><td>${describeType(document, schema)}</td>
<td>${marks.map((mark) => html`<span class="mark">${mark}</span> `)}${prose(sentences([...notes, ...describeLimits(schema)]))}</td></tr>`
}
