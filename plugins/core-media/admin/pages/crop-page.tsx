/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Alert, Card, Icon, PageHeader, t, typedIn } from 'lintel/ui'
import { readItemAlone } from '../../library/read-item.ts'
import { detailsPath, nameOf } from './item-words.ts'
import { scriptOf } from './script.ts'

const ASPECTS = ['1:1', '4:3', '3:2', '16:9', '3:4', '2:3', '9:16'] as const

/** Page that creates a new picture from a part of another one: by numbers or, with a script, by dragging a frame. */
export default async function cropPage(c: RequestContext, { params, refused }: Shown): Promise<Page> {
  const item = await readItemAlone(c, params.id ?? '')
  const [width, height] = [item.width ?? 1, item.height ?? 1]
  const problem = refused?.problem
  const content = (
    <>
      <PageHeader
        title={t('Crop {name}', { name: nameOf(item) })}
        description={t('The selected part becomes a new file. The original does not change.')}
      >
        <a class="btn" data-variant="ghost" href={detailsPath(item.id)}>
          <Icon name="arrow-left" />
          {t('Back to the file')}
        </a>
      </PageHeader>
      {problem && (
        <Alert kind="error" title={problem.detail ?? t(problem.title)}>
          {problem.errors?.map(({ message }) => (
            <p>{message}</p>
          ))}
        </Alert>
      )}
      <div
        class="grid items-start gap-6 *:min-w-0 lg:grid-cols-[1fr_18rem]"
        data-media-script={scriptOf(c)}
        data-media-crop
      >
        <div class="grid place-items-center rounded-lg border bg-muted p-3">
          <div class="relative touch-none select-none" data-crop-area data-width={width} data-height={height}>
            <img class="max-h-[70svh] max-w-full" src={item.url} alt={item.alt ?? ''} draggable={false} />
            <Frame />
          </div>
        </div>
        <Card title={t('Part')}>
          <form method="post" action={detailsPath(item.id, '/crop')} class="grid gap-4">
            <label class="grid gap-1 text-sm" data-crop-only hidden>
              {t('Shape')}
              <select class="select w-full" data-crop-aspect>
                <option value="">{t('Any')}</option>
                <option value={`${width}:${height}`}>{t('Same as the picture')}</option>
                {ASPECTS.map((aspect) => (
                  <option value={aspect}>{aspect}</option>
                ))}
              </select>
            </label>
            <div class="grid grid-cols-2 gap-3">
              <Pixels
                name="x"
                label={t('From the left')}
                value={typedIn(refused, 'x') ?? '0'}
                min={0}
                max={width - 1}
              />
              <Pixels
                name="y"
                label={t('From the top')}
                value={typedIn(refused, 'y') ?? '0'}
                min={0}
                max={height - 1}
              />
              <Pixels
                name="width"
                label={t('Width')}
                value={typedIn(refused, 'width') ?? String(width)}
                min={1}
                max={width}
              />
              <Pixels
                name="height"
                label={t('Height')}
                value={typedIn(refused, 'height') ?? String(height)}
                min={1}
                max={height}
              />
            </div>
            <p class="text-xs text-muted-foreground">{t('In pixels, of {width} × {height}.', { width, height })}</p>
            <label class="grid gap-1 text-sm">
              {t('Then rotate')}
              <select class="select w-full" name="degrees">
                <option value="0">{t('not at all')}</option>
                {[90, 180, 270].map((degrees) => (
                  <option value={degrees} selected={typedIn(refused, 'degrees') === String(degrees)}>
                    {degrees}°
                  </option>
                ))}
              </select>
            </label>
            <button type="submit" class="btn">
              <Icon name="crop" />
              {t('Create a new picture')}
            </button>
          </form>
        </Card>
      </div>
    </>
  )
  return { title: t('Crop'), content }
}

/**
 * Frame that people drag over the picture: its middle moves it, its handles move its corners. The arrow keys also do
 * both.
 */
function Frame() {
  return (
    <div class="absolute border-2 border-white shadow-[0_0_0_1px_black]" data-crop-frame hidden>
      <button
        type="button"
        class="absolute inset-0 cursor-move touch-none focus-visible:outline-3 focus-visible:outline-ring"
        aria-label={t('Part: move it with the arrow keys')}
        data-crop-handle="move"
      />
      <button
        type="button"
        class="absolute -left-3 -top-3 size-6 cursor-nwse-resize touch-none rounded-full border-2 border-white bg-primary shadow-[0_0_0_1px_black] focus-visible:outline-3 focus-visible:outline-ring"
        aria-label={t('Corner at the top left: move it with the arrow keys')}
        data-crop-handle="start"
      />
      <button
        type="button"
        class="absolute -bottom-3 -right-3 size-6 cursor-nwse-resize touch-none rounded-full border-2 border-white bg-primary shadow-[0_0_0_1px_black] focus-visible:outline-3 focus-visible:outline-ring"
        aria-label={t('Corner at the bottom right: move it with the arrow keys')}
        data-crop-handle="end"
      />
    </div>
  )
}

interface PixelsProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly min: number
  readonly max: number
}

function Pixels({ name, label, value, min, max }: PixelsProps) {
  return (
    <label class="grid gap-1 text-sm">
      {label}
      <input class="input" type="number" name={name} value={value} min={min} max={max} step={1} required />
    </label>
  )
}
