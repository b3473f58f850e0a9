/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { otherLocales } from '../../../../manifest/localized.ts'
import type { ManifestCollection, Translations } from '../../../../runtime/kit.ts'
import { t } from '../../../../ui/index.ts'
import { languageName } from '../../languages/language-name.ts'
import { editPath } from '../paths.ts'
import { STATE_WORDS } from './state-words.ts'

interface LanguagesProps {
  readonly collection: ManifestCollection
  readonly id: string
  /** Locale that is shown; `null` for the default. */
  readonly current: string | null
  readonly states: Translations
}

/** Links to the document's form in each language, with the state of each translation. */
export function Languages({ collection, id, current, states }: LanguagesProps) {
  const { locales } = collection
  if (locales === undefined) return null
  const isOutdated = current !== null && states[current] === 'outdated'
  return (
    <>
      <nav class="translation-languages" aria-label={t('Languages of the content')}>
        {[locales.default, ...otherLocales(locales)].map((locale) => {
          const variant = locale === locales.default ? null : locale
          const state = states[locale]
          return (
            <a
              class="btn"
              data-variant={variant === current ? 'secondary' : 'ghost'}
              data-size="sm"
              href={editPath(collection.name, id, undefined, locale)}
              aria-current={variant === current ? 'page' : undefined}
            >
              {languageName(locale)}
              <span class="translation-state" data-state={state}>
                {variant === null ? t('original') : t(STATE_WORDS[state ?? 'missing'])}
              </span>
            </a>
          )
        })}
      </nav>
      {isOutdated && (
        <p class="mt-3 text-sm text-muted-foreground">
          {t(
            'The original has changed since this translation was saved. Save the translation again once it is up to date.',
          )}
        </p>
      )}
    </>
  )
}
