import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { ts } from 'ts-morph'
import { expect, it } from 'vitest'
import type { PluginSpec } from '../../src/config/plugin.ts'

const plugins = await Promise.all(
  globSync('plugins/*/plugin.ts').map(async (path): Promise<PluginSpec> => {
    const { default: factory } = await import(resolve(path))
    return factory.plugin
  }),
)

/** Names of plugins that are words of the field as well: a part of a request's time, a column of accounts. */
const WORDS = ['cache', 'email']
const pluginNames = plugins.map(({ name }) => name)
const distinct = pluginNames.filter((name) => !WORDS.includes(name))
/** Tables of plugins whose name is no common word. */
const tables = plugins
  .flatMap((plugin) => Object.values<SQLiteTable>(plugin.data?.tables ?? {}).map((table) => getTableName(table)))
  .filter((name) => name.includes('_'))
const named = new RegExp(
  `(?<![\\w-])(?:${[...tables, ...distinct.filter((name) => name.includes('-'))].join('|')})(?![\\w-])`,
)
/** Names that nothing is compared with: plugins, the tables to which references lead, collections of the newsroom. */
const compared = new Set([
  ...pluginNames,
  ...plugins.flatMap(({ data }) => Object.keys(data?.targets ?? {})),
  ...globSync('collections/*.ts').map((path) => path.replace(/^.*\/|\.ts$/g, '')),
])

/** Places that may name a plugin or its table, and why. */
const ALLOWED: { readonly [path: string]: readonly string[] } = {
  // `cms user` and `cms token` work while no program answers: they write to the tables of core-auth.
  'src/cli/accounts/tokens.ts': ['api_tokens'],
  'src/cli/accounts/users.ts': ['api_tokens', 'authenticator_apps', 'magic_links', 'one_time_tokens', 'recovery_codes'],
  'src/cli/commands/token.ts': ['api_tokens', 'core-auth'],
  // A type of attribute in Strapi.
  'src/import/sources/strapi/read-entity.ts': ['media'],
  // A command of a plugin says whose it is.
  'src/cli/commands/seed.ts': ['seed-data-plugin'],
  // Of the one plugin that needs a package since then.
  'src/cli/upgrade/upgrades.ts': ['media-avif'],
  // Its rows hold the backup that is being made: a backup leaves them out.
  'src/ground/internal-tables.ts': ['database_backup_chunks'],
}

it.each(['manifest', 'ground', 'compile', 'runtime', 'cli'])(
  'src/%s knows no plugin and no collection by name',
  (folder) => {
    const found = globSync(`src/${folder}/**/*.{ts,tsx}`)
      .toSorted()
      .flatMap((path) =>
        namesIn(path)
          .filter((name) => !ALLOWED[path]?.includes(name))
          .map((name) => `${path}: ${name}`),
      )
    expect(found).toEqual([])
  },
)

/** Names in code: whole texts, tables and names with a hyphen within texts, texts that something is compared with, and `settings.<plugin>`. */
function namesIn(path: string): readonly string[] {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const inside = named.exec(node.text)?.[0]
      if (distinct.includes(node.text)) found.add(node.text)
      if (inside !== undefined) found.add(inside)
      if (compared.has(node.text) && isCompared(node.parent)) found.add(node.text)
    }
    const member = memberOf(node)
    if (member !== null && pluginNames.includes(member)) found.add(member)
    ts.forEachChild(node, visit)
  }
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, kind))
  return [...found]
}

const EQUALITIES: readonly ts.SyntaxKind[] = [
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]

function isCompared(parent: ts.Node): boolean {
  return ts.isBinaryExpression(parent) && EQUALITIES.includes(parent.operatorToken.kind)
}

/** The member of settings that is asked for by name. */
function memberOf(node: ts.Node): string | null {
  const isSettings = (of: ts.Expression) => /(?:^|\.)\s*settings(?:Sources)?$/.test(of.getText())
  if (ts.isPropertyAccessExpression(node) && isSettings(node.expression)) return node.name.text
  if (!ts.isElementAccessExpression(node) || !isSettings(node.expression)) return null
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : null
}
