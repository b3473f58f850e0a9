/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from 'lintel'
import type { HttpError } from 'lintel/kit'
import { Card, errorAt, Field, PageHeader, Refusal, t } from 'lintel/ui'
import type { Category } from '../questions.ts'

interface QuestionFormProps {
  /** `null` for a new one. */
  readonly id: string | null
  readonly categories: readonly Category[]
  /** What the question says, or what was typed. */
  readonly values?: QuestionValues
  readonly problem?: HttpError
}

interface QuestionValues {
  readonly categoryId?: string
  readonly question?: string
  readonly answer?: string
  readonly published: boolean
}

/** The form of one question. */
export function questionPage(props: QuestionFormProps): Content {
  return (
    <>
      <PageHeader title={props.id === null ? t('New question') : t('Change question')}>
        <a class="btn" data-variant="outline" href="/admin/faq">
          {t('Back')}
        </a>
      </PageHeader>
      <Card>
        <QuestionForm {...props} />
      </Card>
    </>
  )
}

/** Adds a question, or changes it. */
export function QuestionForm({ id, categories, values, problem }: QuestionFormProps) {
  const field = (name: keyof QuestionValues) => {
    const wrong = errorAt(problem, name)
    const note = { 'aria-invalid': 'true', 'aria-describedby': `question-${name}-note` } as const
    return { wrong, attributes: { id: `question-${name}`, name, ...(wrong !== null && note) } }
  }
  const [category, question, answer] = [field('categoryId'), field('question'), field('answer')]
  return (
    <form method="post" action={id === null ? '/admin/faq/questions' : `/admin/faq/questions/${id}`} class="grid gap-4">
      <Refusal problem={problem} shown={['categoryId', 'question', 'answer']} />
      <Field id={category.attributes.id} label={t('Category')} error={category.wrong} required>
        <select class="select" {...category.attributes} required>
          {categories.map(({ id, name }) => (
            <option value={id} selected={id === values?.categoryId}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field id={question.attributes.id} label={t('Question')} error={question.wrong} required>
        <input class="input" {...question.attributes} maxlength={300} required value={values?.question} />
      </Field>
      <Field id={answer.attributes.id} label={t('Answer')} error={answer.wrong} required>
        <textarea class="textarea" {...answer.attributes} rows={5} maxlength={5000} required>
          {values?.answer}
        </textarea>
      </Field>
      <label class="flex min-h-6 items-center gap-2 text-sm">
        <input class="input" type="checkbox" name="published" checked={values?.published ?? true} />
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
