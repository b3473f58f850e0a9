/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Badge, Card, EmptyState, Icon, PageHeader, t } from 'lintel/ui'
import type { Category } from '../questions.ts'
import { CategoryForm } from './category-page.tsx'
import { QuestionForm } from './question-page.tsx'

/** Page of all questions in their order, with forms for new questions. */
export default function faqPage(_c: RequestContext, { result }: Shown<{ readonly data: readonly Category[] }>): Page {
  const { data: categories } = result
  const content = (
    <>
      <PageHeader
        title={t('Questions and answers')}
        description={t('Published questions are served at {path}, in this order.', { path: '/api/faq' })}
      />
      {categories.length === 0 && (
        <EmptyState icon="list" title={t('No categories yet')}>
          {t('Questions belong to categories: add the first category below.')}
        </EmptyState>
      )}
      {categories.map((category) => (
        <CategoryCard category={category} />
      ))}
      {categories.length > 0 && (
        <Card title={t('New question')}>
          <QuestionForm id={null} categories={categories} refused={null} />
        </Card>
      )}
      <Card title={t('New category')}>
        <CategoryForm refused={null} />
      </Card>
    </>
  )
  return { title: t('Questions and answers'), content }
}

function CategoryCard({ category: { id, name, questions } }: { category: Category }) {
  return (
    <section class="card" aria-label={name}>
      <header class="flex flex-wrap items-center justify-between gap-2">
        <h2>{name}</h2>
        <Actions kind="categories" id={id} name={name} deletable={questions.length === 0} />
      </header>
      <section>
        {questions.length === 0 ? (
          <p class="text-sm text-muted-foreground">{t('No questions yet')}</p>
        ) : (
          <ul class="divide-y">
            {questions.map((one) => (
              <li class="flex flex-wrap items-center justify-between gap-2 py-2">
                <span class="min-w-0">
                  <a class="font-medium hover:underline" href={`/admin/faq/questions/${one.id}`}>
                    {one.question}
                  </a>{' '}
                  {!one.published && <Badge>{t('Not published')}</Badge>}
                </span>
                <Actions kind="questions" id={one.id} name={one.question} deletable />
              </li>
            ))}
          </ul>
        )}
      </section>
    </section>
  )
}

interface ActionsProps {
  readonly kind: 'categories' | 'questions'
  readonly id: string
  readonly name: string
  readonly deletable: boolean
}

function Actions({ kind, id, name, deletable }: ActionsProps) {
  const place = `/admin/faq/${kind}/${id}`
  return (
    <span class="flex gap-1">
      <form method="post" action={`${place}/move`} class="flex gap-1">
        <button
          type="submit"
          class="btn"
          data-variant="ghost"
          data-size="icon"
          name="direction"
          value="up"
          aria-label={t('Move “{name}” up', { name })}
        >
          <Icon name="arrow-up" />
        </button>
        <button
          type="submit"
          class="btn"
          data-variant="ghost"
          data-size="icon"
          name="direction"
          value="down"
          aria-label={t('Move “{name}” down', { name })}
        >
          <Icon name="arrow-down" />
        </button>
      </form>
      {deletable && (
        <form method="post" action={`${place}/delete`}>
          <button
            type="submit"
            class="btn"
            data-variant="ghost"
            data-size="icon"
            aria-label={t('Delete “{name}”', { name })}
          >
            <Icon name="trash-2" />
          </button>
        </form>
      )}
    </span>
  )
}
