import type { FieldData, FieldPlacement, FieldType } from '../../../../../fields/field-type.ts'
import { slugify } from '../../../../../fields/slug/slug.ts'
import type { ManifestCollection } from '../../../../../runtime/kit.ts'

/** Fields of a form by where they stand. */
export interface Arrangement {
  /** The title, as the headline of the page. */
  readonly headline: FieldData | null
  /** In one line below the headline. */
  readonly slug: FieldData | null
  /** The main column: one part without a label, or several as tabs. */
  readonly tabs: readonly FormTab[]
  /** The side column. */
  readonly side: readonly FieldData[]
}

export interface FormTab {
  /** The id of its section, which the address of the page may name. */
  readonly id: string
  /** As declared; `null` for fields that name no tab. */
  readonly label: string | null
  readonly fields: readonly FieldData[]
}

type Known = Pick<ManifestCollection, 'titleField' | 'slugField'>
type FieldTypes = Readonly<Record<string, Pick<FieldType, 'part'>>>

/**
 * Arranges the fields of a form:
 * 1. The title is the headline, and the slug stands below it.
 * 2. Where there is a page to write (formatted text or blocks), what is chosen rather than written stands at the side.
 * 3. The rest is the main column, in the order of the file. `admin: { side, tab }` of a field goes before all of this.
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

/** Fields that name no tab come first. */
function tabsOf(fields: readonly FieldData[]): FormTab[] {
  const labels = [...new Set(fields.map(labelOf))].sort((a, b) => Number(b === null) - Number(a === null))
  return labels.map((label, index) => ({
    id: `tab-${label === null ? 'content' : slugify(label) || index}`,
    label,
    fields: fields.filter((field) => labelOf(field) === label),
  }))
}

function labelOf(field: FieldData): string | null {
  return (placementOf(field)?.tab as string | undefined) ?? null // in the reader's language by now
}

function placementOf({ options }: FieldData): FieldPlacement | undefined {
  return options.admin as FieldPlacement | undefined // as the compiler has checked it
}
