/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { FieldData } from '../../../../fields/field-type.ts'
import { fieldId } from '../../../../fields/widgets/widget.ts'
import { Alert, t } from '../../../../ui/index.ts'
import type { Values } from '../document-values.ts'
import { pathLabel } from '../path-label.ts'

interface ProblemSummaryProps {
  readonly problem: string
  /** Errors by the dotted path that the API returns. */
  readonly errors: ReadonlyMap<string, string>
  /** Fields of the form. */
  readonly fields: readonly FieldData[]
  readonly values: Values
}

/** Summary of a form's errors, with a link to each field. It takes the focus. */
export function ProblemSummary({ problem, errors, fields, values }: ProblemSummaryProps) {
  return (
    <div tabindex={-1} autofocus>
      <Alert kind="error" title={problem}>
        {errors.size > 0 && (
          <ul class="grid gap-1">
            {inOrder(errors, fields).map(([path, text]) => (
              <li>
                <Place path={path} fields={fields} values={values} />
                {`: ${text}`}
              </li>
            ))}
          </ul>
        )}
      </Alert>
    </div>
  )
}

/** Sorts errors in the order of the form's fields; errors of other fields come last. */
function inOrder(errors: ProblemSummaryProps['errors'], fields: readonly FieldData[]): [path: string, text: string][] {
  const names = fields.map(({ name }) => name)
  const placeOf = (path: string): number => {
    const place = names.indexOf(path.split('.')[0] ?? '')
    return place === -1 ? names.length : place
  }
  return [...errors].toSorted(([a], [b]) => placeOf(a) - placeOf(b))
}

function Place({ path, fields, values }: Pick<ProblemSummaryProps, 'fields' | 'values'> & { readonly path: string }) {
  const [name] = path.split('.')
  if (path === 'scheduledAt') return <FieldLink id="scheduled-at" label={t('Publish later')} />
  if (path === 'publishedAt') return <FieldLink id="published-at" label={t('Publication date')} />
  if (!fields.some((field) => field.name === name)) return <strong>{path}</strong>
  return <FieldLink id={fieldId(path)} label={pathLabel(fields, path, values)} />
}

function FieldLink({ id, label }: { readonly id: string; readonly label: string }) {
  return (
    <a class="font-medium underline" href={`#${id}`} data-field-link>
      {label}
    </a>
  )
}
