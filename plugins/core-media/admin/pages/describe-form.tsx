/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Refused } from 'lintel'
import { Alert, Field, t, typedIn } from 'lintel/ui'
import type * as z from 'zod'
import type { Folder } from '../../library/folders.ts'
import type { ItemObject } from '../../library/item-object.ts'
import type { describeForm } from '../describe-form.ts'
import { FolderOptions } from './folder-options.tsx'
import { detailsPath, kindOf } from './item-words.ts'

type Values = z.output<typeof describeForm>

interface DescribeFormProps {
  readonly item: ItemObject
  readonly folders: readonly Folder[]
  readonly refused: Refused | null
}

/** Form for title, alternative text, tags, folder and focal point. */
export function DescribeForm({ item, folders, refused }: DescribeFormProps) {
  const values = valuesOf(item, refused)
  const problem = refused?.problem
  const isImage = kindOf(item.type) === 'image'
  const error = (path: string) =>
    problem?.errors?.find((one) => one.path === path || one.path.startsWith(`${path}.`))?.message ?? null
  return (
    <form method="post" action={detailsPath(item.id, '')} class="grid gap-4">
      {problem && <Alert kind="error" title={problem.detail ?? t(problem.title)} />}
      <Field id="media-title" label={t('Title')} error={error('title')}>
        <input class="input" id="media-title" name="title" value={values.title} data-max={500} autocomplete="off" />
      </Field>
      <Field
        id="media-alt"
        label={t('Alternative text')}
        help={isImage ? t('What the picture shows, for people who cannot see it.') : null}
        error={error('alt')}
      >
        <textarea
          class="textarea"
          id="media-alt"
          name="alt"
          rows={3}
          data-max={2000}
          aria-describedby={isImage ? 'media-alt-note' : undefined}
        >
          {values.alt}
        </textarea>
      </Field>
      <Field id="media-tags" label={t('Tags')} help={t('Separated by commas.')} error={error('tags')}>
        <input
          class="input"
          id="media-tags"
          name="tags"
          value={values.tags}
          autocomplete="off"
          aria-describedby="media-tags-note"
        />
      </Field>
      <Field id="media-folder" label={t('Folder')} error={error('folder')}>
        <select class="select w-full" id="media-folder" name="folder">
          <FolderOptions folders={folders} chosen={values.folder} />
        </select>
      </Field>
      {isImage && <FocalFields values={values} error={error('focalPoint')} />}
      <div>
        <button type="submit" class="btn">
          {t('Save')}
        </button>
      </div>
    </form>
  )
}

function FocalFields({ values, error }: { values: Values; error: string | null }) {
  return (
    <fieldset class="grid gap-2" data-focal-fields>
      <legend class="mb-2 text-sm font-medium">{t('Focal point')}</legend>
      <p class="text-sm text-muted-foreground">
        {t(
          'What stays visible when the picture is cropped to another shape. Click on the picture, or type percentages.',
        )}
      </p>
      <div class="flex flex-wrap items-end gap-3">
        <Percent name="focalX" label={t('Horizontal, %')} value={values.focalX} />
        <Percent name="focalY" label={t('Vertical, %')} value={values.focalY} />
        <button type="button" class="btn" data-variant="ghost" data-size="sm" data-focal-clear hidden>
          {t('No focal point')}
        </button>
      </div>
      {error && (
        <p role="alert" class="text-sm text-destructive">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Percent({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <label class="grid gap-1 text-sm">
      {label}
      <input class="input w-24" type="number" name={name} value={value} min={0} max={100} step="any" />
    </label>
  )
}

/** Returns the values of the form: the typed values if the form was refused, otherwise the stored values. */
function valuesOf({ title, alt, tags, folder, focalPoint }: ItemObject, refused: Refused | null): Values {
  return {
    title: typedIn(refused, 'title') ?? title ?? '',
    alt: typedIn(refused, 'alt') ?? alt ?? '',
    tags: typedIn(refused, 'tags') ?? tags.join(', '),
    folder: typedIn(refused, 'folder') ?? folder,
    focalX: typedIn(refused, 'focalX') ?? (focalPoint ? percent(focalPoint.x) : ''),
    focalY: typedIn(refused, 'focalY') ?? (focalPoint ? percent(focalPoint.y) : ''),
  }
}

function percent(part: number): string {
  return String(Math.round(part * 1000) / 10)
}
