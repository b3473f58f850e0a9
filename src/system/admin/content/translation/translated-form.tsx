/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { FieldData, Json } from '../../../../fields/field-type.ts'
import { directionOf } from '../../../../fields/widgets/direction.ts'
import { type FormState, labelOf } from '../../../../fields/widgets/widget.ts'
import { Icon, t } from '../../../../ui/index.ts'
import { languageName } from '../../languages/language-name.ts'
import type { Values } from '../document-values.ts'
import { OriginalValue } from './original-value.tsx'
import { TranslationWidget } from './translation-widget.tsx'

/** The original of a document that is being translated. */
export interface Original {
  readonly values: Values
  /** Default locale, in which the original is written. */
  readonly locale: string
  /** Names to show in place of ids. */
  readonly labels: ReadonlyMap<string, string>
  /** Fields that are the same in every language. */
  readonly shared: readonly FieldData[]
}

interface TranslatedFormProps {
  readonly fields: readonly FieldData[]
  readonly values: Values
  readonly form: FormState
  readonly original: Original
  readonly locale: string
  /** Address of the form with a value copied from the original. */
  readonly copyPath: string
}

function isEmpty(value: Json | undefined): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

/** Inputs of the localized fields, each beside its original. */
export function TranslatedForm({ fields, values, form, original, locale, copyPath }: TranslatedFormProps) {
  const { shared } = original
  const inside = { ...form, locale, hasFixedItems: true, widget: TranslationWidget }
  return (
    <>
      {/* Enter presses the first button of the form. */}
      <button type="submit" class="sr-only" name="~action" value="save" tabindex={-1}>
        {t('Save')}
      </button>
      {fields.map((field) => (
        <div class="translation-pair">
          <section
            class="translation-original"
            lang={original.locale}
            dir={directionOf(original.locale)}
            aria-label={t('{field} in {language}', { field: labelOf(field), language: languageName(original.locale) })}
          >
            <p class="text-xs font-medium text-muted-foreground" aria-hidden="true">
              {labelOf(field)} ({languageName(original.locale)})
            </p>
            <OriginalValue field={field} value={original.values[field.name]} labels={original.labels} />
          </section>
          <div class="grid min-w-0 content-start gap-2">
            <TranslationWidget field={field} path={field.name} value={values[field.name]} form={inside} depth={0} />
            {!isEmpty(original.values[field.name]) && (
              <button
                type="submit"
                class="btn w-fit"
                data-variant="ghost"
                data-size="sm"
                formaction={copyPath}
                name="~copy"
                value={field.name}
              >
                <Icon name="copy" />
                {t('Copy from the original')}
                <span class="sr-only"> ({labelOf(field)})</span>
              </button>
            )}
          </div>
        </div>
      ))}
      {shared.length > 0 && (
        <details class="translation-shared">
          <summary class="min-h-6 w-fit cursor-pointer text-sm text-muted-foreground">
            {t('The same in every language')}
          </summary>
          <dl class="mt-3 grid gap-3 text-sm">
            {shared.map((field) => (
              <div>
                <dt class="text-muted-foreground">{labelOf(field)}</dt>
                <dd>
                  <OriginalValue field={field} value={original.values[field.name]} labels={original.labels} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  )
}
