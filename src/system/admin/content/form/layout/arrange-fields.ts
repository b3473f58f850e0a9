import type { FieldData, FieldPlacement, FieldType } from '../../../../../fields/field-type.ts'
import { slugify } from '../../../../../fields/slug/slug.ts'
import type { ManifestCollection } from '../../../../../runtime/kit.ts'

/** Fields of a form by their position. */
export interface Arrangement {
  /** Title, shown as the headline of the page. */
  readonly headline: FieldData | null
  /** Slug, shown on one line below the headline. */
  readonly slug: FieldData | null
  /** Main column: one part without a label, or several as tabs. */
  readonly tabs: readonly FormTab[]
  /** Side column. */
  readonly side: readonly FieldData[]
}

export interface FormTab {
  /** Id of the tab's section, which the address of the page may contain. */
  readonly id: string
  /** Label as declared; `null` for fields without a tab. */
  readonly label: string | null
  readonly fields: readonly FieldData[]
}

type Known = Pick<ManifestCollection, 'titleField' | 'slugField'>
type FieldTypes = Readonly<Record<string, Pick<FieldType, 'part'>>>

/**
 * Arranges the fields of a form:
 * 1. The title is the headline, with the slug below it.
 * 2. If the form has rich text or blocks, fields whose value is chosen instead of written are in the side column.
 * 3. All others are in the main column, in the order of the file. `admin: { side, tab }` of a field overrides these
 *    rules.
 */
export function arrangeFields(
  { titleField, slugField }: Known,
  fields: readonly FieldData[],
  types: FieldTypes,
): Arrangement {
  const hasPage = fields.some(({ kind }) => types[kind]?.part === 'page')
  const headline = fields.find((field) => field.name === titleField && placementOf(field) === undefined) ?? null
  const slug = fields.find((field) => field.name === slugField && placementOf(field) === undefined) ?? null
  const isAtSide = (field: FieldData): boolean => {
    const placement = placementOf(field)
    if (placement?.tab !== undefined) return false
    return placement?.side ?? (hasPage && types[field.kind]?.part === 'side')
  }
  const others = fields.filter((field) => field !== headline && field !== slug)
  return {
    headline,
    slug,
    side: others.filter(isAtSide),
    tabs: tabsOf(others.filter((field) => !isAtSide(field))),
  }
}

/** Returns the tabs of a form. Fields without a tab come first. */
function tabsOf(fields: readonly FieldData[]): FormTab[] {
  const labels = [...new Set(fields.map(labelOf))].sort((a, b) => Number(b === null) - Number(a === null))
  return labels.map((label, index) => ({
    id: `tab-${label === null ? 'content' : slugify(label) || index}`,
    label,
    fields: fields.filter((field) => labelOf(field) === label),
  }))
}

function labelOf(field: FieldData): string | null {
  return (placementOf(field)?.tab as string | undefined) ?? null // already in the user's language
}

function placementOf({ options }: FieldData): FieldPlacement | undefined {
  return options.admin as FieldPlacement | undefined // as the compiler has checked it
}
