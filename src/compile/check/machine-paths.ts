import { pathToFileURL } from 'node:url'
import type { PluginUse } from '../../config/plugin.ts'
import { isField } from '../../fields/field-type.ts'
import { originOf } from '../../ground/origin.ts'
import { atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { isPlainObject } from '../plain-object.ts'
import type { CheckContext } from './context.ts'

/** Checks for strings that contain the path of the project on this machine, mainly from `import.meta`. */
export function checkMachinePaths(
  { config, collections, plugins, systemNames }: CheckContext,
  root: string,
): Finding[] {
  const declared = plugins.filter(({ plugin }) => !systemNames.has(plugin.name))
  const { collections: _collections, plugins: _plugins, ...options } = config
  const search = new Search(root)
  search.visit(options, config, [])
  for (const collection of collections) search.visit(collection, collection, [])
  for (const use of declared) visitPlugin(search, use)
  return search.findings
}

function visitPlugin(search: Search, use: PluginUse): void {
  search.visit(use.settings, use, [])
  search.visit(use.plugin, use.plugin, [])
}

type Path = readonly (string | number)[]

class Search {
  readonly findings: Finding[] = []
  readonly #places: RegExp
  readonly #seen = new Set<object>()

  constructor(root: string) {
    const places = [root, pathToFileURL(root).href].map((place) => place.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    // Matches whole paths, neither the end of a longer path nor the beginning of another name.
    this.#places = new RegExp(
      `(?<![\\p{L}\\p{N}._~/\\\\-])(?:${places.join('|')})(?![\\p{L}\\p{N}_~-]|\\.[\\p{L}\\p{N}])`,
      'u',
    )
  }

  visit(value: unknown, declaration: object, path: Path): void {
    if (typeof value === 'string') {
      if (this.#places.test(value)) this.findings.push(mistake(declaration, path))
      return
    }
    if (typeof value !== 'object' || value === null || this.#seen.has(value)) return
    if (!Array.isArray(value) && !isPlainObject(value)) return
    this.#seen.add(value)
    const isOwn = value !== declaration && originOf(value) !== undefined
    const [owner, from] = isOwn ? [value, []] : [declaration, path]
    const members = isField(value) ? (value.options as object) : value
    for (const [name, member] of Object.entries(members)) {
      this.visit(member, owner, [...from, Array.isArray(value) ? Number(name) : name])
    }
  }
}

function mistake(declaration: object, path: Path): Finding {
  return {
    code: 'impure-config',
    message: 'This text contains the path of the project on this machine, so builds on other machines would differ.',
    hint: 'Write the path relative to the folder of the project.',
    at: atValue(declaration, ...path),
  }
}
