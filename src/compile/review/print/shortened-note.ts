import { listed } from '../fold-access.ts'
import type { Item } from '../item.ts'
import { type Report, SECTIONS } from '../report.ts'
import type { Limits } from './limits.ts'
import { alert, inCode, shorten } from './markdown.ts'

type Shown = Readonly<Record<(typeof SECTIONS)[number]['items'], readonly Item[]>>

/** Says at the top of a shortened comment what it leaves out, and how to see all of it. */
export function shortenedNote(report: Report, shown: Shown, limits: Limits): string[] {
  const missing = SECTIONS.filter(({ items }) => shown[items].length < report[items].length)
  const all = `${inCode(`npx cms diff --base ${shorten(report.compared.base.ref, LONGEST_REF)}`)} prints all.`
  const numbers = (sections: readonly (typeof SECTIONS)[number][]) =>
    listed(
      sections.map(
        ({ items, title }) =>
          `${report[items].length - shown[items].length} of ${report[items].length} changes under ${title}`,
      ),
    )
  const grave = missing.filter(({ items }) => items === 'opens' || items === 'lost')
  if (grave.length > 0)
    return [alert('CAUTION', `**The review is too long for a comment: ${numbers(grave)} are missing.** ${all}`)]
  const left = [
    ...(missing.length > 0 ? [numbers(missing)] : []),
    ...(limits.withSql ? [] : ['the SQL, which is in the files under `migrations/`']),
    ...(limits.reason === Number.POSITIVE_INFINITY
      ? []
      : [limits.reason === 0 ? 'reasons' : 'the ends of long reasons']),
    ...(limits.withLines ? [] : ['the consequences of each change']),
  ]
  if (left.length === 0) return []
  return [alert('NOTE', `The review is too long for a comment. Left out: ${listed(left)}. ${all}`)]
}

const LONGEST_REF = 200
