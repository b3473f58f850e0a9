/**
 * Builds the files that are not in git: the list of common passwords, the documentation for programs, the bundled SDK
 * in `dist/mcp/`, the guides in `dist/docs/`, files for browsers as `dist/assets/<name>.<hash>.<ext>`, and
 * `dist/assets.json` with their names. A project serves guides and assets as static files, so that the worker contains
 * none of them.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDocs } from './build-docs.ts'
import { buildIcons } from './build-icons.ts'
import { buildMcp } from './build-mcp.ts'
import { buildPasswords } from './build-passwords.ts'
import { buildScripts } from './build-scripts.ts'
import { buildStyle } from './build-style.ts'
import { buildGuideIndex, buildGuideStyle } from './guides/guide-assets.ts'
import { readGuides } from './guides/read-guides.ts'
import { buildServiceGuides } from './guides/service-guides.ts'
import { hashedPath } from './hashed-path.ts'

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))

/**
 * Content-Security-Policy of the guides: only their own style sheet, script, index and icon; forms lead to the page of
 * results.
 */
const GUIDES_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"

/**
 * Headers in the format of https://developers.cloudflare.com/workers/static-assets/headers/. The names of assets change
 * with their content, except that of the icons.
 */
const HEADERS = `/assets/*
  Strict-Transport-Security: max-age=63072000; includeSubDomains
  Cache-Control: public, max-age=31536000, immutable
  X-Content-Type-Options: nosniff
  X-Frame-Options: SAMEORIGIN
  X-XSS-Protection: 1; mode=block
  Referrer-Policy: same-origin
  Content-Security-Policy: default-src 'none'; frame-ancestors 'none'
  Cross-Origin-Resource-Policy: same-origin
/assets/icons.svg
  ! Cache-Control
  Cache-Control: public, max-age=3600
/docs/guides*
  Strict-Transport-Security: max-age=63072000; includeSubDomains
  X-Content-Type-Options: nosniff
  X-Frame-Options: SAMEORIGIN
  X-XSS-Protection: 1; mode=block
  Referrer-Policy: same-origin
  Permissions-Policy: camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()
  Content-Security-Policy: ${GUIDES_POLICY}
  Cross-Origin-Resource-Policy: same-origin
  Cross-Origin-Opener-Policy: same-origin
`

const guides = readGuides()
const files = [
  await buildStyle(),
  await buildGuideStyle(),
  buildGuideIndex(guides.documentation),
  ...(await buildScripts()),
]
const paths = Object.fromEntries(files.map((file) => [file.name, `/${hashedPath(file)}`]))
const texts = new Map([
  ...files.map((file) => [hashedPath(file), file.text] as const),
  ['assets/icons.svg', buildIcons()],
  ['common-passwords.json', buildPasswords()],
  ...buildDocs(guides),
  ...(await buildServiceGuides(guides, paths)),
  ['_headers', HEADERS],
  ['assets.json', `${JSON.stringify(paths, null, 2)}\n`],
  ['.assetsignore', 'assets.json\ncommon-passwords.json\nmcp\n'],
])

rmSync(DIST, { recursive: true, force: true })
for (const [path, text] of texts) {
  mkdirSync(dirname(join(DIST, path)), { recursive: true })
  writeFileSync(join(DIST, path), text)
}
await buildMcp(join(DIST, 'mcp'))
