/** Values of a text's placeholders. */
export type Values = Readonly<Record<string, string | number>>

/**
 * A text of a page, with `{name}` filled in: `t('Used by {count} documents', { count })`. The English text is the key of
 * its translations, so it stands there literally.
 */
export function t(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** As `t`, in the form that goes with a number, which is `{count}`: `tn(count, '{count} document', '{count} documents')`. */
export function tn(count: number, one: string, other: string, values: Values = {}): string {
  return t(count === 1 ? one : other, { count, ...values })
}

/** Translations, by the English text. */
export type Messages = Readonly<Record<string, string>>
