import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import { toHtml } from '../../src/rich-text/index.ts'

/** A website on an origin of its own, which shows stories by the links of previews. */
export interface PreviewWebsite {
  readonly port: number
  /** Tells it where it reads from. */
  readFrom(cms: string): void
  close(): void
}

/** The story, as the API answers it. */
interface Story {
  readonly title: string
  readonly body: Parameters<typeof toHtml>[0]
  readonly author: { readonly name: string } | string | null
  readonly parts: readonly { readonly text: string }[] | null
}

const SCRIPT = `
import { livePreview } from './src/client/preview.ts'
const { cms, kind } = document.body.dataset
const read = async () => (await fetch('/data' + location.search)).json()
const update = async () => { document.querySelector('h1').textContent = (await read()).title }
if (kind === 'client') await update()
livePreview({ cms, ...(kind === 'client' && { update }) })
`

/**
 * Pages by the first step of their path: `server` renders the story and has the script, `client` reads it in the browser,
 * `silent` has no script, `forbidden` allows no frames, `open` all of them, `elsewhere` believes that its service has another
 * origin.
 */
export async function startPreviewWebsite(): Promise<PreviewWebsite> {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: '.', loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
  })
  const script = outputFiles[0]?.text ?? ''
  let cms = ''
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/script.js') return send(response, 200, 'text/javascript', script)
    const token = searchParams.get('preview')
    const answer = await fetch(`${cms}/api/stories/${searchParams.get('id')}?preview=${token}&populate=author`)
    if (!answer.ok) return send(response, answer.status, 'text/plain', await answer.text())
    const { data } = (await answer.json()) as { data: Story }
    if (pathname === '/data') return send(response, 200, 'application/json', JSON.stringify(data))
    const kind = pathname.slice(1)
    const known = kind === 'elsewhere' ? 'https://cms.example.com' : cms
    const frames = { forbidden: "'none'", open: '*' }[kind] ?? cms
    send(response, 200, 'text/html; charset=utf-8', pageOf(data, kind, known), {
      'Content-Security-Policy': `default-src 'self'; frame-ancestors ${frames}`,
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    readFrom: (origin) => {
      cms = origin
    },
    close: () => void server.close(),
  }
}

function pageOf({ title, body, author, parts }: Story, kind: string, cms: string): string {
  const by = typeof author === 'object' && author !== null ? `<p data-lintel-field="author">By ${author.name}</p>` : ''
  const quotes = (parts ?? []).map(
    ({ text }, index) => `<blockquote data-lintel-field="parts.${index}">${text}</blockquote>`,
  )
  return `<!doctype html><html lang="en"><head><title>${title}</title></head>
<body data-cms="${cms}" data-kind="${kind}">
<nav><input aria-label="Search"></nav>
<h1 data-lintel-field="title">${kind === 'client' ? '' : title}</h1>
${by}
${'<p>More</p>'.repeat(80)}
<div data-lintel-field="body">${toHtml(body)}</div>
${quotes.join('\n')}
${kind === 'silent' ? '' : '<script type="module" src="/script.js"></script>'}
</body></html>`
}

function send(response: ServerResponse, status: number, type: string, text: string, headers: object = {}): void {
  response.writeHead(status, { 'content-type': type, ...headers }).end(text)
}
