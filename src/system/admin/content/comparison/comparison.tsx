/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Json } from '../../../../fields/field-type.ts'
import { directionOf } from '../../../../fields/widgets/direction.ts'
import { t } from '../../../../ui/index.ts'
import type { Values } from '../document-values.ts'
import { differingWords } from './differing-words.ts'

interface ComparisonProps {
  readonly fields: readonly { readonly name: string; readonly label: string; readonly lang?: string }[]
  readonly before: Values
  readonly after: Values
  readonly beforeTitle: string
  readonly afterTitle: string
}

/** Two states of a document side by side, with the fields that differ and their differing words. */
export function Comparison({ fields, before, after, beforeTitle, afterTitle }: ComparisonProps) {
  const changed = fields.filter(({ name }) => inWords(before[name]) !== inWords(after[name]))
  if (changed.length === 0) return <p class="text-sm text-muted-foreground">{t('No field differs.')}</p>
  return (
    <section
      class="moves-sideways relative rounded-lg border focus-visible:outline-2 focus-visible:outline-ring"
      aria-label={`${beforeTitle}, ${afterTitle}`}
      tabindex={0}
    >
      <table class="table table-fixed">
        <thead>
          <tr>
            <th class="w-32">{t('Field')}</th>
            <th>{beforeTitle}</th>
            <th>{afterTitle}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map(({ name, label, lang }) => {
            const written = lang === undefined ? {} : { lang, dir: directionOf(lang) }
            const words = differingWords(inWords(before[name]), inWords(after[name]))
            return (
              <tr class="align-top">
                <th scope="row" class="whitespace-normal text-left font-medium">
                  {label}
                </th>
                <td class="whitespace-pre-wrap wrap-anywhere" {...written}>
                  {words
                    .filter(({ kind }) => kind !== 'added')
                    .map(({ kind, text }) => (kind === 'removed' ? <del class="bg-destructive/15">{text}</del> : text))}
                </td>
                <td class="whitespace-pre-wrap wrap-anywhere" {...written}>
                  {words
                    .filter(({ kind }) => kind !== 'removed')
                    .map(({ kind, text }) =>
                      kind === 'added' ? <ins class="bg-success/15 no-underline">{text}</ins> : text,
                    )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** Returns a value as readable text; for rich text, its paragraphs. */
export function inWords(value: Json | undefined): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  if (typeof value !== 'object') return String(value)
  if (!Array.isArray(value) && (value as Values).type === 'doc') return paragraphs(value as Values)
  return outline(value, '')
}

/** Returns the members of a value, each on a line of its own with its name or position, without empty named members. */
function outline(value: Json, indent: string): string {
  const lines = Object.entries(value as Values).flatMap(([name, member]) => {
    const words = typeof member === 'object' && !isText(member) ? '' : inWords(member)
    const label = Array.isArray(value) ? `${Number(name) + 1}.` : `${name}:`
    if (words !== '') return [`${indent}${label} ${words}`]
    const inner = isContainer(member) ? outline(member, `${indent}  `) : ''
    return inner === '' && !Array.isArray(value) ? [] : [`${indent}${label}`, ...(inner === '' ? [] : [inner])]
  })
  return lines.join('\n')
}

function isText(value: Json): boolean {
  return typeof value === 'object' && value !== null && (value as Values).type === 'doc'
}

function isContainer(value: Json | undefined): value is Json {
  return typeof value === 'object' && value !== null && !isText(value)
}

function paragraphs(node: Values): string {
  const content = (node.content ?? []) as readonly Values[]
  return content.map(textOf).join('\n')
}

function textOf(node: Values): string {
  if (typeof node.text === 'string') return node.text
  return ((node.content ?? []) as readonly Values[]).map(textOf).join('')
}
