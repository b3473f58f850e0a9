import { counted } from '../../ground/counted.ts'
import type { OperationKind } from '../schema/steps/operation.ts'
import type { DatabaseChange } from './change.ts'
import { listed, listedInPart } from './fold-access.ts'

/** Summarizes steps: `migrations/0002_x.sql drops 1 collection, renames 1 field, adds 2 fields`. */
export function describeDatabase(steps: readonly DatabaseChange[]): string {
  const files = [...new Set(steps.map(({ migration }) => migration))]
  // Indexes and rewritten tables are left out if there is anything else, so that they do not hide what causes them.
  const isNoise = steps.some(({ kind }) => COUNTED.has(kind) && !BESIDES.has(kind))
  const phrases = ACTS.flatMap(([verb, kinds]) => {
    const objects = Object.entries(kinds).flatMap(([kind, noun]) => {
      const count = isNoise && BESIDES.has(kind) ? 0 : steps.filter((step) => step.kind === kind).length
      return count === 0 ? [] : [count === 1 ? `1 ${noun}` : `${count} ${PLURALS[noun]}`]
    })
    return objects.length === 0 ? [] : [`${verb} ${listed(objects)}`]
  })
  const byHand = new Set(steps.flatMap(({ operation, sql }) => (operation === null ? sql : []))).size
  const statements = byHand === 0 ? [] : [`runs ${counted(byHand, 'handwritten statement')}`]
  const all = [...phrases, ...statements]
  return `${listedInPart(files.map((file) => `\`${file}\``))}${files.length > 1 ? ', together:' : ''} ${all.length === 0 ? 'changes no rows' : all.join(', ')}`
}

type Noun = 'collection' | 'field' | 'table' | 'column' | 'index' | 'handwritten step'

const PLURALS: Readonly<Record<Noun, string>> = {
  collection: 'collections',
  field: 'fields',
  table: 'tables',
  column: 'columns',
  index: 'indexes',
  'handwritten step': 'handwritten steps',
}

type Act = readonly [verb: string, nouns: Partial<Readonly<Record<OperationKind, Noun>>>]

const ACTS: readonly Act[] = [
  [
    'drops',
    {
      'drop-collection': 'collection',
      'drop-field': 'field',
      'drop-table': 'table',
      'drop-column': 'column',
      'drop-index': 'index',
    },
  ],
  ['renames', { 'rename-collection': 'collection', 'rename-field': 'field' }],
  ['removes drafts, trash or versions of', { 'limit-collection': 'collection' }],
  ['changes', { 'change-field': 'field' }],
  ['rewrites values of', { 'change-choices': 'field', 'rewrite-values': 'table' }],
  [
    'adds',
    {
      'create-collection': 'collection',
      'add-field': 'field',
      'create-table': 'table',
      'add-column': 'column',
      'create-index': 'index',
    },
  ],
  ['runs', { 'by-hand': 'handwritten step' }],
  ['rebuilds', { 'rebuild-table': 'table' }],
]

const COUNTED: ReadonlySet<string> = new Set(ACTS.flatMap(([, nouns]) => Object.keys(nouns)))
const BESIDES: ReadonlySet<string> = new Set<OperationKind>(['create-index', 'drop-index', 'rewrite-values'])
