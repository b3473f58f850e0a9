import { visibleIn } from '../../../ground/visible.ts'
import type { Item } from '../item.ts'
import { type Report, SECTIONS } from '../report.ts'

/**
 * Returns a report that is safe to print: names and words from elsewhere show characters that would be invisible or
 * change how others look, and the texts of items have no line breaks.
 */
export function visibleReport(report: Report): Report {
  const { circumstances, ...told } = report
  const { head, chain, ...known } = circumstances
  const sections = SECTIONS.map(({ items }) => [items, visibleIn(report[items]).map(onOneLine)])
  return { ...visibleIn(told), ...Object.fromEntries(sections), circumstances: { ...visibleIn(known), head, chain } }
}

function onOneLine({ message, lines, reasons, ...item }: Item): Item {
  const join = (text: string) => text.replace(/\s*\n\s*|\t/g, ' ')
  return { ...item, message: join(message), lines: lines.map(join), reasons: reasons.map(join) }
}
