/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Refused, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Card, errorAt, Field, PageHeader, Refusal, Select, t, typedIn } from 'lintel/ui'
import { type Category, listCategories, type QuestionInput } from '../questions.ts'

interface QuestionFormProps {
  /** Id of the question; `null` for a new one. */
  readonly id: string | null
  readonly categories: readonly Category[]
  /** The question as it is stored. */
  readonly stored?: QuestionInput | undefined
  readonly refused: Refused | null
}

/** Page with the form of one question. */
export default async function questionPage(
  c: RequestContext,
  { result, params, refused }: Shown<{ readonly data: QuestionInput } | undefined>,
): Promise<Page> {
  const id = params.id ?? null
  const categories = await listCategories(c)
  const content = (
    <>
      <PageHeader title={id === null ? t('New question') : t('Change question')}>
        <a class="btn" data-variant="outline" href="/admin/faq">
          {t('Back')}
        </a>
      </PageHeader>
      <Card>
        <QuestionForm id={id} categories={categories} stored={result?.data} refused={refused} />
      </Card>
    </>
  )
  return { title: t('Questions and answers'), content }
}

/** Form that adds or changes a question. */
export function QuestionForm({ id, categories, stored, refused }: QuestionFormProps) {
  const field = (name: 'categoryId' | 'question' | 'answer') => {
    const wrong = errorAt(refused?.problem, name)
    const note = { 'aria-invalid': 'true', 'aria-describedby': `question-${name}-note` } as const
    const value = typedIn(refused, name) ?? stored?.[name]
    return { wrong, value, attributes: { id: `question-${name}`, name, ...(wrong !== null && note) } }
  }
  const [category, question, answer] = [field('categoryId'), field('question'), field('answer')]
  const isPublished = refused ? typedIn(refused, 'published') !== undefined : (stored?.published ?? true)
  return (
    <form method="post" action={id === null ? '/admin/faq/questions' : `/admin/faq/questions/${id}`} class="grid gap-4">
      <Refusal problem={refused?.problem} shown={['categoryId', 'question', 'answer']} />
      <Field id={category.attributes.id} label={t('Category')} error={category.wrong} required>
        <Select
          {...category.attributes}
          required
          options={categories.map(({ id, name }) => [id, name] as const)}
          chosen={category.value}
        />
      </Field>
      <Field id={question.attributes.id} label={t('Question')} error={question.wrong} required>
        <input class="input" {...question.attributes} data-max={300} required value={question.value} />
      </Field>
      <Field id={answer.attributes.id} label={t('Answer')} error={answer.wrong} required>
        <textarea class="textarea" {...answer.attributes} rows={5} data-max={5000} required>
          {answer.value}
        </textarea>
      </Field>
      <label class="flex min-h-6 items-center gap-2 text-sm">
        <input class="input" type="checkbox" name="published" checked={isPublished} />
        {t('Published')}
      </label>
      <div>
        <button type="submit" class="btn">
          {id === null ? t('Add question') : t('Save')}
        </button>
      </div>
    </form>
  )
}
