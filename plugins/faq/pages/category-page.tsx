/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from 'lintel'
import type { HttpError } from 'lintel/kit'
import { Card, errorAt, Field, PageHeader, Refusal, t } from 'lintel/ui'

/** The form of a category alone, as it was refused. */
export function categoryPage(name: string, problem: HttpError): Content {
  return (
    <>
      <PageHeader title={t('New category')}>
        <a class="btn" data-variant="outline" href="/admin/faq">
          {t('Back')}
        </a>
      </PageHeader>
      <Card>
        <CategoryForm name={name} problem={problem} />
      </Card>
    </>
  )
}

/** Adds a category. */
export function CategoryForm({ name, problem }: { name?: string; problem?: HttpError }) {
  const wrong = errorAt(problem, 'name')
  return (
    <form method="post" action="/admin/faq/categories" class="grid max-w-md gap-4">
      <Refusal problem={problem} shown={['name']} />
      <Field id="category-name" label={t('Name')} error={wrong} required>
        <input
          class="input"
          id="category-name"
          name="name"
          maxlength={100}
          required
          value={name}
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
