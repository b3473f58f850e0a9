import { globSync, readFileSync } from 'node:fs'
import { ts } from 'ts-morph'
import { expect, it } from 'vitest'
import { fieldTypes } from '../../src/fields/index.ts'

/**
 * Places outside `src/fields/` that may compare a field's kind with a literal, or have a table by kind, and why: they
 * treat slugs, references, texts and choices as what they are. Whatever a new kind needs hangs on its declaration.
 */
const ALLOWED: { readonly [path: string]: readonly string[] } = {
  // What lies inside: the compiler looks at options before they are known to be right, so it cannot ask for parts.
  'src/compile/check/field-options.ts': ['blocks', 'group', 'list', 'richText'],
  'src/compile/check/field-sites.ts': ['richText'],
  'src/compile/schema/proof/sample-values.ts': ['blocks', 'group', 'list', 'select'],
  'plugins/core-media/library/mentions.ts': ['blocks', 'group', 'list', 'richText'],
  // Texts with nodes of their own, which take Markdown as well.
  'src/compile/lock/collection-facts.ts': ['richText'],
  'src/compile/emit/types.ts': ['date', 'richText'],
  // Days, which are texts that a moment is compared with by its day.
  'src/compile/emit/openapi/parameters.ts': ['date'],
  'src/runtime/collections/list/read-value.ts': ['date'],
  // Stored forms that become one another.
  'src/compile/schema/compare/convert.ts': ['date', 'json', 'richText'],
  'src/compile/schema/proof/compare-values.ts': ['date', 'json', 'richText'],
  // Choices, limits, join tables, slugs and titles, as what they are.
  'src/compile/check/field-values.ts': ['select'],
  'src/compile/check/names.ts': ['references'],
  'src/compile/check/slugs.ts': ['slug'],
  'src/compile/emit/tables.ts': ['select'],
  'src/compile/lower/collection.ts': ['string'],
  'src/compile/preflight/rule-queries.ts': ['number', 'select'],
  'src/manifest/describe-fields.ts': ['slug'],
  // Sample data that reads better than a type's own sample, which every other kind has.
  'plugins/seed-data-plugin/documents/make.ts': ['slug'],
  'plugins/seed-data-plugin/documents/share-out.ts': ['boolean', 'number', 'select'],
  'plugins/seed-data-plugin/documents/vary.ts': ['date', 'number'],
  'plugins/seed-data-plugin/values/value.ts': [
    'blocks',
    'boolean',
    'date',
    'group',
    'json',
    'list',
    'number',
    'references',
    'richText',
    'select',
    'slug',
    'string',
    'text',
  ],
  // Kinds of something else: of tokens, of inputs, of another system's attributes, of what is generated.
  'plugins/seed-data-plugin/generate.ts': ['media'],
  'src/import/sources/payload/read-document.ts': ['group'],
  'src/import/sources/strapi/read-entity.ts': ['blocks', 'boolean', 'datetime', 'json'],
  'src/ground/sql-tokens.ts': ['text'],
  'src/system/admin/schema-form/input.ts': ['group'],
}

const kinds = new Set(Object.keys(fieldTypes))

it('kinds of fields are named by their folder, and by few others', () => {
  const paths = globSync(['src/**/*.{ts,tsx}', 'plugins/**/*.{ts,tsx}']).filter(
    (path) => !path.startsWith('src/fields/'),
  )
  const found = paths.map((path) => [path, kindsIn(path)] as const).filter(([, names]) => names.length > 0)
  expect(Object.fromEntries(found)).toEqual(ALLOWED)
})

it('the search sees comparisons, cases and tables', () => {
  const text = `if (field.kind === 'date') {} switch (kind) { case 'slug': } const t = { richText: 1, references: 2, list: 3 }
    if (parts.kind === 'list') {} const other = { list: 1 }`
  expect(kindsOf('x.ts', text)).toEqual(['date', 'list', 'references', 'richText', 'slug'])
})

function kindsIn(path: string): readonly string[] {
  const text = readFileSync(path, 'utf8')
  return /\bkind\b|\b(?:richText|references|select|blocks):/.test(text) ? kindsOf(path, text) : []
}

/** Kinds that a file compares a kind with, or has a table of. */
function kindsOf(path: string, text: string): readonly string[] {
  const found = new Set<string>()
  const isKind = (node: ts.Node) =>
    /^(?:\w*[fF]ield\??\.|site\.field\.|before\.|after\.|item\.)?kind$/.test(node.getText())
  const note = (value: ts.Node, of: ts.Node) => {
    if (ts.isStringLiteral(value) && kinds.has(value.text) && isKind(of)) found.add(value.text)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText())) {
      note(node.left, node.right)
      note(node.right, node.left)
    }
    if (ts.isCaseClause(node)) note(node.expression, node.parent.parent.expression)
    if (ts.isObjectLiteralExpression(node)) {
      const names = node.properties.flatMap(({ name }) => (name && kinds.has(name.getText()) ? [name.getText()] : []))
      if (names.some((name) => DISTINCT.has(name)) && names.length > 2) for (const name of names) found.add(name)
    }
    ts.forEachChild(node, visit)
  }
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind))
  return [...found].toSorted()
}

/** Kinds whose names mean nothing else: a table with one of them is one by kind. */
const DISTINCT = new Set(['richText', 'references', 'select', 'blocks'])
