import { type CollectionPlan, type ManifestField, visibleInLine } from 'lintel/importing'
import { stringify } from 'yaml'
import type { SourceFormat, SourceOptions } from '../../sources/source.ts'
import { type FieldMapping, type KindMapping, MAPPING_VERSION } from '../mapping.ts'
import type { Survey, SurveyedKind, SurveyedValue } from './survey.ts'

/** Kind of record, and the collection that it is imported into. */
export interface PlannedKind {
  readonly kind: SurveyedKind
  /** Collection and mapping of the kind; `null` if no collection fits. */
  readonly target: { readonly plan: CollectionPlan; readonly mapping: KindMapping } | null
}

export interface MappingText {
  readonly path: string
  readonly format: SourceFormat
  readonly options: SourceOptions
  /** Default time of creation: ISO 8601. */
  readonly time: string
  readonly survey: Survey
  readonly kinds: readonly PlannedKind[]
}

/** Returns the text of a mapping file, with observations as comments. */
export function printMapping({ path, format, options, time, survey, kinds }: MappingText): string {
  return [
    `# How \`cms import ${path}\` turns the export into documents.`,
    '# Made by `cms import --plan`; change it as you like. Settings: docs/moving-in.md.',
    `version: ${MAPPING_VERSION}`,
    'source:',
    `  format: ${format}`,
    ...(Object.keys(options).length > 0 ? ['  options:', ...indented(stringify(options), 4)] : []),
    '# Creation time of records without one. Ids contain it: do not change it.',
    `time: ${time}`,
    'files:',
    ...filesLines(survey),
    'kinds:',
    ...kinds.flatMap(kindLines),
    '',
  ].join('\n')
}

function filesLines({ filesOnDisk, filesElsewhere }: Survey): string[] {
  const elsewhere = [...filesElsewhere].sort((a, b) => b[1] - a[1])
  return [
    ...(filesOnDisk > 0 ? [`  # ${filesOnDisk} with their bytes in the export`] : []),
    '  # A folder in which to look for files, such as wp-content/uploads, relative to this file.',
    '  folder: null',
    '  # Origins from which files may be fetched; remove the # to allow one.',
    ...(elsewhere.some(([origin]) => origin !== null)
      ? [
          '  fetch:',
          ...elsewhere.flatMap(([origin, count]) => (origin === null ? [] : [`  # - ${origin} # ${count} files`])),
        ]
      : ['  fetch: []']),
    '  # Folder of the library.',
    '  into: imported',
  ]
}

function kindLines({ kind, target }: PlannedKind): string[] {
  const heading = `  ${key(kind.name)}:`
  if (target === null) {
    return [
      `  # ${counted(kind.records)}; no collection matches.`,
      `${heading} skip`,
      ...kind.values.filter(({ filled }) => filled > 0).map((value) => `    # ${describe(value)}`),
    ]
  }
  const { plan, mapping } = target
  const { fields, ...rest } = mapping
  const used = new Set([
    ...Object.values(fields).map(({ from }) => from),
    ...[rest.created, rest.updated, rest.published, rest.status?.from].flat(),
  ])
  const isUsed = ({ name }: SurveyedValue) => used.has(name) || [...used].some((from) => name.startsWith(`${from}.`))
  const unused = kind.values.filter((value) => !isUsed(value))
  const missing = plan.fields.filter(({ field }) => fields[field.name] === undefined)
  return [
    `  # ${counted(kind.records)}`,
    heading,
    ...indented(stringify(rest), 4),
    '    fields:',
    ...Object.entries(fields).map(([name, field]) => fieldLine(name, field, kind)),
    ...missing.map(
      ({ field }) => `      # ${field.name}: ${missingHint(field)}${field.required ? '; it is REQUIRED' : ''}`,
    ),
    ...(unused.length > 0 ? ['    # Left out:', ...unused.map((value) => `    #   ${describe(value)}`)] : []),
  ]
}

/**
 * Returns the comment for a field that no value fits. For a reference, it suggests names as keys, because values in
 * tables are often names.
 */
function missingHint({ target }: ManifestField): string {
  return target === null ? 'nothing fits' : '{ from: …, refers: <kind>, by: name }, if a value is a name'
}

function fieldLine(name: string, field: FieldMapping, { values }: SurveyedKind): string {
  const { from, ...others } = field
  const value = values.find((value) => value.name === from)
  const text = Object.keys(others).length === 0 ? stringify(from).trim() : flow(field)
  const comment = value && value.filled > 0 ? ` # ${inLine(`${look(value)}: ${value.sample}`)}` : ''
  return `      ${key(name)}: ${text}${comment}`
}

function flow(field: FieldMapping): string {
  return stringify(field, { collectionStyle: 'flow', lineWidth: 0 }).trim()
}

function describe(value: SurveyedValue): string {
  if (value.filled === 0) return inLine(`${value.name}: always empty`)
  return inLine(`${value.name} (${look(value)}, ${value.filled}): ${value.sample}`)
}

/**
 * Escapes line breaks and invisible characters in text from the export, so that it cannot end the comment that contains
 * it.
 */
function inLine(text: string): string {
  return visibleInLine(text)
}

/** Describes a value in a few words. */
export function look({ meaning, look }: Pick<SurveyedValue, 'meaning' | 'look'>): string {
  if (meaning?.is === 'reference') return `${meaning.many ? 'references' : 'reference'} to ${meaning.kind}`
  if (meaning?.is === 'file') return meaning.many ? 'files' : 'file'
  if (meaning !== undefined && meaning.is !== 'text') return meaning.is
  return look === 'word' || look === 'line' ? 'text' : look
}

function counted(records: number): string {
  return `${records} ${records === 1 ? 'record' : 'records'}`
}

function key(name: string): string {
  return stringify({ [name]: null }, { lineWidth: 0 }).replace(/: null\n$/, '')
}

function indented(text: string, width: number): string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => ' '.repeat(width) + line)
}
