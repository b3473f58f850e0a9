/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Refused } from 'lintel'
import { Card, errorAt, Field, Refusal, Select, t, typedIn } from 'lintel/ui'

interface InvalidateProps {
  readonly namespaces: readonly string[]
  readonly refused: Refused | null
}

/** Form that drops the entries that match a pattern. */
export function InvalidateForm({ namespaces, refused }: InvalidateProps) {
  const wrong = errorAt(refused?.problem, 'pattern')
  return (
    <Card title={t('Invalidate')} description={t('Matching entries are rebuilt when they are next requested.')}>
      <form method="post" action="/admin/cache/invalidate" class="grid gap-4">
        <Refusal problem={refused?.problem} shown={['pattern']} />
        <Field id="cache-namespace" label={t('Namespace')}>
          <Select
            id="cache-namespace"
            name="namespace"
            none={t('Any')}
            options={namespaces}
            chosen={typedIn(refused, 'namespace')}
          />
        </Field>
        <Field
          id="cache-pattern"
          label={t('Pattern')}
          error={wrong}
          help={t('Such as posts:*, in which * stands for any characters.')}
        >
          <input
            id="cache-pattern"
            class="input font-mono"
            name="pattern"
            data-max={500}
            value={typedIn(refused, 'pattern')}
            autocapitalize="none"
            autocomplete="off"
            spellcheck={false}
            aria-describedby="cache-pattern-note"
          />
        </Field>
        <div>
          <button type="submit" class="btn">
            {t('Invalidate')}
          </button>
        </div>
      </form>
    </Card>
  )
}

/** Form that fills the cache in advance. */
export function WarmForm({ collections }: { collections: readonly string[] }) {
  return (
    <Card
      title={t('Warm up')}
      description={t('Caches the first page of each collection, as anonymous visitors see it.')}
    >
      <form method="post" action="/admin/cache/warm" class="grid gap-4">
        <fieldset class="grid gap-2">
          <legend class="mb-2 text-sm font-medium">{t('Collections')}</legend>
          <div class="grid max-h-64 gap-x-4 gap-y-2 overflow-y-auto sm:grid-cols-2">
            {collections.map((name) => (
              <label class="flex min-h-6 items-center gap-2 text-sm">
                <input type="checkbox" class="input" name="collections" value={name} />
                {name}
              </label>
            ))}
          </div>
          <p class="text-sm text-muted-foreground">{t('If none is selected, all collections are cached.')}</p>
        </fieldset>
        <div>
          <button type="submit" class="btn">
            {t('Warm up')}
          </button>
        </div>
      </form>
    </Card>
  )
}

/** Form that empties every tier. */
export function ClearForm() {
  return (
    <Card title={t('Clear')} description={t('Drops every entry in every tier. The next requests reach the database.')}>
      <form method="post" action="/admin/cache/clear">
        <button type="submit" class="btn" data-variant="destructive" data-confirm={t('Drop everything in the cache?')}>
          {t('Clear the cache')}
        </button>
      </form>
    </Card>
  )
}
