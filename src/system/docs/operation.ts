import { html } from 'hono/html'
import type { Html } from '../../docs/site/layout.ts'
import { type Document, type Parameter, type Placed, type ResponseObject, resolve } from './document.ts'
import { curlOf } from './example.ts'
import { prose } from './layout.ts'
import { describeLimits, describeType, sentences } from './words.ts'

/** Renders an endpoint: who may call it, its parameters and responses, and a sample request. */
export function operationBlock(document: Document, placed: Placed, origin: string): Html {
  const { method, path, operation } = placed
  const parameters = (operation.parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter))
  return html`<section class="operation" aria-labelledby="${operation.operationId}">
<h2 id="${operation.operationId}"><a href="#${operation.operationId}"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></a></h2>
<p>${prose(operation.summary ?? '')}</p>
<p class="access">${prose(operation.description ?? '')}</p>
<pre tabindex="0"><code>${curlOf(document, origin, placed)}</code></pre>
${parameters.length === 0 ? '' : parametersTable(document, parameters)}
${responsesTable(document, operation.responses)}
</section>`
}

function parametersTable(document: Document, parameters: readonly Parameter[]): Html {
  return html`<details><summary>${parameters.length} ${parameters.length === 1 ? 'parameter' : 'parameters'}</summary>
<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">name</th><th scope="col">in</th><th scope="col">type</th><th scope="col">meaning</th></tr></thead>
<tbody>${parameters.map((parameter) => parameterRow(document, parameter))}</tbody></table></div></details>`
}

function parameterRow(document: Document, { name, in: place, schema, required, description = '' }: Parameter): Html {
  const initial = schema.default === undefined ? [] : [`default ${String(schema.default)}`]
  const marks = [...(required && place !== 'path' ? ['required'] : []), ...initial]
  const limits = name === 'pretty' ? [] : describeLimits(schema)
  return html`<tr><td><code>${name}</code></td><td>${place}</td><td>${describeType(document, schema)}</td>
<td>${marks.map((mark) => html`<span class="mark">${mark}</span> `)}${prose(sentences([description, ...limits]))}</td></tr>`
}

function responsesTable(document: Document, responses: Placed['operation']['responses']): Html {
  const rows = Object.entries(responses).map(([status, response]) => {
    const { description } = resolve<ResponseObject>(document, response)
    return html`<tr><td><code>${status === 'default' ? '5xx' : status}</code></td><td>${prose(description)}</td></tr>`
  })
  return html`<details><summary>Responses</summary>
<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead><tr><th scope="col">status</th><th scope="col">meaning</th></tr></thead><tbody>${rows}</tbody></table></div></details>`
}
