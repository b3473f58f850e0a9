import { fencesOf } from './http-examples.ts'

/** Files of a project with a mistake in it, as an example shows them. */
export interface DiagnosticExample {
  /** Code under which it stands. */
  readonly code: string
  /** Whole files as they were at the last build; empty where there was none. */
  readonly before: Files
  /** Whole files. */
  readonly files: Files
}

type Files = Readonly<Record<string, string>>

/** Reads the examples of `docs/diagnostics.md`: the blocks marked `ts mistake`. */
export function diagnosticExamplesOf(markdown: string): DiagnosticExample[] {
  return sectionsOf(markdown).flatMap(({ code, text }) =>
    fencesOf(text)
      .filter(({ mark }) => mark === 'mistake')
      .map(({ text: example }) => readExample(code, example)),
  )
}

/** Codes that the page has a section for, in its order. */
export function codesOf(markdown: string): string[] {
  return sectionsOf(markdown).map(({ code }) => code)
}

/** Sections whose heading is a code: those of the third level. */
function sectionsOf(markdown: string) {
  return markdown
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n')
      return { code: part.slice(0, end), text: part.slice(end + 1).split(/^## /m)[0] ?? '' }
    })
}

function readExample(code: string, example: string): DiagnosticExample {
  const parts = example
    .split(/^\/\/ (?=[\w./-]+\.ts(?:, before)?$)/m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n')
      const [, path = '', before] = /^([^,]+)(, before)?$/.exec(part.slice(0, end)) ?? []
      return { path, isBefore: before !== undefined, text: part.slice(end + 1) }
    })
  if (parts.length === 0) throw new Error(`the example of ${code} names no file`)
  const before = parts.filter(({ isBefore }) => isBefore)
  const after = parts.filter(({ isBefore }) => !isBefore)
  return { code, before: before.length === 0 ? {} : projectOf(before), files: projectOf(after) }
}

interface Part {
  readonly path: string
  readonly text: string
}

/** Completes the parts to a project: loose members get the definition around them, and the config imports all files. */
function projectOf(parts: readonly Part[]): Files {
  const paths = [...new Set(['collections/posts.ts', ...parts.map(({ path }) => path)])]
  const config = parts.find(({ path }) => path === 'cms.config.ts')?.text ?? ''
  return Object.fromEntries([
    ...parts
      .filter(({ path }) => path !== 'cms.config.ts')
      .map(({ path, text }) => [path, moduleOf(text, path)] as const),
    ['cms.config.ts', isWhole(config) ? config : configOf(config, paths)],
  ])
}

function isWhole(text: string): boolean {
  return /^export |^const /m.test(text)
}

function moduleOf(text: string, path: string): string {
  if (isWhole(text)) return text
  const [, folder, name = ''] = /^(collections|plugins)\/([\w-]+)/.exec(path) ?? []
  const defaults =
    folder === 'plugins'
      ? { name: `'${name}'`, version: "'1.0.0'" }
      : { name: `'${name}'`, fields: '{ title: field.string() }' }
  const define = folder === 'plugins' ? 'definePlugin' : 'defineCollection'
  return withImports(`export default ${define}({\n${withDefaults(text, defaults)}})\n`)
}

function configOf(text: string, paths: readonly string[]): string {
  const namesIn = (folder: string) =>
    paths.flatMap((path) => new RegExp(`^${folder}/([\\w-]+)(?:/plugin)?\\.ts$`).exec(path)?.[1] ?? [])
  const [collections, plugins] = [namesIn('collections'), namesIn('plugins')]
  const imports = [
    ...collections.map((name) => `import ${name} from './collections/${name}.ts'\n`),
    ...plugins.map((name) => `import ${name} from './plugins/${name}/plugin.ts'\n`),
  ].join('')
  const members = withDefaults(text, {
    name: "'site'",
    collections: '[posts]',
    ...(plugins.length > 0 && { plugins: `[${plugins.map((name) => `${name}()`).join(', ')}]` }),
    environments: '{ development: {} }',
  })
  return imports + withImports(`export default defineConfig({\n${members}})\n`)
}

/** Members of an object, after those of the defaults that they do not give themselves. */
function withDefaults(members: string, defaults: Readonly<Record<string, string>>): string {
  const missing = Object.entries(defaults).filter(([name]) => !new RegExp(`^${name}:`, 'm').test(members))
  return missing.map(([name, value]) => `${name}: ${value},\n`).join('') + members
}

/** Modules of the names that examples use without importing them. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  lintel: ['defineCollection', 'defineConfig', 'definePlugin', 'defineRoute', 'field', 'secret', 'sql'],
  'drizzle-orm/sqlite-core': ['integer', 'sqliteTable', 'text'],
  zod: ['z'],
}

function withImports(text: string): string {
  const imports = Object.entries(MODULES).flatMap(([module, names]) => {
    const used = names.filter((name) => new RegExp(`(?<![.\\w])${name}[.(\`]`).test(text))
    return used.length === 0 ? [] : [`import { ${used.join(', ')} } from '${module}'\n`]
  })
  return imports.join('') + text
}
