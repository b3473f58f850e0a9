/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Refused, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Card, errorAt, Field, PageHeader, Refusal, t, typedIn } from 'lintel/ui'

/** Page with only the form for a category, after the form was refused. */
export default function categoryPage(_c: RequestContext, { refused }: Shown): Page {
  const content = (
    <>
      <PageHeader title={t('New category')}>
        <a class="btn" data-variant="outline" href="/admin/faq">
          {t('Back')}
        </a>
      </PageHeader>
      <Card>
        <CategoryForm refused={refused} />
      </Card>
    </>
  )
  return { title: t('Questions and answers'), content }
}

/** Form that adds a category. */
export function CategoryForm({ refused }: { refused: Refused | null }) {
  const wrong = errorAt(refused?.problem, 'name')
  return (
    <form method="post" action="/admin/faq/categories" class="grid max-w-md gap-4">
      <Refusal problem={refused?.problem} shown={['name']} />
      <Field id="category-name" label={t('Name')} error={wrong} required>
        <input
          class="input"
          id="category-name"
          name="name"
          data-max={100}
          required
          value={typedIn(refused, 'name')}
          aria-invalid={wrong === null ? undefined : 'true'}
          aria-describedby={wrong === null ? undefined : 'category-name-note'}
        />
      </Field>
      <div>
        <button type="submit" class="btn" data-variant="outline">
          {t('Add category')}
        </button>
      </div>
    </form>
  )
}
