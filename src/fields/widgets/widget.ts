import type { Content } from '../../ground/content.ts'
import type { FieldData, Json } from '../field-data.ts'
import { directionOf } from './direction.ts'
import type { Picture } from './picture/picture.ts'

/** State of a form apart from its values. */
export interface FormState {
  /** Name of the document's collection; `null` for other forms. */
  readonly collection: string | null
  /** Errors, keyed by the dotted path that the API returns. */
  readonly errors: ReadonlyMap<string, string>
  /** Texts that cannot be parsed as values, keyed by path. */
  readonly typed: ReadonlyMap<string, string>
  /** Names of referenced documents, by id. */
  readonly labels: ReadonlyMap<string, string>
  /** Files of the media library that the form shows as pictures, by id. */
  readonly pictures: ReadonlyMap<string, Picture>
  /** Address of the rich text editor's script. */
  readonly richTextScript: string
  /** Address of the script with which the editor parses Markdown. */
  readonly markdownScript: string
  /** Prefix of the ids of this form's elements, because a page may contain two forms. */
  readonly idPrefix: string
  /** Tells whether the user may create documents of a collection, by its name. */
  readonly mayCreate: (collection: string) => boolean
  /** Returns the label of a collection, by its name. */
  readonly labelOfTarget: (target: string) => string
  /** True if links in texts may point to documents. */
  readonly hasLinks: boolean
  /** True if there is a media library to choose from. */
  readonly hasMedia: boolean
  /** Language of the values, if it may differ from the page's. */
  readonly locale?: string | undefined
  /** Prevents adding, moving and removing items of lists, because only their content is translated. */
  readonly hasFixedItems?: boolean
  /** Renders the control of a nested field. */
  readonly widget: (props: WidgetProps) => Content
}

export interface WidgetProps {
  readonly field: FieldData
  /** Dotted path of the value, which is the name of its inputs. */
  readonly path: string
  readonly value: Json | undefined
  readonly form: FormState
  /** Number of lists around the field. */
  readonly depth: number
}

/** Returns the id of the element for a path. */
export function idOf({ path, form }: Pick<WidgetProps, 'path' | 'form'>): string {
  return fieldId(path, form.idPrefix)
}

/** Returns the id of the element for a path, in a form whose ids begin with `prefix`. */
export function fieldId(path: string, prefix = ''): string {
  return `${prefix}field-${path.replaceAll('.', '-')}`
}

/** Returns the label of a field: the declared one, or its name in words. */
export function labelOf({ name, options }: FieldData): string {
  if (typeof options.label === 'string') return options.label
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

/** Returns the attributes that every input of a control has. */
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

/** Returns attributes of an element whose text is in a language of the content. */
export function inLocale(locale: string | undefined) {
  return locale === undefined ? {} : { lang: locale, dir: directionOf(locale) }
}

/** Returns the text of an input: the submitted one, otherwise the value as text. */
export function textOf({ path, value, form }: WidgetProps): string {
  const typed = form.typed.get(path)
  if (typed !== undefined) return typed
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}
