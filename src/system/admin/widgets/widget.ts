import type { Content } from '../../../config/pages.ts'
import type { FieldData, Json } from '../../../fields/field-data.ts'
import { directionOf } from './direction.ts'
import type { Picture } from './picture/picture.ts'

/** State of a form besides its values. */
export interface FormState {
  /** The collection whose document it is; `null` for a form of something else. */
  readonly collection: string | null
  /** Errors, by the dotted path that the API names. */
  readonly errors: ReadonlyMap<string, string>
  /** Text that cannot be read as a value, by path. */
  readonly typed: ReadonlyMap<string, string>
  /** Names that people read instead of ids, by id. */
  readonly labels: ReadonlyMap<string, string>
  /** Files of the media library that the form shows as pictures, by id. */
  readonly pictures: ReadonlyMap<string, Picture>
  /** Address of the script of the rich text editor. */
  readonly richTextScript: string
  /** Address of the script that the editor reads Markdown with. */
  readonly markdownScript: string
  /** Stands before the ids of this form's elements: a page may hold two forms. */
  readonly idPrefix: string
  /** Tells whether the reader may make a new document of a collection, by its name. */
  readonly mayCreate: (collection: string) => boolean
  /** Label of a collection, by its name. */
  readonly labelOfTarget: (target: string) => string
  /** Tells whether there are documents that links in texts may lead to. */
  readonly hasLinks: boolean
  /** Tells whether there is a media library to choose from. */
  readonly hasMedia: boolean
  /** Language of the values, where it may be another than the page's. */
  readonly locale?: string | undefined
  /** Items of lists stay as they are: only what is in them is translated. */
  readonly hasFixedItems?: boolean
  /** The widget of a field inside another. */
  readonly widget: (props: WidgetProps) => Content
}

export interface WidgetProps {
  readonly field: FieldData
  /** Dotted: the name of its inputs. */
  readonly path: string
  readonly value: Json | undefined
  readonly form: FormState
  /** Number of lists around it. */
  readonly depth: number
}

/** The id of an element that belongs to a path. */
export function idOf({ path, form }: Pick<WidgetProps, 'path' | 'form'>): string {
  return fieldId(path, form.idPrefix)
}

/** The id of the element that belongs to a path of a form whose ids begin with `prefix`. */
export function fieldId(path: string, prefix = ''): string {
  return `${prefix}field-${path.replaceAll('.', '-')}`
}

/** Label of a field: as declared, or its name in words. */
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
    ...inLocale(form.locale),
    'aria-required': field.options.required ? ('true' as const) : undefined,
  }
}

/** Attributes of an element whose text is in a language of the content. */
export function inLocale(locale: string | undefined) {
  return locale === undefined ? {} : { lang: locale, dir: directionOf(locale) }
}

/** Text of an input: what was typed, else the value as text. */
export function textOf({ path, value, form }: WidgetProps): string {
  const typed = form.typed.get(path)
  if (typed !== undefined) return typed
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}
