import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'
import { compile } from 'tailwindcss'
import type { Asset } from './asset.ts'
import { withoutUnused } from './used-components.ts'

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url))
const ENTRY = join(PACKAGE, 'src/assets/style.css')

/** Files that may contain class names. */
const PAGES = [
  'src/{fields,ui}/**/*.{ts,tsx}',
  'src/system/**/*.{ts,tsx}',
  'plugins/**/*.{ts,tsx}',
  'src/assets/scripts/**/*.ts',
]

/**
 * Builds the style sheet of all pages, with only those parts of Tailwind and of the component library that the pages
 * use.
 */
export async function buildStyle(): Promise<Asset> {
  const { build } = await compile(readFileSync(ENTRY, 'utf8'), { base: dirname(ENTRY), loadStylesheet })
  const { code } = await transform(build(candidates()), { loader: 'css', minify: true, target: 'es2024' })
  return { name: 'admin.css', text: code }
}

/** Returns all words in the pages that could be class names; Tailwind recognizes the actual ones. */
function candidates(): string[] {
  const texts = PAGES.flatMap((pattern) => globSync(pattern, { cwd: PACKAGE })).map((path) =>
    readFileSync(join(PACKAGE, path), 'utf8'),
  )
  return [...new Set(texts.flatMap((text) => text.match(/[^\s"'`<>{}]*[^\s"'`<>{}:]/g) ?? []))].sort()
}

async function loadStylesheet(id: string, base: string) {
  const path = id.startsWith('.') ? resolve(base, id) : packageStyle(id)
  const content = readFileSync(path, 'utf8')
  return { path, base: dirname(path), content: path.includes('basecoat-css') ? withoutUnused(content) : content }
}

/** Resolves `tailwindcss/theme.css`, or a package that declares its style sheet. */
function packageStyle(id: string): string {
  return createRequire(import.meta.url).resolve(id)
}
