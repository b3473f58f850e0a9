/**
 * Writes the documentation as a static website, for any host and any base path: `npm run docs -- --out <folder>
 * [--base-url <address>]`.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { staticSite } from './static-site.ts'

const USAGE = 'npm run docs -- --out <folder> [--base-url https://docs.example.com/]'

try {
  const { out, base } = readArguments()
  const files = await staticSite(base)
  for (const [path, text] of files) {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    writeFileSync(join(out, path), text)
  }
  console.log(`wrote ${files.size} files to ${out}: open ${join(out, 'index.html')}, or serve the folder`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function readArguments(): { out: string; base: URL | null } {
  const { values } = parseArgs({ options: { out: { type: 'string' }, 'base-url': { type: 'string' } } })
  const { out, 'base-url': address } = values
  if (!out) throw new Error(`--out is missing: the folder for the website.\n${USAGE}`)
  requireEmpty(out)
  return { out, base: address === undefined ? null : readBase(address) }
}

/**
 * Throws unless the folder is empty or missing, so that nothing is overwritten, and no file of an older version
 * remains.
 */
function requireEmpty(folder: string): void {
  const names = readNames(folder)
  if (names.length > 0)
    throw new Error(`${folder} is not empty (${names[0]}). Remove it, or choose another folder with --out.`)
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // the file system throws only these
    if (code === 'ENOENT') return []
    if (code === 'ENOTDIR') throw new Error(`${folder} is a file. Choose a folder with --out.`)
    throw error
  }
}

function readBase(address: string): URL {
  const url = URL.parse(address.endsWith('/') ? address : `${address}/`)
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return url
  throw new Error(
    `--base-url ${address} is not the address of a website: write it as https://docs.example.com/ or with a path.`,
  )
}
