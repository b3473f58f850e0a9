import type { FieldData, Json } from '../../../config/fields/field-type.ts'
import type { Content } from '../../../config/pages.ts'

/** What a form shows besides its values. */
export interface FormState {
  /** What is wrong, by the dotted path that the API names. */
  readonly errors: ReadonlyMap<string, string>
  /** What was typed where it cannot be read as a value, by path. */
  readonly typed: ReadonlyMap<string, string>
  /** What people read instead of an id, by id. */
  readonly labels: ReadonlyMap<string, string>
  /** Where the script of the rich text editor lies. */
  readonly richTextScript: string
  /** Stands before the ids of this form's elements: a page may hold two forms. */
  readonly idPrefix: string
  /** Whether the reader may make a new document of a collection, by its name. */
  readonly mayCreate: (collection: string) => boolean
  /** What people call a collection, by its name. */
  readonly labelOfTarget: (target: string) => string
  /** Whether there is a media library to choose from. */
  readonly hasMedia: boolean
  /** The widget of a field inside another. */
  readonly widget: (props: WidgetProps) => Content
}

export interface WidgetProps {
  readonly field: FieldData
  /** Dotted: the name of its inputs. */
  readonly path: string
  readonly value: Json | undefined
  readonly form: FormState
  /** How many lists it stands in. */
  readonly depth: number
}

/** The id of an element that belongs to a path. */
export function idOf({ path, form }: Pick<WidgetProps, 'path' | 'form'>): string {
  return `${form.idPrefix}field-${path.replaceAll('.', '-')}`
}

/** What people read over the field: as declared, or its name in words. */
export function labelOf({ name, options }: FieldData): string {
  if (typeof options.label === 'string') return options.label
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

/** The attributes that every input of a widget has. */
export function controlProps(props: WidgetProps) {
  const { field, path, form } = props
  const error = form.errors.get(path)
  return {
    id: idOf(props),
    name: path,
    'aria-invalid': error === undefined ? undefined : ('true' as const),
    'aria-describedby': error !== undefined || field.options.help ? `${idOf(props)}-note` : undefined,
    'aria-required': field.options.required ? ('true' as const) : undefined,
  }
}

/** What an input shows: what was typed, else the value as text. */
export function textOf({ path, value, form }: WidgetProps): string {
  const typed = form.typed.get(path)
  if (typed !== undefined) return typed
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}
