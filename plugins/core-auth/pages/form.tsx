/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'

interface FormProps {
  readonly action: string
  /** Label of the submit button. */
  readonly submit: string
  /** Values that the form sends in hidden fields. */
  readonly hidden?: { readonly [name: string]: string | undefined }
  /** Name of the script that enhances the form. Default: none. */
  readonly behaviour?: string
}

/** Form that sends its fields with POST. */
export function Form({ action, submit, hidden = {}, behaviour, children }: PropsWithChildren<FormProps>) {
  return (
    <form method="post" action={action} class="flex flex-col gap-5" data-form={behaviour}>
      {Object.entries(hidden).map(
        ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />,
      )}
      {children}
      <button type="submit" class="btn w-full">
        {submit}
      </button>
    </form>
  )
}
