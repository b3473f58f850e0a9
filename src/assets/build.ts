/**
 * Makes what the package does not keep in git, once: the list of common passwords, the documentation for programs, the
 * bundled SDK in `dist/mcp/`, and what browsers load: `dist/assets/<name>.<hash>.<ext>`, and `dist/assets.json`, which
 * says what each is called. A project serves the folder as static files, so that none of it is in the worker.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDocs } from './build-docs.ts'
import { buildIcons } from './build-icons.ts'
import { buildMcp } from './build-mcp.ts'
import { buildPasswords } from './build-passwords.ts'
import { buildScripts } from './build-scripts.ts'
import { buildStyle } from './build-style.ts'
import { hashOf } from './hash.ts'

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))

/**
 * Headers in the format of https://developers.cloudflare.com/workers/static-assets/headers/: names change with their
 * content.
 */
const HEADERS = `/assets/*
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
`

const files = [await buildStyle(), ...(await buildScripts())]
const paths = files.map(({ name, text }) => {
  const dot = name.lastIndexOf('.')
  return [name, `/assets/${name.slice(0, dot)}.${hashOf(text)}${name.slice(dot)}`] as const
})

rmSync(DIST, { recursive: true, force: true })
mkdirSync(join(DIST, 'assets'), { recursive: true })
for (const [index, [, path]] of paths.entries()) writeFileSync(join(DIST, path), files[index]?.text ?? '')
writeFileSync(join(DIST, 'assets/icons.svg'), buildIcons())
writeFileSync(join(DIST, 'common-passwords.json'), buildPasswords())
for (const [name, text] of buildDocs()) writeFileSync(join(DIST, name), text)
await buildMcp(join(DIST, 'mcp'))
writeFileSync(join(DIST, '_headers'), HEADERS)
writeFileSync(join(DIST, 'assets.json'), `${JSON.stringify(Object.fromEntries(paths), null, 2)}\n`)
writeFileSync(join(DIST, '.assetsignore'), 'assets.json\ncommon-passwords.json\ndocs.json\nmcp\n')
