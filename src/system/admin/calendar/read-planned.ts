import { t } from '../../../messages/translate.ts'
import { log, partsFor, type RequestContext, type ShownPart } from '../../../runtime/kit.ts'
import type { PlannedItem } from './calendar-object.ts'
import type { Range } from './civil-days.ts'

/** Reads plugins' calendar entries, from sections of the dashboard that the caller sees, earliest first. */
export async function readPlanned(c: RequestContext, range: Range): Promise<readonly PlannedItem[]> {
  const sections = await partsFor(c, 'dashboardSections')
  const planned = await Promise.all(sections.map((section) => plannedBy(c, section, range)))
  return planned.flat().sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** Reads a section's entries. An error is logged and does not affect the other sections. */
async function plannedBy(
  c: RequestContext,
  { plugin, name, label, planned }: ShownPart<'dashboardSections'>,
  range: Range,
): Promise<readonly PlannedItem[]> {
  try {
    const entries = (await planned?.(c, range)) ?? []
    return entries.map(({ title, path, at }) => ({ label: t(label), title, path, at: new Date(at).toISOString() }))
  } catch (error) {
    const description = error instanceof Error ? error.stack : String(error)
    log(c, 'error', { type: 'section', plugin, section: name, error: description })
    return []
  }
}
